/**
 * The number plates on the road, one row a form: the only table of them, for the analysis program, the
 * device, the console and `docs/plates.md`, which names the sources. Long because every form is a row.
 */
import { plate_type, type plate_color } from '../core/codes.ts'
import { same_signs } from './plate-look-alikes.ts'

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const without = (excluded: string) => [...letters].filter((letter) => !excluded.includes(letter)).join('')

export const provinces = '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'

/** The characters allowed at each place that is not one fixed character. */
export const places = {
  province: provinces,
  /** The issuing office: O is the public security department of a province, and I is used since 2007. */
  issuer: letters,
  serial: digits + without('IO'),
  digit: digits,
  /** Taiwan's current form has no 4. */
  digit_no_4: '012356789',
  letter: letters,
  letter_no_io: without('IO'),
  letter_or_digit: digits + letters,
  /** D and F were issued first; A, B, C and E are electric too, G, H, J and K are hybrids and the rest. */
  new_energy: 'DF',
  new_energy_later: 'ABCEGHJK',
  one_to_three: '123',
  army_first: 'VKHBSLJNGCEZQ',
  army_second: 'ABCDEFGHJKLMNOPRSTUVXY',
  armed_police_last: `${digits}TDSHBXJ`,
  /** X is fire and rescue, S forest fire. */
  rescue_team: 'XS',
  mark_taiwan: '使外領',
} as const satisfies Record<string, string>
export type PlaceName = keyof typeof places

/** How the table writes a place. Every other character stands for itself; a space is the dot or dash. */
const signs: Readonly<Record<string, PlaceName>> = {
  p: 'province',
  o: 'issuer',
  s: 'serial',
  d: 'digit',
  n: 'digit_no_4',
  a: 'letter',
  l: 'letter_no_io',
  x: 'letter_or_digit',
  e: 'new_energy',
  r: 'new_energy_later',
  f: 'one_to_three',
  v: 'army_first',
  w: 'army_second',
  g: 'armed_police_last',
  t: 'rescue_team',
  m: 'mark_taiwan',
}

/** A place of a plate: the characters that it allows, and its name; one fixed character has none. */
export type PlatePlace = { readonly name: PlaceName | undefined; readonly allowed: string }

export const plate_kinds = [
  'civil',
  'nev_small',
  'nev_large',
  'trailer',
  'training',
  'police',
  'consulate',
  'test',
  'oversize',
  'temporary',
  'hong_kong',
  'macau',
  'embassy',
  'armed_police',
  'army',
  'aviation',
  'emergency',
  'tractor',
  'personalised',
  'taiwan',
  'taiwan_micro',
  'taiwan_old',
  'taiwan_motorcycle',
  'taiwan_mixed',
  'taiwan_five',
  'taiwan_trailer',
  'taiwan_special',
  'taiwan_temporary',
  'taiwan_army',
] as const
export type PlateKind = (typeof plate_kinds)[number]

/** Where a form was found; `scripts/lib/docs/plates-page.ts` cites each. */
export type PlateSource =
  | 'ga36'
  | 'ga36_2018'
  | 'mps_nev'
  | 'validators'
  | 'rescue'
  | 'ny345'
  | 'personal_2002'
  | 'armed_forces'
  | 'tw_2012'
  | 'tw_1992'
  | 'tw_types'
  | 'tw_road'

export type PlateForm = {
  readonly kind: PlateKind
  readonly places: readonly PlatePlace[]
  /** The number of characters before the dot or dash; 0 if there is none. */
  readonly split: number
  /** It occurs on the road, but in no published rule that we could read: it is accepted but doubtful. */
  readonly reserved: boolean
  /** How common it is on the road; 1 is the most common form. Small values mean rare, not impossible. */
  readonly common: number
  readonly source: PlateSource
  /** Invented plates of this form. */
  readonly examples: readonly string[]
}

type Row = readonly [
  kind: PlateKind,
  written: string,
  common: number,
  source: PlateSource,
  examples: string,
  reserved?: 'reserved',
]

