/** Answers of VPN registrars as proxies and small servers send them. The key is used up, so each counts. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { registerVpn } from '#src/adapters/network/vpn-registration.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { startRude } from '../storage/storage-servers.ts'

const account = JSON.stringify({ code: 0, message: 'ok', data: { file_name: 'a.ovpn', content: 'client\n' } })
const refusal = '{"code":4001,"message":"used"}'
const sized = (status: string, body: string, more = 0) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body) + more}\r\n\r\n${body}`
const chunk = `${account.length.toString(16)}\r\n${account}\r\n`
const packed = gzipSync(account)

test.each<[string, string | Buffer, 'stays' | 'ends', string]>([
  ['201', sized('201 Created', account), 'ends', 'a.ovpn'],
  ['a length that is too large', sized('200 OK', account, 9), 'ends', 'a.ovpn'],
  ['the same on a connection that stays open', sized('200 OK', account, 9), 'stays', 'a.ovpn'],
  ['no length, and a connection that stays open', `HTTP/1.1 200 OK\r\n\r\n${account}`, 'stays', 'a.ovpn'],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\n\r\n${account}`, 'ends', 'a.ovpn'],
  ['no last chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`, 'ends', 'a.ovpn'],
  [
    'gzip',
    Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), packed]),
    'ends',
    'a.ovpn',
  ],
  ['early hints', `HTTP/1.1 103 Early Hints\r\n\r\n${sized('200 OK', account)}`, 'ends', 'a.ovpn'],
  ['a length that is too small', sized('200 OK', account, -3), 'ends', 'bad_answer'],
  ['half of it', sized('200 OK', account.slice(0, 40), 60), 'ends', 'unreachable'],
  ...['400 Bad Request', '409 Conflict', '410 Gone', '422 Unprocessable'].map(
    (status): [string, string, 'ends', string] => [
      status,
      sized(status, refusal),
      'ends',
      'registration_refused',
    ],
  ),
  ['404', sized('404 Not Found', refusal), 'ends', 'bad_answer'],
  ['503', sized('503 Busy', '{"code":6000,"message":"busy"}'), 'ends', 'bad_answer'],
  ['a page with 409', sized('409 Conflict', '<html>'), 'ends', 'bad_answer'],
])('%s', async (_, answer, then, outcome) => {
  const door = await startRude((socket) =>
    socket.once('data', () => (then === 'ends' ? socket.end(answer) : socket.write(answer))),
  )
  const url = `http://127.0.0.1:${door.port}/register`
  const asked = registerVpn({ url, host_sn: 'a', name: 'b', key: 'a-key' }, { allow_loopback: true })
  const got = await asked.catch((error: unknown) => error)
  expect(got instanceof SystemError ? got.reason : got).toEqual(
    outcome === 'a.ovpn' ? { file_name: 'a.ovpn', content: 'client\n' } : outcome,
  )
  await door.stop()
})
