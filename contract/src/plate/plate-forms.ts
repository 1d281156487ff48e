/**
 * The forms of number plates, character by character. The embassy, consulate, aviation and older Taiwan forms
 * are untested against real plates.
 */
import { plate_type } from '../core/codes.ts'

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const without = (excluded: string) => [...letters].filter((letter) => !excluded.includes(letter)).join('')

export const provinces = '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'

/** The characters allowed at each place. A `mark` is a character that states the purpose of the plate. */
export const places = {
  province: provinces,
  /** O is the public security department of a province, U its government. */
  issuer: without('I'),
  serial: digits + without('IO'),
  digit: digits,
  /** Taiwan's current form has no 4. */
  digit_no_4: '012356789',
  letter: letters,
  letter_no_io: without('IO'),
  letter_or_digit: digits + letters,
  /** D and F are published; the others occur on the road, and are reserved. */
  new_energy: 'DF',
  new_energy_reserved: 'ABCEGHJK',
  one_to_three: '123',
  army_first: 'VKHBSLJNGCEZQ',
  army_second: 'ABCDEFGHJKLMNOPRSTUVXY',
  armed_police_last: `${digits}TDSHBXJ`,
  mark_trailer: '挂',
  mark_training: '学',
  mark_police: '警',
  mark_consulate: '领',
  mark_test: '试',
  mark_oversize: '超',
  mark_hong_kong: '港',
  mark_macau: '澳',
  mark_embassy: '使',
  guangdong: '粤',
  letter_z: 'Z',
  letter_w: 'W',
  letter_j: 'J',
  civil: '民',
  aviation: '航',
  mark_taiwan: '使外領臨試軍',
} as const satisfies Record<string, string>
export type PlatePlace = keyof typeof places

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
  'hong_kong',
  'macau',
  'embassy',
  'armed_police',
  'army',
  'aviation',
  'taiwan',
  'taiwan_micro',
  'taiwan_old',
  'taiwan_motorcycle',
  'taiwan_mixed',
  'taiwan_special',
] as const
export type PlateKind = (typeof plate_kinds)[number]

/** `reserved`: it occurs on the road but in no published rule; it is accepted but doubtful. */
export type PlateForm = { kind: PlateKind; places: readonly PlatePlace[]; reserved: boolean }

const times = (place: PlatePlace, n: number): PlatePlace[] => Array.from({ length: n }, () => place)
const form = (
  kind: PlateKind,
  of: readonly (PlatePlace | readonly PlatePlace[])[],
  reserved = false,
): PlateForm => ({ kind, places: of.flat(), reserved })

const place: readonly PlatePlace[] = ['province', 'issuer']
const four = times('serial', 4)

/** The most common form comes first: a reading that fits no form is compared with it. */
const mainland: readonly PlateForm[] = [
  form('civil', [place, times('serial', 5)]),
  form('nev_small', [place, 'new_energy', 'serial', times('digit', 4)]),
  form('nev_large', [place, times('digit', 5), 'new_energy']),
  form('nev_small', [place, 'new_energy_reserved', 'serial', times('digit', 4)], true),
  form('nev_large', [place, times('digit', 5), 'new_energy_reserved'], true),
  form('trailer', [place, four, 'mark_trailer']),
  form('training', [place, four, 'mark_training']),
  form('police', [place, four, 'mark_police']),
  form('consulate', [place, four, 'mark_consulate']),
  form('test', [place, four, 'mark_test']),
  form('oversize', [place, four, 'mark_oversize']),
  form('hong_kong', ['guangdong', 'letter_z', four, 'mark_hong_kong']),
  form('macau', ['guangdong', 'letter_z', four, 'mark_macau']),
  form('embassy', ['mark_embassy', times('digit', 6)]),
  form('embassy', ['one_to_three', times('digit', 5), 'mark_embassy']),
  form('armed_police', ['letter_w', 'letter_j', 'province', times('digit', 4), 'armed_police_last']),
  form('armed_police', ['letter_w', 'letter_j', times('digit', 4), 'letter_or_digit']),
  form('army', ['army_first', 'army_second', times('digit', 5)]),
  form('aviation', ['civil', 'aviation', times('serial', 5)]),
]

const taiwan: readonly PlateForm[] = [
  form('taiwan', [times('letter_no_io', 3), times('digit_no_4', 4)]),
  form('taiwan_micro', [times('letter_no_io', 2), times('digit', 5)]),
  form('taiwan_old', [times('digit', 4), times('letter', 2)]),
  form('taiwan_old', [times('letter', 2), times('digit', 4)]),
  form('taiwan_old', ['letter', times('digit', 5)]),
  form('taiwan_motorcycle', [times('letter', 3), times('digit', 3)]),
  form('taiwan_motorcycle', [times('digit', 3), times('letter', 3)]),
  form('taiwan_mixed', [times('digit', 4), 'letter', 'digit'], true),
  form('taiwan_mixed', [times('digit', 4), 'digit', 'letter'], true),
  form('taiwan_special', ['mark_taiwan', times('letter_or_digit', 4)], true),
  form('taiwan_special', ['mark_taiwan', times('letter_or_digit', 5)], true),
]

/** The forms of `alg_param.plate_type`; those of the mainland for an unknown type. */
export const formsOf = (type: number): readonly PlateForm[] =>
  type === plate_type.taiwan ? taiwan : mainland
