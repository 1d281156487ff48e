/** Hashes passwords, and refuses common and guessable ones beyond the rule of spec §5. */
import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordHasContext, type IssueKind } from '@parking/contract'
import { common_runs, common_stems } from './common-stems.ts'

/** argon2id (the library's default) with OWASP's first choice of cost: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of 32 discarded random bytes at the same cost: an unknown user takes as long as a wrong password.
 */
export const unknown_user_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$rM2FRfmfjJ/X53BTPCb2IA$bXO6lSZJYBxwGxxfrkYJ4WrmR690CKv4ooCKcmkdQrs'

export const hashPassword = (password: string): Promise<string> => hash(password, cost)
export const passwordIs = (password: string, password_hash: string): Promise<boolean> =>
  verify(password_hash, password)

/** A password for the first sign-in: 16 unambiguous characters, 79 bits. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/**
 * Why a password that satisfies spec §5 is refused. `words` are
 * what an attacker knows: user, host, model, serial number.
 */
export function choiceIssue(password: string, words: readonly string[]): IssueKind | undefined {
  const plain = unmask(password)
  if (passwordHasContext(password, words) || passwordHasContext(plain, words)) return 'password_context'
  if (
    passwordHasContext(
      lettersOf(plain),
      words.map((word) => lettersOf(word.toLowerCase())),
    )
  )
    return 'password_context'
  return isCommon(password) ? 'password_common' : undefined
}

/**
 * `P@ssw0rd-2026!` is `password` with the usual disguise:
 * letters swapped for look-alikes, digits and signs at the ends.
 */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
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
  // `1qaz@WSX` is a walk over the keys with Shift held down now and then.
  const keys = lower
    .replace(/[!@#$%^&*()]/g, (sign) => String('!@#$%^&*()'.indexOf(sign) + 1).slice(-1))
    .replace(/[^a-z0-9]/g, '')
  return common_runs.some((run) => keys.includes(run) && keys.length - run.length <= 4)
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
