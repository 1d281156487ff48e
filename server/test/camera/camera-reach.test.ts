/**
 * Addresses that the server may connect to: as written, as resolved, and as reported by a camera.
 * Long because each of the three has its own cases.
 */
import { createServer } from 'node:http'
import { createServer as createTcp, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { exchange, NoAnswer } from '#src/adapters/http/http-exchange.ts'
import { correctedUrl } from '#src/adapters/camera/reported-url.ts'
import { fetchPicture } from '#src/adapters/camera/http-picture.ts'
import { connectStream } from '#src/adapters/video/rtsp-connect.ts'
import {
  allowedAddresses,
  hostIssue,
  mayReachAddress,
  resolvedIssue,
  leadsTo,
  urlIssue,
  type Resolve,
} from '#src/core/outbound/address.ts'
import { dial } from '#src/core/outbound/dial.ts'
import { openDevice, type Device } from '../device.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const never = [
  '169.254.169.254',
  '0.0.0.0',
  '0',
  '224.0.0.251',
  '255.255.255.255',
  '240.0.0.1',
  '100.100.100.200',
  '::',
  'fe80::1',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '::ffff:0:169.254.169.254',
  '2001::5601:5601',
  '168.63.129.16',
  'fd20:ce::254',
  '2002:7f00:1::',
  'fd00:ec2::254',
  'metadata.google.internal',
  'METADATA.google.internal.',
]
const loopback = [
  '127.0.0.1',
  '127.8.8.8',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '１２７.0.0.1',
]
const good = [
  '192.168.1.64',
  '10.0.0.1',
  '172.16.5.5',
  '203.0.113.9',
  'camera-3.local',
  'iot.example.com',
  'fd12::7',
]

/** Addresses of this machine that are not on loopback, as another machine would reach it. */
const own = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ internal }) => !internal)
const spellings = own.flatMap(({ address, family }) =>
  family === 'IPv4' ? [address, `::ffff:${address}`, `${address}.`] : [address, address.toUpperCase()],
)

test.each(spellings)("%s is the device's own and never reached", async (host) => {
  const inUrl = host.includes(':') ? `[${host}]` : host
  for (const allow_loopback of [false, true]) {
    expect(hostIssue(host, { allow_loopback })).toBe('url_forbidden')
    expect(urlIssue(`rtsp://${inUrl}:8554/x`, { allow_loopback })).toBe('url_forbidden')
  }
})

test.skipIf(own.length === 0)(
  'a service on an own address hears nothing, by address or by name',
  async () => {
    const { address, family } = own[0]!
    let heard = 0
    const server = createServer(() => undefined).on('connection', () => heard++)
    await new Promise<void>((done) => server.listen(0, address, done))
    ends.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const host = `${family === 'IPv6' ? `[${address}]` : address}:${port}`
    const options = {
      method: 'GET',
      timeout_ms: 2_000,
      max_bytes: 1,
      reach: { allow_loopback: true },
    } as const
    await expect(exchange(`http://${host}/`, options)).rejects.toMatchObject({ stage: 'forbidden' })
    const resolve: Resolve = (_, __, done) => done(null, [{ address, family: family === 'IPv6' ? 6 : 4 }])
    await expect(
      dial({ host: 'camera.example', port, reach: { allow_loopback: true }, resolve }),
    ).rejects.toMatchObject({ code: 'EFORBIDDEN' })
    await expect(
      connectStream({ url: `rtsp://${host}/main` }, { allow_loopback: true }),
    ).rejects.toMatchObject({
      step: 'reach',
    })
    expect(heard).toBe(0)
  },
)

test.each(never)('%s is never reached', (host) => {
  expect(hostIssue(host, { allow_loopback: false })).toBe('url_forbidden')
  expect(hostIssue(host, { allow_loopback: true })).toBe('url_forbidden')
  const inUrl = host.includes(':') ? `[${host}]` : host
  for (const scheme of ['http', 'https', 'rtsp'])
    expect(urlIssue(`${scheme}://${inUrl}:8080/x`, { allow_loopback: true })).toBe('url_forbidden')
})

test.each(loopback)('%s is reached only if loopback is allowed', (host) => {
  expect(hostIssue(host, { allow_loopback: false })).toBe('url_forbidden')
  expect(hostIssue(host, { allow_loopback: true })).toBeUndefined()
})

test.each(good)('%s may be reached', (host) => {
  expect(hostIssue(host, { allow_loopback: false })).toBeUndefined()
})

