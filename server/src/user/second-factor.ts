/** The optional second factor: setup, and the check at sign-in. Needs no external service. */
import { randomBytes, randomInt } from 'node:crypto'
import { log_type, type second_factor_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { badField, failedBecause, notFound, tokenExpired } from '../core/refusal.ts'
import { hashPassword, passwordIs } from './password.ts'
import { min_cost } from './password-cost.ts'
import {
  countRecoveryCodes,
  recoveryHash,
  setSecondFactor,
  takeRecoveryCode,
  takeStep,
} from './second-factor.store.ts'
import { acceptedStep, fromBase32, toBase32 } from './totp.ts'
import { userById, type User } from './user.store.ts'

const secret_bytes = 20
const recovery_codes = 10

export const second_factor_handlers = {
  second_factor: (_, { db, session }) => ({
    enabled: own(db, session.user_id).totp_secret !== '',
    recovery_codes: countRecoveryCodes(db, session.user_id),
  }),

  async begin_second_factor(_, { db, session, host }) {
    const { username } = own(db, session.user_id)
    const secret = toBase32(randomBytes(secret_bytes))
    const { host_name } = await host.identity()
    const label = encodeURIComponent(`${host_name}:${username}`)
    const query = new URLSearchParams({ secret, issuer: host_name })
    return { secret, uri: `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}` }
  },

  async enable_second_factor({ secret, code }, { db, session, secrets, now }) {
    const bytes = fromBase32(secret)
    if (bytes?.length !== secret_bytes) throw badField('secret', 'format')
    const step = acceptedStep(bytes, code, now(), 0)
    if (step === undefined) throw badField('code', 'code_wrong')
    const codes = Array.from({ length: recovery_codes }, (_, position) => recoveryCode(position))
    const code_hashes = await Promise.all(codes.map((one) => hashPassword(one, min_cost)))
    db.transaction(() => {
      own(db, session.user_id)
      setSecondFactor(db, session.user_id, { sealed: secrets.seal(secret), step, code_hashes })
    })
    return { recovery_codes: codes }
  },

  disable_second_factor(_, { db, session }) {
    removeSecondFactor(db, session.user_id)
    return {}
  },

  reset_second_factor({ user_id }, { db }) {
    if (!userById(db, user_id)) throw notFound('This user')
    removeSecondFactor(db, user_id)
    return {}
  },
} satisfies Handlers<keyof typeof second_factor_calls>

export const removeSecondFactor = (db: Db, user_id: number): void =>
  setSecondFactor(db, user_id, { sealed: '', step: 0, code_hashes: [] })

type Factor = Pick<User, 'totp_secret'>

/** False if the user's second factor cannot be decrypted, so that only recovery codes are accepted. */
export const hasUsableFactor = (user: Factor, secrets: CallContext['secrets']): boolean =>
  user.totp_secret === '' || secretOf(user, secrets) !== undefined

/** Undefined if it cannot be decrypted, because the key of the secrets was lost or the row is damaged. */
function secretOf({ totp_secret }: Factor, secrets: CallContext['secrets']): Buffer | undefined {
  try {
    const bytes = fromBase32(secrets.open(totp_secret))
    return bytes?.length === secret_bytes ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Throws unless the user has no second factor, or `code` is a current code or an unused recovery code. */
export async function checkSecondFactor(
  { db, secrets, now, log }: CallContext,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (user.totp_secret === '') return
  if (code === undefined || code === '') throw failedBecause('second_factor_needed', 'A code is needed')
  const bytes = secretOf(user, secrets)
  if (bytes === undefined)
    log.error({ user: user.username }, 'the second factor of a user cannot be decrypted')
  const step = bytes && acceptedStep(bytes, code.replace(/\s/g, ''), now(), user.totp_step)
  if (step !== undefined && takeStep(db, user.id, step)) return
  if (await isRecoveryCode(db, user.id, code.trim().toUpperCase())) {
    const left = countRecoveryCodes(db, user.id)
    log.warn(
      { log_type: log_type.user, what: 'recovery_code_used', by: user.username, left },
      'a recovery code was used to sign in',
    )
    return
  }
  throw failedBecause('second_factor_wrong', 'The code is wrong')
}

async function isRecoveryCode(db: Db, user_id: number, code: string): Promise<boolean> {
  const [, number] = /^(\d{1,2})-[0-9A-Z]{5}-[0-9A-Z]{5}$/.exec(code) ?? []
  const position = Number(number) - 1
  const hash = number === undefined ? undefined : recoveryHash(db, user_id, position)
  return hash !== undefined && (await passwordIs(code, hash)) && takeRecoveryCode(db, user_id, position)
}

/** `N-XXXXX-XXXXX`: 50 bits. The number N says which hash to compare. */
function recoveryCode(position: number): string {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const five = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${position + 1}-${five()}-${five()}`
}

function own(db: Db, user_id: number): User {
  const user = userById(db, user_id)
  if (!user) throw tokenExpired()
  return user
}
