/**
 * Which characters of a plate are taken for each other, by a camera in the rain and by whoever reads the picture. One table for the search and for the check of a plate.
 * The database folds by the same table (`event.plate_fold`, migration 0010; a test compares them).
 */

/** Each text is a group: any of its characters may have been read as another of it. A character is in one group at most; the first stands for all. */
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
  // one character in two scripts: what hangs on the car and what somebody types
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

const folded = new Map(
  look_alikes.flatMap((group) =>
    [...group].map((character) => [character, [...group][0] ?? character] as const),
  ),
)

/** A plate's key (letters and digits alone, upper case) with every character put into the one that stands for its group: two keys that only differ by look-alikes fold to the same. */
export const plateFold = (key: string): string =>
  [...key].map((character) => folded.get(character) ?? character).join('')

/** What else a character may have been; empty where nothing looks like it. */
export const lookAlikesOf = (character: string): readonly string[] =>
  [...(look_alikes.find((group) => group.includes(character)) ?? '')].filter((other) => other !== character)