test('an invalid address is not reached', () => {
  for (const text of ['', 'camera', '1.2.3', '127.0.0.1.'])
    expect(mayReachAddress(text, { allow_loopback: true })).toBe(false)
  expect(urlIssue('', { allow_loopback: false })).toBeUndefined()
})

test('a host name is checked again after it is resolved (DNS rebinding)', async () => {
  const found = (allow_loopback: boolean) => allowedAddresses('localhost', { allow_loopback })
  await expect(found(false)).rejects.toThrow('localhost may not be reached')
  expect((await found(true))[0]?.address).toMatch(/^(127\.0\.0\.1|::1)$/)
})

test('a literal address, an unknown scheme and a redirect are refused at the request', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    if (request.url === '/away')
      response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end()
    else response.end('secret')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const options = {
    method: 'GET',
    timeout_ms: 2_000,
    max_bytes: 1000,
    reach: { allow_loopback: false },
  } as const
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://localhost:${port}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'no url',
  ]) {
    await expect(exchange(url, options)).rejects.toMatchObject({ name: 'NoAnswer', stage: 'forbidden' })
  }
  expect(asked).toBe(0)
  await expect(
    fetchPicture(
      { frame_url: `http://127.0.0.1:${port}/`, username: '', password: '' },
      { reach: { allow_loopback: false }, timeout_ms: 1000 },
    ),
  ).rejects.toMatchObject({ step: 'reach' })
  expect(
    await exchange(`http://127.0.0.1:${port}/away`, { ...options, reach: { allow_loopback: true } }),
  ).toMatchObject({ status: 302 })
  expect(asked).toBe(1)
  const platform = httpPlatform({ allow_loopback: false })
  ends.push(() => platform.close())
  expect(await platform.post(`http://127.0.0.1:${port}/`, {}, {})).toMatchObject({ kind: 'silent' })
  expect(asked).toBe(1)
  await expect(
    exchange(`http://127.0.0.1:${port}/`, { ...options, max_bytes: 3, reach: { allow_loopback: true } }),
  ).rejects.toBeInstanceOf(NoAnswer)
})

test('an address reported by a camera gets the typed host and loses its sign-in data', () => {
  const typed = { ipv4: '203.0.113.9', onvif_port: 8081 }
  expect(correctedUrl('http://192.168.1.64/onvif/media_service', typed)).toBe(
    'http://203.0.113.9:8081/onvif/media_service',
  )
  expect(correctedUrl('rtsp://admin:secret@192.168.1.64:554/main?x=1', typed)).toBe(
    'rtsp://203.0.113.9:554/main?x=1',
  )
  expect(correctedUrl('http://203.0.113.9:99/snap', typed)).toBe('http://203.0.113.9:99/snap')
  for (const junk of ['', '(null)', 'none', 'file:///etc/passwd', 'javascript:1'])
    expect(correctedUrl(junk, typed)).toBe('')
})

// agsh/onvif#231, openhab/openhab-addons#15707
test('an address that lacks a part, or is escaped twice, is completed', () => {
  const typed = { ipv4: '203.0.113.9', onvif_port: 8081 }
  for (const [reported, whole] of [
    ['http:///snap.jpg?a=1&amp;b=2', 'http://203.0.113.9:8081/snap.jpg?a=1&b=2'],
    ['http://:8888/snap.jpg', 'http://203.0.113.9:8888/snap.jpg'],
    ['/cgi-bin/snap.cgi?a=1&amp;amp;b=2', 'http://203.0.113.9:8081/cgi-bin/snap.cgi?a=1&b=2'],
    ['snap.jpg?channel=1', 'http://203.0.113.9:8081/snap.jpg?channel=1'],
    ['//192.168.1.64/snap.jpg', 'http://203.0.113.9:8081/snap.jpg'],
    ['192.168.1.64:99/snap.jpg', 'http://203.0.113.9:8081/snap.jpg'],
    ['http://0.0.0.0/snap.jpg', 'http://203.0.113.9:8081/snap.jpg'],
  ] as const)
    expect(correctedUrl(reported, typed)).toBe(whole)
  for (const [reported, whole] of [
    ['rtsp:///live', 'rtsp://203.0.113.9/live'],
    ['rtsp://:8554/live', 'rtsp://203.0.113.9:8554/live'],
    ['/live/main', 'rtsp://203.0.113.9/live/main'],
    ['192.168.1.64:8554/live', 'rtsp://203.0.113.9:8554/live'],
    ['RTSP://127.0.1.1:8554/live', 'rtsp://203.0.113.9:8554/live'],
  ] as const)
    expect(correctedUrl(reported, typed, 'rtsp')).toBe(whole)
  expect(correctedUrl('/snap.jpg', { ...typed, server_trust: 'any' })).toBe(
    'https://203.0.113.9:8081/snap.jpg',
  )
})

