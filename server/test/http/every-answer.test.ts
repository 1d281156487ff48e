/** Every answer of the server carries the security headers, and a request with two readings is refused. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { code } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { security_headers } from '#src/http/security.ts'
import { openDevice, type Device } from '../device.ts'

let box: Device
let port: number
beforeAll(async () => {
  box = await openDevice()
  await box.app.listen({ host: '127.0.0.1', port: 0 })
  port = (box.app.server.address() as AddressInfo).port
})
afterAll(() => box.close())

/** Sends these bytes, ends the sending side, and returns the last answer. */
async function answerTo(bytes: string) {
  const socket = connect({ host: '127.0.0.1', port })
  let heard = ''
  socket.on('data', (data) => (heard += data.toString())).on('error', () => undefined)
  socket.end(bytes)
  await once(socket, 'close')
  const final = heard.replace(/^(HTTP\/1\.1 100 [\s\S]*?\r\n\r\n)+/, '')
  const [head = '', body = ''] = final.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body, answers: heard.split('HTTP/1.1 ').length - 1 }
}

const request = (first: string, ...headers: string[]) => [first, ...headers, '', ''].join('\r\n')
const host = 'Host: 127.0.0.1'
const close = 'Connection: close'
const post = (...headers: string[]) => request('POST /api/utils/ping HTTP/1.1', close, ...headers) + '{}'
const json = 'Content-Type: application/json'
const upgrade = (path: string, ...headers: string[]) =>
  request(`GET ${path} HTTP/1.1`, host, 'Connection: Upgrade', ...headers)
const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='

/** What is sent, and the status of the answer. */
const cases: Record<string, [sent: string, status: number]> = {
  'a good call': [post(host, json, 'Content-Length: 2'), 200],
  'a good call with Expect': [post(host, json, 'Content-Length: 2', 'Expect: 100-continue'), 200],
  'an Expect that is unknown': [post(host, json, 'Content-Length: 2', 'Expect: 200-ok'), 417],
  'a page that does not exist': [request('GET /nothing HTTP/1.1', host, close), 404],
  'a method that is unknown': [request('BREW / HTTP/1.1', host), 400],
  'a method without a route': [request('PROPFIND / HTTP/1.1', host, close), 404],
  TRACE: [request('TRACE / HTTP/1.1', host, close), 404],
  'OPTIONS of the whole server': [request('OPTIONS * HTTP/1.1', host, close), 404],
  'what is not HTTP': ['NONSENSE\r\n\r\n', 400],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a version that is unknown': [request('GET / HTTP/9.9', host), 400],
  'an address that cannot be decoded': [request('GET /%zz HTTP/1.1', host, close), 404],
  'such an address in a browser': [request('GET /%zz HTTP/1.1', host, 'Accept: text/html', close), 302],
  'headers that are too long': [request('GET / HTTP/1.1', host, `X: ${'y'.repeat(20_000)}`), 400],
  'a header with a control character': [request('GET / HTTP/1.1', host, 'X: a\u0001b'), 400],
  'a header name with a space before the colon': [request('GET / HTTP/1.1', host, 'X : a'), 400],
  'a folded header': [request('GET / HTTP/1.1', host, 'X: a', ' b'), 400],

  'no Host': [request('GET /healthz HTTP/1.1', close), 400],
  'no Host in HTTP/1.0': [request('GET /healthz HTTP/1.0'), 400],
  'an empty Host': [request('GET /healthz HTTP/1.1', 'Host:', close), 400],
  'two hosts': [request('GET /healthz HTTP/1.1', host, 'Host: evil.example', close), 400],
  'the same host twice': [request('GET /healthz HTTP/1.1', host, host, close), 400],
  'two hosts in one header': [request('GET /healthz HTTP/1.1', `${host}, evil.example`, close), 421],
  'another host': [request('GET /healthz HTTP/1.1', 'Host: evil.example', close), 421],
  'user info in the host': [request('GET /healthz HTTP/1.1', 'Host: 127.0.0.1@evil.example', close), 421],
  'a whole URL': [request('GET http://127.0.0.1/healthz HTTP/1.1', host, close), 200],
  'a whole URL of another host': [request('GET http://evil.example/healthz HTTP/1.1', host, close), 400],
  'a whole URL of another port': [request('GET http://127.0.0.1:1/healthz HTTP/1.1', host, close), 400],
  'a whole URL with user info': [request('GET http://127.0.0.1@evil.example/ HTTP/1.1', host, close), 400],
  'a whole URL of another scheme': [request('GET ftp://127.0.0.1/healthz HTTP/1.1', host, close), 400],

  'two lengths': [post(host, json, 'Content-Length: 2', 'Content-Length: 3'), 400],
  'two lengths in one header': [post(host, json, 'Content-Length: 2, 3'), 400],
  'the same length twice': [post(host, json, 'Content-Length: 2', 'Content-Length: 2'), 400],
  'a length with a sign': [post(host, json, 'Content-Length: +2'), 400],
  'a length and chunks': [post(host, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'), 400],
  'an encoding that is unknown': [post(host, json, 'Transfer-Encoding: gzip'), 400],
  'two types': [post(host, json, 'Content-Type: text/plain', 'Content-Length: 2'), 400],
  'two tokens': [post(host, json, 'Authorization: a', 'Authorization: b', 'Content-Length: 2'), 400],
  'the same token twice': [
    post(host, json, 'Authorization: a', 'Authorization: a', 'Content-Length: 2'),
    400,
  ],
  'two cookie headers': [post(host, json, 'Cookie: a=1', 'Cookie: b=2', 'Content-Length: 2'), 400],
  'the same cookie header twice': [post(host, json, 'Cookie: a=1', 'Cookie: a=1', 'Content-Length: 2'), 400],
  'two keys of a call': [post(host, json, 'Call-Key: a', 'Call-Key: b', 'Content-Length: 2'), 400],
  'two origins': [post(host, json, `Origin: http://127.0.0.1`, 'Origin: http://x', 'Content-Length: 2'), 400],

  'an upgrade of a page': [upgrade('/healthz', 'Upgrade: websocket', key, 'Sec-WebSocket-Version: 13'), 101],
  'an upgrade to another protocol': [upgrade('/live/x', 'Upgrade: h2c'), 404],
  'an upgrade without a key': [upgrade('/live/x', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'), 404],
  'an upgrade with a bad key': [upgrade('/healthz', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'), 400],
  'an upgrade with a bad version': [upgrade('/healthz', 'Upgrade: websocket', key), 400],
  'an upgrade of another host': [
    request('GET /live/x HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade', 'Upgrade: websocket', key),
    421,
  ],
  'an upgrade with two hosts': [upgrade('/live/x', 'Upgrade: websocket', key, 'Host: evil.example'), 400],
}

test.each(Object.entries(cases))('%s', async (_, [sent, status]) => {
  const answer = await answerTo(sent)
  expect([answer.status, answer.answers <= 2]).toEqual([status, true])
  for (const [name, value] of Object.entries(security_headers))
    expect([name, answer.headers[name]]).toEqual([
      name,
      name === 'cross-origin-resource-policy' && status === 200 ? expect.any(String) : value,
    ])
  if (status >= 400) expect(answer.headers['cache-control']).toBe('no-store')
  if (status === 400 || status === 417) expect(answer.body).toContain(`"code":${code.format_error}`)
  expect(answer.body).not.toMatch(/evil|node_modules/)
})
