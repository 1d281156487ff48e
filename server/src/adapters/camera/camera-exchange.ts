/**
 * One request to a camera over HTTP, signed on demand: by the one dialer, with a total timeout and a size
 * limit, without redirects. The answer is read as browsers read it (`answer-reader.ts`). Long because a
 * request, its connection and its failures belong together.
 */
import type { Socket } from 'node:net'
import { deviceSentence } from '@parking/contract'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import { urlIssue, type Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { codingsOf, decodedBody } from '../http/answer-body.ts'
import { createSigner, isStale, type Login } from '../http/http-auth.ts'
import { BadAnswer, createAnswerReader, isGood, type Answer } from './answer-reader.ts'
import { httpsAlone, saysHttpsAlone } from './https-alone.ts'
import type { KeptSigners } from './kept-signers.ts'

export type CameraRequest = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeout_ms: number
  max_bytes: number
  reach: Reach
  /** What the peer of an encrypted connection is verified against; empty: the system's authorities. */
  trust: string
  signal?: AbortSignal
  /** See `ReaderOptions`. */
  whole: (body: Buffer) => Buffer | undefined
  /** Signs the first request as the last one to the same address was signed. */
  signers?: KeptSigners
}

/** What follows the whole of a body whose end nothing marks gets this much time. */
const idle_ms = 300

/**
 * Sends a request, and once more with credentials when a 401 asks for them, and once more for a nonce that is
 * stale. Resolves with any status and whether credentials were asked for; throws a CameraError of step reach,
 * port or `step`.
 */
export async function askCamera(
  url: string,
  login: Login,
  step: 'picture' | 'port',
  request: CameraRequest,
): Promise<Answer & { signed: boolean }> {
  const deadline = Date.now() + request.timeout_ms
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '', search: '' }
  const send = (headers: Record<string, string>) =>
    exchange(url, step, {
      ...request,
      headers: { ...request.headers, ...headers },
      timeout_ms: deadline - Date.now(),
    })
  const { signers } = request
  const { signer, is_kept } = signers?.of(url, login) ?? { signer: createSigner(login), is_kept: false }
  const sendSigned = () =>
    send({ authorization: signer.sign(request.method, pathname + search, request.body) })
  let answer = await (is_kept ? sendSigned() : send({}))
  let signed = is_kept
  if (is_kept && answer.status === 401)
    signers?.refused(url, login, isStale(answer.headers['www-authenticate'] ?? ''))
  for (let tries = 0; answer.status === 401 && tries < 2; tries++) {
    const challenges = answer.headers['www-authenticate'] ?? ''
    if (login.username === '' || !signer.take(challenges, tries > 0 && !isStale(challenges))) break
    signed = true
    answer = await sendSigned()
  }
  if (signed && isGood(answer.status)) signers?.keep(url, login, signer)
  return { ...answer, signed }
}