/** The most common form comes first: a reading that fits no form is compared with it. */
const mainland: readonly Row[] = [
  ['civil', 'po sssss', 1, 'ga36', '粤B12345 沪A2345B 京O12345'],
  ['nev_small', 'po esdddd', 0.5, 'mps_nev', '粤BD12345 京AFA1234'],
  ['nev_large', 'po ddddde', 0.05, 'mps_nev', '粤B12345D 京A12345F'],
  ['nev_small', 'po rsdddd', 0.05, 'ga36_2018', '粤BA12345 苏AK12345'],
  ['nev_large', 'po dddddr', 0.005, 'ga36_2018', '粤B12345A'],
  ['trailer', 'po ssss挂', 0.02, 'ga36', '鲁H1234挂'],
  ['training', 'po ssss学', 0.02, 'ga36', '苏A1234学'],
  ['police', 'po ssss警', 0.02, 'ga36', '粤B1234警 京AA123警'],
  ['consulate', 'po ssss领', 0.0005, 'ga36', '沪A1234领'],
  ['consulate', 'pddd dd领', 0.0005, 'ga36_2018', '沪12345领'],
  ['test', 'po ssss试', 0.0005, 'ga36', '京A1234试'],
  ['oversize', 'po ssss超', 0.0005, 'ga36', '京A1234超'],
  ['temporary', 'po ssss临', 0.0005, 'validators', '浙A1234临', 'reserved'],
  ['temporary', 'po sssss临', 0.0005, 'validators', '浙A12345临', 'reserved'],
  ['hong_kong', '粤Z ssss港', 0.0005, 'ga36', '粤Z1234港'],
  ['macau', '粤Z ssss澳', 0.0005, 'ga36', '粤Z1234澳'],
  ['embassy', '使dddddd', 0.0005, 'validators', '使123456'],
  ['embassy', 'fddddd使', 0.0005, 'validators', '123456使'],
  ['armed_police', 'WJp ddddg', 0.0005, 'armed_forces', 'WJ粤1234X WJ京12345'],
  ['armed_police', 'WJ ddddx', 0.0005, 'armed_forces', 'WJ12345 WJ1234T'],
  ['army', 'vw ddddd', 0.0005, 'armed_forces', 'VA12345 KB12345'],
  ['aviation', '民航sssss', 0.0005, 'validators', '民航A1234'],
  ['emergency', 'pt dddd应急', 0.0005, 'rescue', '京X2345应急 云S0000应急'],
  ['emergency', 'p ddddd应急', 0.0005, 'rescue', '京12345应急'],
  ['emergency', '应急pdddt', 0.0005, 'rescue', '应急京123X'],
  ['tractor', 'pdd ddddd', 0.0005, 'ny345', '黑0112345'],
  ['tractor', 'pdd dddd学', 0.0005, 'ny345', '黑011234学', 'reserved'],
  ['tractor', 'pdd dddd临', 0.0005, 'ny345', '黑011234临', 'reserved'],
  ['personalised', 'pddd aaa', 0.0001, 'personal_2002', '京123ABC', 'reserved'],
  ['personalised', 'paaa ddd', 0.0001, 'personal_2002', '京ABO123', 'reserved'],
  ['personalised', 'pddd ddd', 0.0001, 'personal_2002', '京123456', 'reserved'],
]

const taiwan: readonly Row[] = [
  // Its first letter tells the use: R rental, T taxi, E electric, L and M motorcycles, K buses and lorries.
  ['taiwan', 'lll nnnn', 1, 'tw_2012', 'ABC1235 RAB1235 TDA1235 EAA1235 LGA1235 MAB1235'],
  ['taiwan_motorcycle', 'ddd aaa', 0.15, 'tw_1992', '123ABC'],
  ['taiwan_old', 'dddd aa', 0.1, 'tw_1992', '1234AB'],
  // Without its dash a motorcycle's AB1-234 is the same text.
  ['taiwan_old', 'aa dddd', 0.1, 'tw_1992', 'AB1234'],
  ['taiwan_motorcycle', 'aaa ddd', 0.05, 'tw_1992', 'ABC123 KAA230'],
  ['taiwan_micro', 'll ddddd', 0.05, 'tw_2012', 'AB12345'],
  ['taiwan_motorcycle', 'ada ddd', 0.03, 'tw_road', 'A1B234'],
  ['taiwan_motorcycle', 'daa ddd', 0.02, 'tw_road', '1AB234'],
  ['taiwan_old', 'ad dddd', 0.03, 'tw_1992', 'A12345'],
  ['taiwan_old', 'da dddd', 0.03, 'tw_1992', '2R1234 8U9999'],
  ['taiwan_five', 'aa ddd', 0.02, 'tw_1992', 'AB123 XA032'],
  ['taiwan_five', 'ddd aa', 0.02, 'tw_1992', '123AB'],
  ['taiwan_five', 'ad ddd', 0.01, 'tw_1992', 'A1234'],
  ['taiwan_five', 'da ddd', 0.01, 'tw_1992', '2A345'],
  ['taiwan_five', 'ddd ad', 0.01, 'tw_road', '123A4'],
  ['taiwan_five', 'ddd da', 0.005, 'tw_road', '1234A'],
  ['taiwan_trailer', 'aa dd', 0.005, 'tw_1992', 'AB12'],
  ['taiwan_trailer', 'ad dd', 0.0005, 'tw_1992', 'A123'],
  ['taiwan_trailer', 'da dd', 0.0005, 'tw_1992', '2A34'],
  ['taiwan_trailer', 'dd aa', 0.005, 'tw_1992', '12AB'],
  ['taiwan_mixed', 'dddd ad', 0.005, 'tw_road', '1234A1', 'reserved'],
  ['taiwan_mixed', 'dddd da', 0.005, 'tw_road', '12341A', 'reserved'],
  ['taiwan_mixed', 'ddd aad', 0.005, 'tw_road', '123AB4', 'reserved'],
  ['taiwan_mixed', 'ddd ada', 0.005, 'tw_road', '123A4B', 'reserved'],
  ['taiwan_special', 'm xxxx', 0.0005, 'tw_types', '使0123 外1234', 'reserved'],
  ['taiwan_special', 'm xxxxx', 0.0005, 'tw_types', '使01234', 'reserved'],
  ['taiwan_temporary', '臨 xxxx', 0.0005, 'tw_types', '臨1234', 'reserved'],
  ['taiwan_temporary', '臨 xxxxx', 0.0005, 'tw_types', '臨A1234', 'reserved'],
  ['taiwan_temporary', '試 xxxx', 0.0005, 'tw_types', '試1234', 'reserved'],
  ['taiwan_temporary', '試 xxxxx', 0.0005, 'tw_types', '試A1234', 'reserved'],
  ['taiwan_temporary', '臨時 xxxx', 0.0005, 'tw_types', '臨時1234', 'reserved'],
  ['taiwan_temporary', '臨時 xxxxx', 0.0005, 'tw_types', '臨時12345', 'reserved'],
  ['taiwan_temporary', '試車 xxxx', 0.0005, 'tw_types', '試車1234', 'reserved'],
  ['taiwan_temporary', '試車 xxxxx', 0.0005, 'tw_types', '試車12345', 'reserved'],
  ['taiwan_army', '軍 xxxx', 0.0005, 'tw_types', '軍1234', 'reserved'],
  ['taiwan_army', '軍 xxxxx', 0.0005, 'tw_types', '軍12345', 'reserved'],
  ['taiwan_army', '軍 addddd', 0.0005, 'tw_types', '軍A12345', 'reserved'],
  ['taiwan_army', '軍 dddddd', 0.0005, 'tw_types', '軍123456', 'reserved'],
]

