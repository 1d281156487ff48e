/** Maps the error codes of S3-compatible storage (AWS, MinIO, Swift and three clouds) to our reasons. */
import type { StorageReason, StorageStep } from '@parking/contract'
import { StorageError } from '#src/ports/storage-port.ts'
import type { S3Answer } from './s3-request.ts'

/** A signature is valid for this long in either direction. */
const max_skew_ms = 15 * 60_000

const groups: readonly (readonly [codes: string, step: StorageStep | undefined, reason: StorageReason])[] = [
  ['RequestTimeTooSkewed RequestExpired RequestIsExpired', 'signin', 'clock'],
  [
    'InvalidAccessKeyId InvalidAccessKeyID UnknownAccessKeyId SignatureDoesNotMatch InvalidToken ' +
      'InvalidTokenId ExpiredToken InvalidSecurity InvalidSecurityToken SecurityTokenExpired AuthFailure ' +
      'Unauthorized',
    'signin',
    'signin',
  ],
  ['AuthorizationHeaderMalformed InvalidRegion InvalidRegionName', 'signin', 'region'],
  ['NoSuchBucket InvalidBucketName', 'bucket', 'bucket'],
  [
    'PermanentRedirect TemporaryRedirect IllegalLocationConstraintException IncorrectEndpoint ' +
      'InvalidLocationConstraint',
    'bucket',
    'region',
  ],
  // A bucket that is not reached by the kind of address that was used, or not by this name.
  [
    'SecondLevelDomainForbidden PathStyleDomainForbidden VirtualHostDomainRequired PublicEndpointForbidden ' +
      'NoSuchCustomDomain BucketAccelerateNotEnabled',
    'bucket',
    'addressing',
  ],
  [
    'AccountSuspended AccountProblem AccountOverdue AbnormalBucketOwnerStatus UserDisable UserSuspended ' +
      'UserRestricted UserProjectAccountProblem InArrearOrInsufficientBalance NotSignedUp OptInRequired ' +
      'DeregisterUserId UnavailableForLegalReasons',
    'signin',
    'suspended',
  ],
  ['AccessDenied AccessForbidden Forbidden AllAccessDisabled', undefined, 'denied'],
  [
    'QuotaExceeded StorageQuotaExceeded BucketQuotaExceeded StorageFull InsufficientStorageSpace ' +
      'EntityTooLarge XMinioStorageFull XMinioAdminBucketQuotaExceeded',
    undefined,
    'full',
  ],
  ['BadDigest InvalidDigest XAmzContentSHA256Mismatch', undefined, 'changed'],
  [
    'SlowDown ServiceUnavailable InternalError RequestTimeout RequestTimeOut OperationAborted ' +
      'TooManyRequests ServerBusy UserNetworkTooSlow ExceedAccountQPSLimit ExceedBucketQPSLimit',
    undefined,
    'busy',
  ],
]
const meanings = new Map(
  groups.flatMap(([codes, step, reason]) => codes.split(' ').map((one) => [one, [step, reason]] as const)),
)

/** Codes of a bucket that is reached by its name in the host alone. */
const wants_host = ['SecondLevelDomainForbidden', 'PathStyleDomainForbidden', 'VirtualHostDomainRequired']
export const wantsBucketHost = (answer: S3Answer): boolean => wants_host.includes(element(answer, 'Code'))

/** Codes of a bucket that lets no object be written twice. */
export const isWritten = (answer: S3Answer): boolean =>
  ['FileImmutable', 'FileAlreadyExists', 'ObjectAlreadyExists'].includes(element(answer, 'Code'))

/** Codes for several causes: Garage, Aliyun, Backblaze and others name the cause in the message. */
const vague: ReadonlySet<string> = new Set([
  '',
  'AccessDenied',
  'AccessForbidden',
  'Forbidden',
  'InvalidRequest',
  'InvalidArgument',
])
const in_words: readonly (readonly [RegExp, step: StorageStep | undefined, reason: StorageReason])[] = [
  [/date is too (old|new)|request has expired/i, 'signin', 'clock'],
  [/invalid signature|no such key|access key has length|no such access key/i, 'signin', 'signin'],
  [/using the specified endpoint/i, 'bucket', 'region'],
  [/\bcaps? (is |was )?exceeded|quota/i, undefined, 'full'],
  // An address of the console, or http for https.
  [/requests must be made to API port/i, undefined, 'not_storage'],
  [/HTTP request (was sent )?to (an )?HTTPS/i, 'tls', 'tls'],
]

/** One element of the small XML documents of S3; empty if it is missing. */
export const element = ({ body }: Pick<S3Answer, 'body'>, name: string): string =>
  new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]{0,1000})</`)
    .exec(body.toString('utf8'))?.[1]
    ?.replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&') ?? ''

/** The error for an unsuccessful answer. `skew_ms` is our clock minus theirs. */
export function refusalOf(answer: S3Answer, step: StorageStep, skew_ms: number | null): StorageError {
  const code = element(answer, 'Code')
  const said = [`HTTP ${answer.status}`, code, element(answer, 'Message')]
    .filter((part) => part !== '')
    .join(' · ')
  // AWS names the region of a bucket in a header, also where its answer has no body.
  const elsewhere = code === '' && answer.headers['x-amz-bucket-region'] !== undefined
  const words = code === '' ? answer.body.toString('utf8') : element(answer, 'Message')
  const in_message = vague.has(code) ? in_words.find(([pattern]) => pattern.test(words)) : undefined
  const [named, reason] = elsewhere
    ? (['bucket', 'region'] as const)
    : in_message
      ? ([in_message[1], in_message[2]] as const)
      : (meanings.get(code) ?? ([undefined, byStatus(answer.status, code)] as const))
  // Some servers report an expired signature as a wrong one, or as something that is not allowed.
  const may_be_clock =
    named === 'signin' ||
    (code !== '' && [400, 401, 403].includes(answer.status) && (reason === 'denied' || reason === 'other'))
  if (may_be_clock && skew_ms !== null && Math.abs(skew_ms) > max_skew_ms)
    return new StorageError('signin', 'clock', said)
  return new StorageError(named ?? step, reason, said)
}

function byStatus(status: number, code: string): StorageReason {
  if (status === 507 || status === 413) return 'full'
  // A proxy answers 502 and 504 for a storage that is down; 501 is about what was asked.
  if (status === 429 || status === 408 || (status >= 500 && status !== 501)) return 'busy'
  if (status === 403 && code === '') return 'denied'
  return code === '' ? 'not_storage' : 'other'
}
