/** Maps the replies of an FTP server to errors (RFC 959, section 4.2; RFC 2228 for TLS). */
import type { StorageReason, StorageStep } from '@parking/contract'
import type { FTPError } from 'basic-ftp'
import { DialError } from '#src/core/outbound/dial.ts'
import { StorageError } from '#src/ports/storage-port.ts'
import { storageErrorOf, type Stage } from './storage-wire.ts'

/** What answered is no FTP server: these are its first words. */
export class NotFtp extends Error {
  override readonly name = 'NotFtp'
}

/** Compared by name, so that only a device with FTP loads the library. */
export const isReply = (error: unknown): error is FTPError =>
  error instanceof Error && error.name === 'FTPError'

/** `step` is the operation, `stage` how far the connection had got. */
export function ftpError(error: unknown, step: StorageStep, stage: Stage = 'open'): StorageError {
  if (error instanceof StorageError) return error
  if (isReply(error)) {
    const reason =
      in_words.find(({ steps, pattern }) => steps.includes(step) && pattern.test(error.message))?.reason ??
      reasonOf(error.code, step)
    return new StorageError(reason === 'signin' || reason === 'tls' ? reason : step, reason, error.message)
  }
  if (error instanceof NotFtp) return new StorageError('connect', 'not_storage', error.message)
  // The data connection: the control connection is open.
  if (error instanceof DialError && stage === 'open')
    return new StorageError(step, error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', 'EPSV, PASV')
  const message = error instanceof Error ? error.message : String(error)
  const { code } = error as { code?: string }
  if (/^Timeout/i.test(message) || code === 'ETIMEDOUT') return new StorageError(step, 'timeout')
  if (/larger than it may be/.test(message)) return new StorageError(step, 'changed')
  // The library's sentence ends with the server's reply.
  if (/^(Can't parse|None of the available)/.test(message))
    return new StorageError(step, 'not_storage', /\d{3}[ -].*/s.exec(message)?.[0] ?? 'EPSV, PASV')
  return storageErrorOf(error, stage, step)
}

/** What servers say in text only, each with a code of its own: all these are also codes of something else. */
const in_words: readonly { steps: readonly StorageStep[]; pattern: RegExp; reason: StorageReason }[] = [
  {
    steps: ['signin', 'write'],
    pattern: /\b(TLS|SSL)\b|must use encryption|cleartext|use AUTH first/i,
    reason: 'tls',
  },
  {
    steps: ['connect', 'signin'],
    pattern:
      /too many|(maximum|max\.?) (number|allowed|connections|clients|users|sessions)|already connected/i,
    reason: 'busy',
  },
  {
    steps: ['write'],
    pattern: /disk (is )?full|no (disk )?space|(not enough|insufficient) (disk |storage )?space|quota/i,
    reason: 'full',
  },
]

function reasonOf(code: number, step: StorageStep): StorageReason {
  if (code === 421 || code === 450) return 'busy'
  if (code === 425 || code === 426) return 'cut' // the data connection
  if (code === 522 || (code >= 533 && code <= 536)) return 'tls' // RFC 4217
  if (step === 'tls') return 'tls'
  if (code === 530 || code === 332 || code === 532 || code === 430) return 'signin'
  if (code === 452 || code === 552) return 'full'
  if (step === 'connect') return 'busy'
  if (code === 550 || code === 553 || code === 501) return step === 'bucket' ? 'bucket' : 'denied'
  return 'other'
}
