/**
 * Verifies AWS Signature Version 4 as an S3 storage does ("Signature Version 4 signing process"; in S3 the
 * path is encoded once).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type SignatureCheck =
  | { ok: true; payload: string }
  | {
      ok: false
      code:
        | 'AccessDenied'
        | 'InvalidAccessKeyId'
        | 'RequestTimeTooSkewed'
        | 'SignatureDoesNotMatch'
        | 'AuthorizationHeaderMalformed'
    }

const authorization = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=(.+)/([0-9]{8})/([a-z0-9-]+)/s3/aws4_request, ?' +
    'SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$',
)
const max_skew_ms = 15 * 60_000

/** `payload` is the SHA-256 that the body must have. */
export function checkSignature(
  request: IncomingMessage,
  { username, password, region, now }: { username: string; password: string; region: string; now: number },
): SignatureCheck {
  const [, key = '', date = '', its_region = '', signed = '', signature = ''] =
    authorization.exec(request.headers.authorization ?? '') ?? []
  if (signature === '') return { ok: false, code: 'AccessDenied' }
  if (key !== username) return { ok: false, code: 'InvalidAccessKeyId' }
  if (its_region !== region) return { ok: false, code: 'AuthorizationHeaderMalformed' }
  const stamp = String(request.headers['x-amz-date'] ?? '')
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(at) || Math.abs(at - now) > max_skew_ms) return { ok: false, code: 'RequestTimeTooSkewed' }
  const payload = String(request.headers['x-amz-content-sha256'] ?? '')
  const [path = '', query = ''] = (request.url ?? '/').split('?')
  const canonical = [
    request.method,
    encoded(decodeURIComponent(path)),
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signed.split(';').map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signed,
    payload,
  ].join('\n')
  const scope = `${date}/${its_region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const signing = [its_region, 's3', 'aws4_request'].reduce(
    (chain, part) => hmac(chain, part),
    hmac(`AWS4${password}`, date),
  )
  return timingSafeEqual(hmac(signing, text), Buffer.from(signature, 'hex'))
    ? { ok: true, payload }
    : { ok: false, code: 'SignatureDoesNotMatch' }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
