/**
 * The pinyin initials of a Chinese text in either script: the browser's collation sorts characters by pinyin,
 * so a character belongs to the last letter whose first character is not after it.
 */
/** The first character of each letter in the order of pinyin; no reading begins with i, u or v. */
const firsts: readonly (readonly [string, string])[] = [
  ['a', '阿'],
  ['b', '八'],
  ['c', '嚓'],
  ['d', '咑'],
  ['e', '妸'],
  ['f', '发'],
  ['g', '旮'],
  ['h', '哈'],
  ['j', '丌'],
  ['k', '咔'],
  ['l', '垃'],
  ['m', '呣'],
  ['n', '拿'],
  ['o', '噢'],
  ['p', '妑'],
  ['q', '七'],
  ['r', '呥'],
  ['s', '仨'],
  ['t', '他'],
  ['w', '屲'],
  ['x', '夕'],
  ['y', '丫'],
  ['z', '帀'],
]
/** Characters whose usual reading here is not the first of the collation. */
const read_here: Readonly<Record<string, string>> = {
  重: 'c',
  传: 'c',
  傳: 'c',
  调: 't',
  調: 't',
  长: 'c',
  長: 'c',
}

const known = new Map<string, string>()
let collation: Intl.Collator | undefined

/** Letters and digits stay, other signs are left out. */
export const initialsOf = (text: string): string => {
  let all = ''
  for (const one of text) all += initialOf(one)
  return all
}

function initialOf(one: string): string {
  if (/[a-z0-9]/i.test(one)) return one.toLowerCase()
  if (!/\p{Script=Han}/u.test(one)) return ''
  const found = known.get(one)
  if (found !== undefined) return found
  collation ??= new Intl.Collator('zh-Hans-CN-u-co-pinyin')
  const { compare } = collation
  const letter = read_here[one] ?? firsts.findLast(([, first]) => compare(first, one) <= 0)?.[0] ?? ''
  known.set(one, letter)
  return letter
}