function formOf([kind, written, common, source, examples, reserved]: Row): PlateForm {
  const placed = [...written].filter((sign) => sign !== ' ')
  return {
    kind,
    places: placed.map((sign) => {
      const name = signs[sign]
      return { name, allowed: name ? places[name] : sign }
    }),
    split: Math.max(0, [...written].indexOf(' ')),
    reserved: reserved !== undefined,
    common,
    source,
    examples: examples.split(' '),
  }
}
const forms = { mainland: mainland.map(formOf), taiwan: taiwan.map(formOf) }

/** The forms of `alg_param.plate_type`; those of the mainland for an unknown type. */
export const formsOf = (type: number): readonly PlateForm[] =>
  type === plate_type.taiwan ? forms.taiwan : forms.mainland

/** The first form of a type that the characters fit; undefined if they fit none. */
export const fittingForm = (characters: readonly string[], type: number): PlateForm | undefined =>
  formsOf(type).find((form) => fitsForm(form, characters))

/** Whether every character is allowed at its place, and none is missing or left over. */
export const fitsForm = ({ places }: PlateForm, characters: readonly string[]): boolean =>
  places.length === characters.length && places.every(({ allowed }, at) => allowed.includes(characters[at]!))

/**
 * The text as a form writes it: O is 0 where the form has no O, and a character of the other script is the
 * one of the form. Undefined if it does not fit even so.
 */
export function asFormWrites({ places }: PlateForm, characters: readonly string[]): string | undefined {
  if (places.length !== characters.length) return undefined
  const written = places.map(({ allowed }, at) =>
    [characters[at]!, ...(drawn_as.get(characters[at]!) ?? [])].find((sign) => allowed.includes(sign)),
  )
  return written.includes(undefined) ? undefined : written.join('')
}
const drawn_as: ReadonlyMap<string, string> = new Map(same_signs.map(([sign, double]) => [double, sign]))

type Color = (typeof plate_color)[number]
const green: readonly Color[] = ['green', 'gradient_green', 'yellow_green']

/** The ground colours of mainland plates (GA 36). Sources disagree on Taiwan's: those say nothing. */
const grounds: Partial<Record<PlateKind, readonly Color[]>> = {
  civil: ['blue', 'yellow', 'black', 'farm_yellow', 'farm_green'],
  nev_small: [...green, 'farm_green'],
  nev_large: [...green, 'farm_green'],
  trailer: ['yellow'],
  training: ['yellow'],
  police: ['white'],
  consulate: ['black'],
  test: ['blue', 'yellow', 'white'],
  oversize: ['blue', 'yellow'],
  temporary: ['blue', 'yellow', 'white'],
  hong_kong: ['black'],
  macau: ['black'],
  embassy: ['black'],
  armed_police: ['white'],
  army: ['white'],
  aviation: ['green', 'white'],
  emergency: ['white'],
  tractor: ['green', 'farm_green', 'yellow', 'farm_yellow'],
  personalised: ['white', 'blue'],
}
const judged = new Set<string>(Object.values(grounds).flat())

/**
 * False if a plate of this kind never has this colour. An unknown colour or kind, a colour that no row names
 * and any colour of a Taiwan plate fit.
 */
export const plateColorFits = (kind: PlateKind | undefined, color: string): boolean => {
  const own: readonly string[] | undefined = kind && grounds[kind]
  return own === undefined || !judged.has(color) || own.includes(color)
}
