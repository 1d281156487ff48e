/**
 * Hashes passwords, and refuses common and guessable passwords beyond the rule of spec §5. Long because it
 * lists the words that leaked passwords are built from.
 */
import { randomInt } from 'node:crypto'
import { type IssueKind, passwordHasContext } from '@parking/contract'
import { loadArgon2 } from '../core/files/argon2.ts'
import { type Cost, min_cost } from './password-cost.ts'
import { top_passwords } from './top-passwords.ts'

/** Argon2id, the library's default, with the cost of this box (password-cost.ts). */
export const hashPassword = async (password: string, cost: Cost = min_cost): Promise<string> =>
  (await loadArgon2()).hash(password, cost)
export const passwordIs = async (password: string, password_hash: string): Promise<boolean> =>
  (await loadArgon2()).verify(password_hash, password)

/** A password for the first sign-in: 16 unambiguous characters, 79 bits. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/**
 * Why a password that satisfies spec §5 is refused. `known`: words that an attacker knows, such as user,
 * host, model and serial number.
 */
export function choiceIssue(password: string, known: readonly string[]): IssueKind | undefined {
  const plain = unmask(password)
  const words = known.flatMap(variantsOf)
  if (passwordHasContext(password, words) || passwordHasContext(plain, words)) return 'password_context'
  if (
    passwordHasContext(
      lettersOf(plain),
      words.map((word) => lettersOf(word.toLowerCase())),
    )
  )
    return 'password_context'
  return isCommon(password) || isKeyboardWalk(password) ? 'password_common' : undefined
}

/**
 * A word forwards and backwards, with and without its punctuation. For words with digits, such as serial
 * numbers and host names, also every part of six characters.
 */
function variantsOf(word: string): string[] {
  const bare = word.replace(/[^\p{L}\p{N}]/gu, '')
  const forward = [word, bare]
  if (bare.length >= 8 && /\d/.test(bare))
    for (let at = 0; at + 6 <= bare.length; at++) forward.push(bare.slice(at, at + 6))
  return forward.flatMap((one) => [one, [...one].reverse().join('')])
}