test.each([
  [
    'add_onvif_camera',
    'ipv4',
    { camera_name: 'x', ipv4: '127.0.0.1', onvif_port: 80, username: 'a', password: 'b' },
  ],
  [
    'add_onvif_camera',
    'ipv4',
    { camera_name: 'x', ipv4: '0x7f000001', onvif_port: 80, username: 'a', password: 'b' },
  ],
  [
    'add_common_camera',
    'frame_url',
    {
      camera_name: 'x',
      username: '',
      password: '',
      stream_url_main: '',
      stream_url_sub: '',
      frame_url: 'http://169.254.169.254/latest',
    },
  ],
  [
    'add_common_camera',
    'stream_url_main',
    {
      camera_name: 'x',
      username: '',
      password: '',
      stream_url_main: 'rtsp://2130706433/a',
      stream_url_sub: '',
      frame_url: '',
    },
  ],
  ['update_platform_param', 'auth_url', { auth_url: 'http://127.0.0.1:1/auth' }],
  ['update_platform_param', 'data_url', { data_url: 'http://[::1]/data' }],
] as const)('%s refuses a forbidden %s on its field', async (name, field, body) => {
  const device: Device = await openDevice({ ports: { allow_loopback: false } })
  ends.push(() => device.close())
  const answer = await device.call(name, body, await device.tokenOf('admin'))
  expect(answer).toMatchObject({ code: 1000, data: [{ field, issue: 'url_forbidden' }] })
})

test('a name for a program of the system is refused if it leads to the device now', async () => {
  const reach = { allow_loopback: false }
  const to =
    (...addresses: string[]): Resolve =>
    (_, __, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const unknown: Resolve = (_, __, done) => done(Object.assign(new Error(), { code: 'ENOTFOUND' }), [])
  expect(await resolvedIssue('ntp.example', reach, to('127.0.0.1'))).toBe('url_forbidden')
  expect(await resolvedIssue('ntp.example', reach, to('192.0.2.77', '::1'))).toBe('url_forbidden')
  expect(await resolvedIssue('169.254.169.254', reach, unknown)).toBe('url_forbidden')
  expect(await resolvedIssue('[::1]', reach, unknown)).toBe('url_forbidden')
  expect(await resolvedIssue('ntp.example', reach, to('192.0.2.77'))).toBeUndefined()
  expect(await resolvedIssue('ntp.example', reach, unknown)).toBeUndefined()
  expect(await resolvedIssue('ntp.example', reach, () => undefined)).toBeUndefined()
})

test.each([
  ['100 Continue', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 200],
  ['103 Early Hints', 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n', 417],
  ['101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x', '', 'The connection broke (HTTP 101)'],
] as const)('a peer that answers %j first is read, or refused at once', async (first, then, outcome) => {
  const server = createTcp((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(`HTTP/1.1 ${first}\r\n\r\n${then}`))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const asked = { method: 'POST', body: 'x', timeout_ms: 60_000, max_bytes: 9 } as const
  const seen = await exchange(`http://127.0.0.1:${port}/`, {
    ...asked,
    reach: { allow_loopback: true },
  }).then(
    ({ status }) => status,
    ({ message }: Error) => message,
  )
  expect(seen).toBe(outcome)
})

test.each([
  ['/b', 'rtsp://east:1/a', 'rtsp://east:1/b'],
  ['rtsp://u:p@East:2/b?x=1#y', 'rtsp://east:1/a', 'rtsp://East:2/b?x=1'],
  ['rtsps://east/a', 'rtsp://east/a', 'rtsps://east/a'],
  ['rtsp://east/a', 'rtsps://east/a', undefined],
  ['http://east/a', 'https://east/a', undefined],
  ['http://east/a', 'rtsp://east/a', undefined],
  ['//west/a', 'http://east/a', undefined],
  ['/a', 'http://east/a', undefined],
  ['', 'http://east/a', undefined],
])('%j leads from %s to %s', (location, from, to) => {
  expect(leadsTo(location, from)).toBe(to)
})
