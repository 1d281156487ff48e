/** What an S3-compatible storage means by its answer: the error codes of AWS, MinIO, Swift and the three clouds. */
import type { StorageReason, StorageStep } from '@parking/contract'
import { StorageError } from '#src/ports/storage-port.ts'
import type { S3Answer } from './s3-request.ts'

/** A signature is good for this long on either side. */
const max_skew_ms = 15 * 60_000

const meanings: Record<string, [step: StorageStep | undefined, reason: StorageReason]> = {
  RequestTimeTooSkewed: ['signin', 'clock'],
  RequestExpired: ['signin', 'clock'],
  InvalidAccessKeyId: ['signin', 'signin'],
  SignatureDoesNotMatch: ['signin', 'signin'],
  InvalidToken: ['signin', 'signin'],
  InvalidSecurity: ['signin', 'signin'],
  AuthFailure: ['signin', 'signin'],
  AuthorizationHeaderMalformed: ['signin', 'region'],
  NoSuchBucket: ['bucket', 'bucket'],
  InvalidBucketName: ['bucket', 'bucket'],
  PermanentRedirect: ['bucket', 'region'],
  TemporaryRedirect: ['bucket', 'region'],
  IllegalLocationConstraintException: ['bucket', 'region'],
  AccessDenied: [undefined, 'denied'],
  AllAccessDisabled: [undefined, 'denied'],
  AccountProblem: [undefined, 'denied'],
  UserDisable: [undefined, 'denied'],
  QuotaExceeded: [undefined, 'full'],
  EntityTooLarge: [undefined, 'full'],
  XMinioStorageFull: [undefined, 'full'],
  XMinioAdminBucketQuotaExceeded: [undefined, 'full'],
  BadDigest: [undefined, 'changed'],
  XAmzContentSHA256Mismatch: [undefined, 'changed'],
  SlowDown: [undefined, 'busy'],
  ServiceUnavailable: [undefined, 'busy'],
  InternalError: [undefined, 'busy'],
}

/** One element of the small XML documents in which such a storage speaks; empty where it is not there. */
export const element = ({ body }: Pick<S3Answer, 'body'>, name: string): string =>
  new RegExp(`<${name}>([^<]{0,1000})</${name}>`)
    .exec(body.toString('utf8'))?.[1]
    ?.replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&') ?? ''

/** The trouble that an answer which is no success stands for. `skew_ms` is how far our clock is from theirs. */
export function refusalOf(answer: S3Answer, step: StorageStep, skew_ms: number | null): StorageError {
  const code = element(answer, 'Code')
  const said = [`HTTP ${answer.status}`, code, element(answer, 'Message')]
    .filter((part) => part !== '')
    .join(' · ')
  const [named, reason] = meanings[code] ?? [undefined, byStatus(answer.status, code)]
  // A signature made at the wrong time is refused as a wrong one by some.
  if (named === 'signin' && skew_ms !== null && Math.abs(skew_ms) > max_skew_ms)
    return new StorageError('signin', 'clock', said)
  return new StorageError(named ?? step, reason, said)
}

function byStatus(status: number, code: string): StorageReason {
  if (status === 507) return 'full'
  if (status === 429 || status === 503) return 'busy'
  if (status === 403 && code === '') return 'denied'
  return code === '' ? 'not_storage' : 'other'
}