/**
 * `P@ssw0rd-2026!` is `password` in the usual disguise: letters replaced by look-alikes, digits and
 * punctuation at the ends.
 */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (top_passwords.has(lower)) return true
  const trimmed = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const candidates = [
    unmask(trimmed),
    lettersOf(lower),
    lettersOf(unmask(trimmed)),
    unmask(lower).replace(/^[^a-z]+|[^a-z]+$/g, ''),
  ]
  if (
    candidates.some((candidate) => candidate === '' || common_stems.has(candidate) || isRepeated(candidate))
  )
    return true
  // `1qaz@WSX` is a keyboard walk with Shift held down for some of the keys.
  const shifted = lower.replace(/[!@#$%^&*()]/g, (sign) => String('!@#$%^&*()'.indexOf(sign) + 1).slice(-1))
  return [shifted, lower]
    .map((text) => text.replace(/[^a-z0-9]/g, ''))
    .some((keys) => common_runs.some((run) => keys.includes(run) && keys.length - run.length <= 4))
}

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')

/** `aaaa`, or a common word twice. */
const isRepeated = (text: string): boolean => {
  const half = text.slice(0, text.length / 2)
  return /^(.)\1+$/.test(text) || (half + half === text && common_stems.has(half))
}

const look_alikes: Record<string, string> = {
  '0': 'o',
  '@': 'a',
  '4': 'a',
  $: 's',
  '5': 's',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '7': 't',
}
const unmask = (text: string): string =>
  text.toLowerCase().replace(/[0@4$531!7]/g, (sign) => look_alikes[sign] ?? sign)

/**
 * The words that leaked passwords are built from. Few common passwords satisfy the rule of spec §5 unchanged;
 * `isCommon` catches their usual variations.
 */
const common_stems: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw pass pwd passphrase passcode secret mypassword mypass newpass newpassword
  changeme change default temp
  temporary test testing tester test-user demo guest user username login logon signin welcome hello letmein
  letmeinnow open opensesame access
  admin administrator adm root toor super superuser superadmin sysadmin system master manager operator support
  service server
  supervisor security secure camera cameras ipcam webcam device edge router gateway network internet office
  company server
  hikvision dahua huawei zte tplink cisco ubnt ubuntu debian raspberry raspberrypi
  qwerty qwertyu qwertyui qwertyuiop qwertz azerty qwer qwert asdf asdfg asdfgh asdfghjkl asdfjkl zxcv zxcvb
  zxcvbn zxcvbnm qaz wsx qazwsx
  qazwsxedc qweasd qweasdzxc qwaszx zaqxsw poiuytrewq lkjhgfdsa mnbvcxz ghjkl hjkl jkl uiop aabbcc
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa xyz abcxyz aabb abab
  iloveyou loveyou love lovely lover loveme ilove iloveu forever baby babygirl angel princess prince queen
  king
  sunshine sunflower
  flower rainbow butterfly chocolate cookie cheese banana orange apple summer winter spring autumn january
  february march april may june july
  august september october november december monday tuesday wednesday thursday friday saturday sunday
  dragon monkey tiger lion eagle shadow ninja samurai superman batman spiderman ironman starwars pokemon
  naruto
  matrix
  football baseball basketball soccer hockey tennis golf golfer sports arsenal chelsea liverpool barcelona
  juventus yankees cowboys
  michael jordan jennifer thomas daniel charlie robert william george david james john andrew joshua matthew
  anthony richard jessica
  ashley nicole michelle amanda hannah samantha sophie maria anna alex alexander max harley ginger buster
  maggie
  jasmine pepper
  computer laptop phone mobile android iphone samsung google facebook twitter instagram wechat weixin alipay
  taobao baidu tencent
  microsoft windows linux oracle mysql database sql java python
  trustno trustnoone whatever nothing nopassword none null blank hunter killer freedom money cash bitcoin
  lucky happy
  smile peace heaven jesus christ god blessed faith hope family friend friends mother father
  mustang ferrari porsche mercedes bmw audi toyota honda yamaha harleydavidson corvette
  china chinese zhongguo beijing shanghai shenzhen guangzhou taiwan taipei hongkong woaini woaiwo wodemima
  mima
  mimamima woshishei nihao
  aini zhang wang liu chen yang huang zhao zhou
  america canada london paris berlin germany france italy spain india japan tokyo
  guestguest adminadmin rootroot useruser testtest passpass rootpass adminpass adminpassword rootpassword
  userpass
  fuckyou fuck shit bitch asshole sexy hottie
  `
    .split(/\s+/)
    .filter(Boolean),
)

/** Common sequences on the keyboard and in the alphabet, with digits. */
const common_runs: readonly string[] = [
  '1qaz2wsx',
  '1qazxsw2',
  'zaq12wsx',
  'qwer1234',
  'qwert12345',
  'asdf1234',
  'zxcv1234',
  'abcd1234',
  'abc123',
  'abc1234',
  'a1b2c3',
  'a1s2d3',
  'q1w2e3',
  '1q2w3e',
  'q1w2e3r4',
  '1a2b3c',
  'aa123456',
  'a123456',
  'a1234567',
  'a12345678',
  'qq123456',
  'z123456',
  'w123456',
  'x123456',
  '123456a',
  '12345678a',
  '123qwe',
  '1234qwer',
  '123abc',
  '123asd',
  'p0o9i8',
  '5201314',
  '1314520',
]

/** The rows of a keyboard, and its signs with Shift. */

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./']
const signs = '!@#$%^&*()'
/** Shorter runs occur in words. */
const min_run = 3
/** A keyboard walk with up to this many other characters is still refused. */
const max_others = 2

/** `qwe123!@#` is three walks: q-w-e, 1-2-3, and 1-2-3 with Shift held down. */
function isKeyboardWalk(password: string): boolean {
  const keys = [...password.toLowerCase()].map((sign) =>
    signs.includes(sign) ? (rows[0]?.[signs.indexOf(sign)] ?? sign) : sign,
  )
  let [walked, run] = [0, 1]
  for (let at = 1; at <= keys.length; at++) {
    if (at < keys.length && follows(keys[at - 1]!, keys[at]!)) run++
    else {
      if (run >= min_run) walked += run
      run = 1
    }
  }
  return walked > 0 && keys.length - walked <= max_others
}

function follows(a: string, b: string): boolean {
  if (/[a-z]/.test(a) && /[a-z]/.test(b) && Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) <= 1) return true
  const [from, to] = [placeOf(a), placeOf(b)]
  if (!from || !to) return a === b
  const [down, across] = [Math.abs(from.row - to.row), Math.abs(from.column - to.column)]
  return (down === 0 && across <= 1) || (down === 1 && across === 0)
}

function placeOf(key: string): { row: number; column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(key))
  return row < 0 ? undefined : { row, column: rows[row]!.indexOf(key) }
}
