/** Faulty answers of the platform, or of a proxy in front of it. */
import type { ServerResponse } from 'node:http'

const server_errors = [500, 502, 503, 504] as const
const redirects = [302, 307] as const
/**
 * Answers seen in practice: HTML pages, half an envelope, an envelope without a numeric code, bytes, nothing.
 */
const garbage: readonly (string | Buffer)[] = [
  '<!doctype html><title>Sign in</title><p>Please sign in to this network.',
  '{"code":0,"message":',
  '{"code":"0"}',
  '[]',
  'null',
  '"ok"',
  '',
  Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x22]),
  '{"code":0}{"code":0}',
]

/** Answers without storing anything. `turn` counts the requests, so that each variant is used in turn. */
export function answerBadly(
  response: ServerResponse,
  how: 'error' | 'throttle' | 'redirect' | 'garbage',
  turn: number,
): void {
  const of = <T>(list: readonly T[]): T => list[turn % list.length]!
  if (how === 'error')
    return void response
      .writeHead(of(server_errors), { 'content-type': 'text/plain' })
      .end('upstream failure')
  if (how === 'throttle')
    return void response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
      .end('{"code":6000,"message":"slow down","data":{}}')
  if (how === 'redirect') return void response.writeHead(of(redirects), { location: '/elsewhere' }).end()
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(of(garbage))
}

/** Starts an answer and closes the connection before its end. */
export function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 400 })
  response.write('{"code":')
  setImmediate(() => response.socket?.destroy())
}

/** Sends the whole answer, and after it a second, unsolicited one: immediately or a moment later. */
export function answerTwice(response: ServerResponse, text: string, turn: number): void {
  const { socket } = response
  const key = response.getHeader('idempotency-key')
  const again =
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n` +
    `${key === undefined ? '' : `Idempotency-Key: ${String(key)}\r\n`}` +
    `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  const second = () => void (socket && !socket.destroyed && socket.write(again))
  if (turn % 2 === 0) response.once('finish', second)
  else response.once('finish', () => setTimeout(second, 2))
  response.end(text)
}
