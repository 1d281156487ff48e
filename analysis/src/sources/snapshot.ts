/** Fetches a camera's picture over HTTP with digest (RFC 7616) or basic authentication. */
import { createHash, randomBytes } from 'node:crypto'
import { deviceSentence, type DeviceSentence } from '@parking/contract/core/device-sentences.ts'

const timeout_ms = 5000
const max_bytes = 16 * 1024 * 1024

export type PictureClient = { get: () => Promise<Buffer> }

/** What the device's relay answers instead of a picture (docs/analysis-socket.md). */
const sentences: Readonly<Record<number, DeviceSentence>> = {
  401: 'unseen_sign_in',
  503: 'unseen_nothing_listens',
  504: 'unseen_unreachable',
  526: 'unseen_certificate',
}
const sentenceOf = (status: number): string =>
  deviceSentence(sentences[status] ?? 'unseen_status', { status })

/** Stores the camera's challenge, so that only the first request is sent twice. */
export function createPictureClient(address: string, username: string, password: string): PictureClient {
  let challenge:
    | { scheme: 'digest'; fields: Record<string, string>; count: number }
    | { scheme: 'basic' }
    | undefined

  const authorization = (url: URL): string | undefined => {
    if (!challenge) return undefined
    if (challenge.scheme === 'basic')
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { realm = '', nonce = '', opaque, algorithm = 'MD5', qop } = challenge.fields
    const hash = (text: string): string =>
      createHash(/^sha-256/i.test(algorithm) ? 'sha256' : 'md5')
        .update(text)
        .digest('hex')
    const [uri, cnonce, nc] = [
      url.pathname + url.search,
      randomBytes(8).toString('hex'),
      (++challenge.count).toString(16).padStart(8, '0'),
    ]
    const [ha1, ha2] = [hash(`${username}:${realm}:${password}`), hash(`GET:${uri}`)]
    const response = qop
      ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`)
      : hash(`${ha1}:${nonce}:${ha2}`)
    return (
      `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", ` +
      `response="${response}", ` +
      `algorithm=${algorithm}` +
      (qop ? `, qop=auth, nc=${nc}, cnonce="${cnonce}"` : '') +
      (opaque ? `, opaque="${opaque}"` : '')
    )
  }
  const readChallenge = (header: string): typeof challenge => {
    const digest = /digest\s+(.*?)(?=,\s*basic\s|$)/is.exec(header)?.[1]
    if (!digest) return /basic/i.test(header) ? { scheme: 'basic' } : undefined
    return {
      scheme: 'digest',
      count: 0,
      fields: Object.fromEntries(
        [...digest.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key, quoted, bare]) => [
          key!,
          quoted ?? bare!,
        ]),
      ),
    }
  }
  const request = (url: URL): Promise<Response> => {
    const header = authorization(url)
    return fetch(url, {
      headers: header ? { authorization: header } : {},
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
  }

  return {
    async get() {
      const url = new URL(address)
      let response = await request(url)
      if (response.status === 401) {
        await response.body?.cancel()
        challenge = readChallenge(response.headers.get('www-authenticate') ?? '')
        if (!challenge) throw new Error(deviceSentence('unseen_no_scheme'))
        response = await request(url)
      }
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(sentenceOf(response.status))
      }
      const bytes = Buffer.from(await response.arrayBuffer())
      if (bytes.length > max_bytes) throw new Error(deviceSentence('unseen_too_large'))
      return bytes
    },
  }
}
