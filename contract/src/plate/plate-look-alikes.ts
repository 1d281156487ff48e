/**
 * Which plate characters are mistaken for each other by cameras and people, for the search and for the check.
 * The database folds by the same table (`event.plate_fold`, migration 0010; a test compares them).
 */

/** The same character in two scripts: on the plate, and as it is typed or read. */
const scripts: readonly string[] = [
  '粤粵',
  '苏蘇',
  '鲁魯',
  '陕陝',
  '贵貴',
  '闽閩',
  '辽遼',
  '宁寧',
  '赣贛',
  '琼瓊',
  '学學',
  '领領',
  '试試',
  '台臺',
]

/** The same, where one of the two is in another group of look-alikes, or in none. */
const other_scripts: readonly string[] = [
  '云雲',
  '沪滬',
  '晋晉',
  '挂掛',
  '应應',
  '临臨',
  '军軍',
  '时時',
  '车車',
]
const pairs = ['0O', '1I', ...scripts, ...other_scripts].map((pair) => [...pair] as [string, string])

/**
 * Pairs of signs that look the same on a plate, or are one character in two scripts. Where a form allows only
 * the first, the second is the first.
 */
export const same_signs: readonly (readonly [sign: string, double: string])[] = pairs.flatMap(
  ([one, other]): [string, string][] =>
    /\d/.test(one)
      ? [[one, other]]
      : [
          [one, other],
          [other, one],
        ],
)

const partners = new Map(pairs.flatMap((pair) => pair.map((sign) => [sign, pair] as const)))
/** A sign and the one that looks the same on a plate or is the same in the other script, if there is one. */
export const sameSignsOf = (sign: string): readonly string[] => partners.get(sign) ?? [sign]
/** The text in one script. */
export const inOneScript = (text: string): string =>
  [...text].map((sign) => (/[A-Z]/.test(sign) ? sign : (sameSignsOf(sign)[0] ?? sign))).join('')
/** The text with one sign for each pair: texts that differ only by such pairs become equal. */
export const sameSigns = (text: string): string =>
  [...text].map((sign) => sameSignsOf(sign)[0] ?? sign).join('')

/**
 * Each text is a group of characters that are mistaken for each other. A character is in at most one group;
 * the first character represents the group.
 */
export const look_alikes: readonly string[] = [
  '0ODQ',
  '1I',
  '2Z',
  '5S',
  '6CG',
  '7T',
  '8B',
  'EF',
  'HMN',
  'KX',
  'PR',
  'UVY',
  '津沪滬浙湘渝',
  '京云雲',
  '晋晉青吉',
  '桂挂掛',
  ...scripts,
]

const folded = new Map(
  look_alikes.flatMap((group) =>
    [...group].map((character) => [character, [...group][0] ?? character] as const),
  ),
)

/**
 * Replaces each character of a plate's key (letters and digits in upper case) by the one that represents its
 * group. Keys that differ only by look-alikes become equal.
 */
export const plateFold = (key: string): string =>
  [...key].map((character) => folded.get(character) ?? character).join('')

/** The characters that look like the given one; empty if there are none. */
export const lookAlikesOf = (character: string): readonly string[] =>
  [...(look_alikes.find((group) => group.includes(character)) ?? '')].filter((other) => other !== character)