async function exchange(url: string, step: 'picture' | 'port', request: CameraRequest): Promise<Answer> {
  const to = URL.canParse(url) ? new URL(url) : undefined
  if ((to?.protocol !== 'http:' && to?.protocol !== 'https:') || urlIssue(url, request.reach))
    throw new CameraError('reach', deviceSentence('address_forbidden'))
  const late = AbortSignal.timeout(Math.max(1, request.timeout_ms))
  const ends = AbortSignal.any([late, request.signal].filter((one) => one !== undefined))
  const socket = await connect(to, request, ends)
  try {
    const answer = await answerOn(socket, to, request, ends)
    if (to.protocol === 'http:' && saysHttpsAlone(answer)) throw httpsAlone()
    return answer
  } catch (error) {
    if (error instanceof CameraError) throw error
    if (error instanceof BadAnswer && error.kind === 'tls' && to.protocol === 'http:') throw httpsAlone()
    if (error instanceof BadAnswer)
      throw new CameraError(
        step,
        error.kind !== 'too_large'
          ? 'What answers there does not speak HTTP'
          : deviceSentence('answer_too_large'),
        step === 'port' ? 'not_onvif' : 'not_jpeg',
      )
    if (ends.aborted)
      throw new CameraError('port', deviceSentence(late.aborted ? 'no_answer_in_time' : 'given_up'))
    const code = codeOf(error)
    // TLS 1.3 refuses a client without a certificate only after the handshake.
    const tls = tlsErrorIn(error)
    if (tls === 'client_certificate')
      throw new CameraError('port', deviceSentence('tls_not_good', { code }), tls)
    throw new CameraError(
      'port',
      deviceSentence('connection_broke', { code: code || 'no answer' }),
      'cut_short',
      code,
    )
  } finally {
    socket.destroy()
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

async function connect(to: URL, { reach, trust }: CameraRequest, signal: AbortSignal): Promise<Socket> {
  const host = to.hostname.replace(/^\[|\]$/g, '')
  const secure = to.protocol === 'https:'
  const plain = await dial({ host, port: Number(to.port) || (secure ? 443 : 80), reach, signal }).catch(
    (error: unknown) => {
      if (!(error instanceof DialError)) throw error
      if (error.step === 'address') throw new CameraError('reach', error.message)
      if (error.code === 'ECONNREFUSED') throw new CameraError('port', deviceSentence('nothing_listens'))
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        throw new CameraError('port', deviceSentence('connection_broke', { code: error.code }))
      const is_late = error.code === 'ETIMEDOUT' || error.code === 'ABORT_ERR'
      throw new CameraError('reach', deviceSentence(is_late ? 'no_connection_in_time' : 'no_route'))
    },
  )
  plain.on('error', () => undefined)
  if (!secure) return plain
  const end = () => plain.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await openTls(plain, host, trust)
  } catch (error) {
    plain.destroy()
    if (signal.aborted) throw new CameraError('port', deviceSentence('no_answer_in_time'))
    const tls = tlsErrorIn(error)
    throw new CameraError('port', deviceSentence('tls_not_good', { code: codeOf(error) || tls }), tls)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Writes the request and reads the answer. Rejects with a BadAnswer, or whatever broke the connection. */
function answerOn(socket: Socket, to: URL, request: CameraRequest, signal: AbortSignal): Promise<Answer> {
  const { method, max_bytes, whole } = request
  const body = Buffer.from(request.body ?? '')
  const fields = {
    host: to.host,
    connection: 'close',
    'user-agent': 'parking-edge',
    'accept-encoding': 'identity',
    ...request.headers,
    ...(method === 'POST' && { 'content-length': String(body.length) }),
  }
  const lines = Object.entries(fields).map(
    ([name, value]) => `${titled(name)}: ${value.replaceAll(/[\r\n]/g, '')}`,
  )
  const head = [`${method} ${to.pathname}${to.search} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  const reader = createAnswerReader({ max_bytes, whole })
  return new Promise((resolve, reject) => {
    let idle: NodeJS.Timeout | undefined
    const end = (error?: unknown): void => {
      clearTimeout(idle)
      signal.removeEventListener('abort', stop)
      try {
        const answer = error instanceof BadAnswer ? undefined : reader.end()
        if (!answer) return reject(error ?? new Error('The connection was closed'))
        const decoded = decodedBody(answer.body, codingsOf(answer.headers), max_bytes)
        if (!decoded) return reject(new BadAnswer('too_large'))
        resolve({ ...answer, body: decoded })
      } catch (bad) {
        reject(bad)
      }
    }
    const stop = (): void => {
      clearTimeout(idle)
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    socket.on('data', (chunk: Buffer) => {
      try {
        const state = reader.take(chunk)
        if (state === 'done') end()
        if (state === 'ahead') clearTimeout(idle)
        if (state === 'ahead' || (state === 'enough' && !idle)) idle = setTimeout(end, idle_ms)
      } catch (error) {
        end(error)
      }
    })
    socket.once('end', () => end())
    socket.once('error', end)
    socket.once('close', () => end())
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]))
  })
}

/** `content-type` as `Content-Type`: some firmware compares names by their exact letters. */
const titled = (name: string): string =>
  name.replaceAll(/(^|-)[a-z]/g, (part) => part.toUpperCase()).replace('Www', 'WWW')
