/** The envelope, the headers and the roles of every call. Long because one device serves all these tests. */
import { connect, type AddressInfo } from 'node:net'
import { calls, code, role, type Call, type CallName } from '@parking/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { security_headers } from '#src/http/security.ts'
import { openDevice, type Device } from '../device.ts'

const names = Object.keys(calls) as CallName[]
const json = { 'content-type': 'application/json' }
let device: Device
beforeAll(async () => void (device = await openDevice({ app: { names: ['box.example'] } })))
afterAll(() => device.close())

const post = (url: string, payload: string, headers: Record<string, string> = json) =>
  device.app.inject({ method: 'POST', url, headers, payload })

describe('every request is answered with an envelope', () => {
  test.each([
    ['unknown path', () => post('/api/user/nothing', '{}'), code.not_found],
    ['unknown path by GET', () => device.app.inject('/api/nothing/at/all'), code.not_found],
    [
      'unknown path with a form',
      () => post('/api/nothing', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      code.not_found,
    ],
    ['the bare area', () => device.app.inject('/api'), code.not_found],
    ['unknown template path', () => device.app.inject('/vue-element-admin/nothing'), code.not_found],
    ['call by GET', () => device.app.inject('/api/utils/ping'), code.not_found],
    [
      'call by PUT',
      () => device.app.inject({ method: 'PUT', url: '/api/utils/ping', headers: json, payload: '{}' }),
      code.not_found,
    ],
    ['call by DELETE', () => device.app.inject({ method: 'DELETE', url: '/api/utils/ping' }), code.not_found],
    [
      'call by OPTIONS',
      () => device.app.inject({ method: 'OPTIONS', url: '/api/utils/ping' }),
      code.not_found,
    ],
    ['broken JSON', () => post('/api/utils/ping', '{"a":'), code.format_error],
    ['no body', () => post('/api/utils/ping', ''), code.format_error],
    ['null', () => post('/api/utils/ping', 'null'), code.format_error],
    ['a list', () => post('/api/utils/ping', '[]'), code.format_error],
    ['a text', () => post('/api/utils/ping', '"x"'), code.format_error],
    ['an unknown field', () => post('/api/utils/ping', '{"x":1}'), code.format_error],
    ['__proto__', () => post('/api/utils/ping', '{"__proto__":{"x":1}}'), code.format_error],
    [
      'constructor.prototype',
      () => post('/api/utils/ping', '{"constructor":{"prototype":{"x":1}}}'),
      code.format_error,
    ],
    [
      '100,000 nested lists',
      () => post('/api/utils/ping', '['.repeat(100_000) + ']'.repeat(100_000)),
      code.format_error,
    ],
    [
      'more than 1 MiB',
      () => post('/api/utils/ping', JSON.stringify({ x: 'x'.repeat(1_100_000) })),
      code.format_error,
    ],
    ['XML', () => post('/api/utils/ping', '<a/>', { 'content-type': 'application/xml' }), code.format_error],
    ['a good ping', () => post('/api/utils/ping', '{}'), code.success],
  ])('%s', async (_, request, wanted) => {
    const answer = await request()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      code: wanted,
      message: expect.any(String),
      request_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('a thousand errors are reported briefly, each with its field', async () => {
    const many = await post(
      '/api/utils/ping',
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field-${i}-${'x'.repeat(150)}`, i])),
      ),
    )
    expect(many.body.length).toBeLessThan(20_000)
    const token = await device.tokenOf('admin')
    const one = await device.call(
      'set_address',
      { province: '', city: 'x'.repeat(33), district: 7, longitude: 180.1, latitude: 45 } as never,
      token,
    )
    expect(one.data).toEqual([
      { field: 'city', issue: 'too_long', limit: 32 },
      { field: 'district', issue: 'type' },
      { field: 'detail_address', issue: 'required' },
      { field: 'longitude', issue: 'longitude' },
    ])
  })

  test('a request without HTTP, or with an invalid URL, is answered; the server keeps running', async () => {
    await device.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = device.app.server.address() as AddressInfo
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let got = ''
        const socket = connect(port, '127.0.0.1', () => socket.end(text))
        socket
          .on('data', (data) => void (got += String(data)))
          .on('close', () => resolve(got))
          .on('error', reject)
      })
    for (const [text, wanted] of [
      ['garbage\r\n\r\n', code.format_error],
      ['GET / HTTP/1.1\r\n\r\n', code.format_error],
      ['GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', code.not_found],
    ] as const) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
      expect(JSON.parse(body)).toMatchObject({ code: wanted })
      for (const [name, value] of Object.entries(security_headers))
        expect(head).toContain(`${name}: ${value}`)
    }
    expect((await post('/api/utils/ping', '{}')).json().code).toBe(code.success)
  })
})

describe('requests from another site', () => {
  const host = { host: 'box.example:8080' }
  test.each([
    ['foreign origin', { ...json, ...host, origin: 'http://evil.example' }, code.permission_denied],
    [
      'origin of another port',
      { ...json, ...host, origin: 'http://box.example:9090' },
      code.permission_denied,
    ],
    ['origin null', { ...json, ...host, origin: 'null' }, code.permission_denied],
    [
      'Sec-Fetch-Site cross-site',
      { ...json, ...host, 'sec-fetch-site': 'cross-site' },
      code.permission_denied,
    ],
    ['Sec-Fetch-Site same-site', { ...json, ...host, 'sec-fetch-site': 'same-site' }, code.permission_denied],
    ['text/plain that is JSON', { ...host, 'content-type': 'text/plain' }, code.format_error],
    ['a form', { ...host, 'content-type': 'application/x-www-form-urlencoded' }, code.format_error],
    ['multipart', { ...host, 'content-type': 'multipart/form-data; boundary=x' }, code.format_error],
    ['application/jsonp', { ...host, 'content-type': 'application/jsonp' }, code.format_error],
    ['no content type', host, code.format_error],
    [
      'the console itself',
      { ...json, ...host, origin: 'http://box.example:8080', 'sec-fetch-site': 'same-origin' },
      code.success,
    ],
    [
      'a proxy that adds the port',
      { ...json, host: 'Box.example:443', origin: 'https://box.example' },
      code.success,
    ],
    [
      'a proxy that removes the dot at the end of a name',
      { ...json, host: 'box.example', origin: 'http://box.example.' },
      code.success,
    ],
    ['a proxy that empties Origin', { ...json, host: 'box.example', origin: '' }, code.success],
    ['IPv6', { ...json, host: '[2001:DB8:0::1]:8080', origin: 'http://[2001:db8::1]:8080' }, code.success],
    ['no origin', { ...json, host: 'box.example', origin: 'null' }, code.permission_denied],
    [
      'a proxy that changes Host, and the browser vouches for the page',
      { ...json, ...host, origin: 'https://public.example', 'sec-fetch-site': 'same-origin' },
      code.success,
    ],
    [
      'the same at an address',
      { ...json, ...host, origin: 'http://192.0.2.1', 'sec-fetch-site': 'same-origin' },
      code.success,
    ],
    [
      'a name that another site may have made to lead to the proxy',
      { ...json, ...host, origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      code.permission_denied,
    ],
    [
      'another page, although the browser names no initiator',
      { ...json, ...host, origin: 'https://evil.example', 'sec-fetch-site': 'none' },
      code.permission_denied,
    ],
    ['with a charset', { ...host, 'content-type': 'application/json;charset=UTF-8' }, code.success],
  ])('%s', async (_, headers, wanted) => {
    for (const path of ['/api/utils/ping']) expect((await post(path, '{}', headers)).json().code).toBe(wanted)
  })

  test('the refusal of a changed Host has both names and the setting of the proxy', async () => {
    const headers = { ...json, host: 'box.example', origin: 'http://box.example:8443' }
    const { code: refused, message, data } = (await post('/api/utils/ping', '{}', headers)).json()
    expect([refused, data]).toEqual([
      code.permission_denied,
      { reason: 'host_changed', detail: 'Origin: http://box.example:8443, Host: box.example' },
    ])
    expect(message).toContain('proxy_set_header Host $http_host')
    // Where the browser itself says that the page is another site's, no proxy is to blame.
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await post('/api/utils/ping', '{}', foreign)).json().data).toBeUndefined()
  })

  test('no CORS header is ever sent', async () => {
    const answer = await device.app.inject({
      method: 'OPTIONS',
      url: '/api/utils/ping',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('every answer has the security headers, whatever its status', async () => {
  const answers = [
    await post('/api/utils/ping', '{}'),
    await post('/api/utils/ping', '{'),
    await device.app.inject('/api/nothing'),
    await device.app.inject('/media/nothing.jpg'),
    await device.app.inject('/healthz'),
    await device.app.inject({ method: 'PATCH', url: '/nothing' }),
  ]
  // A page of the console that was opened at another address may detect that this one is up, but nothing more
  // (docs/decisions/0012).
  expect(answers[4]!.headers['cross-origin-resource-policy']).toBe('cross-origin')
  for (const { headers } of answers) {
    expect({
      ...headers,
      ...(headers === answers[4]!.headers && { 'cross-origin-resource-policy': 'same-origin' }),
    }).toMatchObject(security_headers)
    expect(headers['strict-transport-security']).toBeUndefined()
  }
  const policy = security_headers['content-security-policy']!
  for (const part of ["script-src 'self';", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe')
})

// An invalid body reveals the permission without changing anything: with permission the answer is a format
// error. rules/ checks that each call has roles and a handler.
test.each([...role, 'no_session'] as const)('every call answers %s as its roles say', async (who) => {
  const wanted = ({ roles, method }: Call) => {
    if (roles === 'anyone') return code.format_error
    if (who === 'no_session') return code.token_expired
    if (!roles.includes(who)) return code.permission_denied
    return method === 'GET' ? code.success : code.format_error
  }
  const answered = async (name: CallName) => {
    const token = who === 'no_session' ? undefined : await device.tokenOf(who)
    return (await device.call(name, { no_such_field: 1 } as never, token)).code
  }
  const wrong = []
  for (const name of names) {
    const [got, due] = [await answered(name), wanted(calls[name])]
    if (got !== due) wrong.push(`${name}: ${got} instead of ${due}`)
  }
  expect(wrong).toEqual([])
})

describe('too many requests from one address', () => {
  // Freeze the time: on a busy machine the requests would take longer than the window of the limit.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
  test('are refused with 6000, except from the device itself', async () => {
    const ping = (remoteAddress: string) =>
      device.app.inject({
        method: 'POST',
        url: '/api/utils/ping',
        remoteAddress,
        headers: json,
        payload: '{}',
      })
    const codes = new Set<number>()
    for (let i = 0; i < 620; i++) codes.add((await ping('192.0.2.77')).json().code)
    expect(codes).toEqual(new Set([code.success, code.busy]))
    expect((await ping('192.0.2.78')).json().code).toBe(code.success)
    for (let i = 0; i < 620; i++) expect((await ping('127.0.0.1')).json().code).toBe(code.success)
  })
})
