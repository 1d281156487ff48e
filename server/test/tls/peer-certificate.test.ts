/** Reading the certificate that a server presents, so that a user can compare and accept it. */
import { X509Certificate } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keyFingerprint } from '#src/core/outbound/trust.ts'
import { openDevice, type Device } from '../device.ts'
import { certificatesAt, startFake } from './fake-server.ts'

const certificates = certificatesAt(Date.now())
const { good, self_signed, expired, wrong_name } = certificates
let device: Device
let token: string

beforeAll(async () => {
  device = await openDevice({ ports: { now: Date.now } })
  token = await device.tokenOf('operator')
})
afterAll(() => device.close())

const smtp = ['220-hello\r\n220 hello\r\n', '250-hello\r\n250 STARTTLS\r\n', '220 go\r\n']
const ftp = ['220 hello\r\n', '234 go\r\n']

test.each([
  ['https', self_signed, [], 'self_signed'],
  ['rtsps', good, [], 'unknown_issuer'],
  ['smtps', expired, [], 'expired'],
  ['smtp', wrong_name, smtp, 'unknown_issuer'],
  ['ftps', good, ftp, 'unknown_issuer'],
  ['ftps', good, [], 'unknown_issuer'],
] as const)('%s: the certificate is shown, and nothing is sent', async (scheme, issued, before, problem) => {
  const fake = await startFake(issued, undefined, before)
  onTestFinished(() => fake.stop())
  const { code, data } = await device.call(
    'fetch_certificate',
    { address: `${scheme}://localhost:${fake.port}/x` },
    token,
  )
  expect(code).toBe(0)
  expect(data.problem).toBe(problem)
  expect(data.chain[0]).toMatchObject({
    subject: `CN=${issued.name}`,
    self_signed: issued === self_signed,
    key_sha256: keyFingerprint(new X509Certificate(issued.cert)),
  })
  expect(fake.heard()).toBe('')
})

test('a server without TLS, a missing server and a forbidden address are reported', async () => {
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 no\r\n\r\n'))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void plain.close())
  const ask = (address: string, as = token) => device.call('fetch_certificate', { address }, as)
  const { port } = plain.address() as AddressInfo
  expect(await ask(`https://localhost:${port}`)).toMatchObject({
    code: 7000,
    data: { reason: 'tls_not_tls' },
  })
  expect(await ask('https://127.0.0.1:1')).toMatchObject({ code: 7000, data: { reason: 'unreachable' } })
  const field = (issue: string) => ({ code: 1000, data: [{ field: 'address', issue }] })
  expect(await ask('https://169.254.169.254/')).toMatchObject(field('url_forbidden'))
  expect(await ask('https://metadata.google.internal/')).toMatchObject(field('url_forbidden'))
  expect(await ask('http://localhost/')).toMatchObject({ code: 1000, data: [{ issue: 'url' }] })
  expect(await ask('https://localhost:1', await device.tokenOf('viewer'))).toMatchObject({ code: 4030 })
})

test('the trust in an endpoint is a parameter like others, and refused if it is unreadable', async () => {
  const admin = await device.tokenOf('admin')
  const update = (server_trust: string) => device.call('update_storage_param', { server_trust }, admin)
  expect(await update('no certificate')).toMatchObject({
    code: 1000,
    data: [{ field: 'server_trust', issue: 'server_trust' }],
  })
  expect(await update(good.cert)).toMatchObject({ code: 0 })
  expect((await device.call('get_storage_param', {}, admin)).data.server_trust).toBe(good.cert)
  const { list } = (await device.call('param_history', { page: 1, page_size: 1 }, admin)).data
  expect(list[0]!.changes).toMatchObject([{ field: 'server_trust', before: '', after: good.cert }])
})

test('a test uses the typed trust, or else the stored one, and reports why it failed', async () => {
  const admin = await device.tokenOf('admin')
  const fake = await startFake(good, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
  )
  onTestFinished(() => fake.stop())
  await device.call('update_storage_param', { server_trust: '' }, admin)
  const typed = {
    protocol: 4,
    endpoint: `https://localhost:${fake.port}`,
    username: 'box',
    password: 'Street#2026',
    directory: 'bucket',
    key_re: '',
  } as const
  const failed = async (more: { server_trust?: string }) =>
    (await device.call('test_storage', { ...typed, ...more }, admin)).data.failed
  expect(await failed({})).toMatchObject({ step: 'tls', reason: 'certificate', tls: 'unknown_issuer' })
  expect(await failed({ server_trust: self_signed.cert })).toMatchObject({ tls: 'unknown_issuer' })
  expect(await failed({ server_trust: good.cert })).toMatchObject({ step: 'tls', tls: 'unknown_issuer' })
  const accepted = { server_trust: certificates.authority.cert }
  expect(await failed(accepted)).toMatchObject({ step: 'write', reason: 'not_storage', tls: null })
  await device.call('update_storage_param', accepted, admin)
  expect(await failed({})).toMatchObject({ step: 'write' })
  expect(await failed({ server_trust: '' })).toMatchObject({ tls: 'unknown_issuer' })
})
