/** Hashes passwords, and refuses common and guessable passwords beyond the rule of spec §5. */
import { randomInt } from 'node:crypto'
import { passwordHasContext, type IssueKind } from '@parking/contract'
import { loadArgon2 } from '../core/files/argon2.ts'
import { common_runs, common_stems } from './common-stems.ts'
import { isKeyboardWalk } from './keyboard-walk.ts'
import { min_cost, type Cost } from './password-cost.ts'
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
