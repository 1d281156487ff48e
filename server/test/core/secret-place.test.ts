/**
 * A stored secret is sent only to the scheme, host and port it was stored for. Listeners of an attacker
 * record what they receive. Long because each kind of secret is tried with each call that sends it.
 */
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls, code, placeOf, type Body, type CallName } from '@parking/contract'
import { readParam } from '#src/params/param.store.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { camera, common, device, form, password, setUpOneCamera, token } from '../camera/one-camera.ts'

setUpOneCamera()

let seen = ''
let port = 0
const ends: (() => void)[] = []
/**
 * Requests Basic authentication, and greets like FTP and SMTP servers; everything that a client sends is
 * recorded.
 */
beforeEach(async () => {
  seen = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1')
      socket.end('HTTP/1.1 401 no\r\nwww-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  ends.push(() => (server.close(), sockets.forEach((socket) => socket.destroy())))
})
afterEach(() => ends.splice(0).forEach((end) => end()))

const call = <Name extends CallName>(name: Name, body: unknown, as = token) =>
  device.call(name, body as Body<Name>, as)
const refusal = (field: string) => ({
  code: code.format_error,
  data: expect.arrayContaining([{ field, issue: 'secret_place' }]) as unknown,
})
const audited = async () => JSON.stringify((await call('log', { page: 1, page_size: 50, type: 2 })).data)

test('the password of a common camera never reaches another address, tried or saved', async () => {
  const { camera_sn } = (await call('add_common_camera', common())).data
  for (const more of [
    { frame_url: `http://127.0.0.1:${port}/snapshot.jpg` },
    { frame_url: `http://localhost:${camera.port}/snapshot.jpg` },
    { frame_url: `https://127.0.0.1:${camera.port}/snapshot.jpg` },
    { stream_url_sub: `rtsp://127.0.0.1:${port}/sub` },
    { frame_url: '', stream_url_main: `rtsp://127.0.0.1:${port}/main` },
  ]) {
    const body = { camera_sn, ...common({ password: '', ...more }) }
    const { camera_name: _, ...account } = body
    expect(await call('try_common_camera', account)).toMatchObject(refusal('password'))
    expect(await call('update_common_camera', body)).toMatchObject(refusal('password'))
  }
  expect(seen).toBe('')
  // A password typed again is sent to the new address; the stored one still serves other paths of its host.
  await call('try_common_camera', {
    camera_sn,
    ...tried(common({ frame_url: `http://127.0.0.1:${port}/`, password: 'typed#1' })),
  })
  expect(seen).not.toContain(basic(password))
  const same = common({
    password: '',
    frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg?again`,
  })
  expect(await call('try_common_camera', { camera_sn, ...tried(same) })).toMatchObject({ code: 0 })
})

const tried = ({ camera_name: _, ...account }: Body<'add_common_camera'>) => account
const basic = (secret: string) => Buffer.from(`admin:${secret}`).toString('base64')

test('the password of an ONVIF camera never reaches another address either', async () => {
  await call('add_onvif_camera', form())
  for (const more of [{ onvif_port: port }, { ipv4: 'localhost' }]) {
    const { camera_name, ...account } = form({ password: '', ...more })
    expect(await call('try_onvif_camera', { camera_sn: 'SN-0001', ...account })).toMatchObject(
      refusal('password'),
    )
    expect(
      await call('update_onvif_camera', { camera_sn: 'SN-0001', camera_name, ...account }),
    ).toMatchObject(refusal('password'))
  }
  expect(seen).toBe('')
  expect(device.deps.secrets.open(cameraBySn(device.deps.db, 'SN-0001')!.password)).toBe(password)
})

test('a try is audited with its address, without its password; it needs the role of the change', async () => {
  const { camera_name: _, ...account } = form()
  await call('try_onvif_camera', account)
  await call('try_common_camera', tried(common()))
  const log = await audited()
  for (const text of ['try_onvif_camera', 'try_common_camera', `:${camera.port}/snapshot.jpg`])
    expect(log).toContain(text)
  expect(log).not.toContain(password)
  const viewer = await device.tokenOf('viewer')
  expect(await call('try_common_camera', tried(common()), viewer)).toMatchObject({
    code: code.permission_denied,
  })
  for (const kind of ['onvif', 'common'] as const)
    expect(calls[`try_${kind}_camera`].roles).toEqual(calls[`update_${kind}_camera`].roles)
})

test('the password of the object storage stays at its endpoint', async () => {
  const stored = {
    protocol: 5,
    endpoint: 'ftp://203.0.113.9',
    username: 'kerb',
    password: 'Store#2026',
    directory: 'a',
  }
  expect((await call('update_storage_param', stored)).code).toBe(code.success)
  const key_re = readParam(device.deps, 'storage_param').key_re
  for (const endpoint of [
    `ftp://127.0.0.1:${port}`,
    'ftps://203.0.113.9',
    'ftp://203.0.113.9:2121',
    'ftp://203.0.113.10',
  ]) {
    expect(await call('update_storage_param', { endpoint })).toMatchObject(refusal('password'))
    expect(await call('update_all_param', { storage_param: { endpoint } })).toMatchObject(
      refusal('storage_param.password'),
    )
    expect(await call('test_storage', { ...stored, key_re, endpoint, password: '' })).toMatchObject(
      refusal('password'),
    )
  }
  // Emptying the address first is not a way around the check.
  expect((await call('update_storage_param', { endpoint: '' })).code).toBe(code.success)
  expect(await call('update_storage_param', { endpoint: `ftp://127.0.0.1:${port}` })).toMatchObject(
    refusal('password'),
  )
  expect(seen).toBe('')
  expect(
    (await call('update_storage_param', { endpoint: 'ftp://203.0.113.10', password: 'Other#2026' })).code,
  ).toBe(code.success)
  expect((await call('update_storage_param', { endpoint: 'FTP://203.0.113.10:21/' })).code).toBe(code.success)
  expect(readParam(device.deps, 'storage_param').password).toBe('Other#2026')
})

test('the password of the mail server stays at its server, even in a test', async () => {
  const stored = {
    email_server: 'smtps://mail.example.com',
    from_user: 'box',
    from_auth: 'Mail#2026',
    from_email: 'box@example.com',
    to_email: ['duty@example.com'],
  }
  expect((await call('update_alarm_param', stored)).code).toBe(code.success)
  for (const email_server of [`127.0.0.1:${port}`, `smtps://127.0.0.1:${port}`, 'mail.example.com']) {
    expect(await call('update_alarm_param', { email_server })).toMatchObject(refusal('from_auth'))
    expect(await call('test_mail', { ...stored, email_server, from_auth: '' })).toMatchObject(
      refusal('from_auth'),
    )
  }
  expect(seen).toBe('')
  expect((await call('update_alarm_param', { email_server: 'smtps://MAIL.example.com:465' })).code).toBe(0)
})

test('the secret of the platform signs only for its own sign-in address', async () => {
  const secret = { auth_url: 'https://iot.example.com/auth', extra_info: '{"app_secret":"Iot#2026-key"}' }
  expect((await call('update_platform_param', secret)).code).toBe(code.success)
  const auth_url = `http://127.0.0.1:${port}/auth`
  expect(await call('update_platform_param', { auth_url })).toMatchObject(refusal('extra_info'))
  expect(
    await call('update_platform_param', { auth_url, extra_info: '{"app_secret":"******"}' }),
  ).toMatchObject(refusal('extra_info'))
  const { revision: _, ...typed } = (await call('get_platform_param', {})).data
  expect(await call('test_platform', { ...typed, auth_url, url_name: 'auth_url' })).toMatchObject(
    refusal('extra_info'),
  )
  expect(seen).toBe('')
  expect((await call('update_platform_param', { auth_url: 'https://IOT.example.com:443/v2' })).code).toBe(0)
})

test.each([
  ['http://A.example.com./x', 'http://a.example.com:80/y'],
  ['rtsp://Cam.local/a?x', 'rtsp://cam.local:554/b'],
  ['https://h:443', 'https://H/'],
])('%s and %s are the same place', (one, other) => expect(placeOf(one)).toBe(placeOf(other)))
test.each([
  ['http://h', 'https://h'],
  ['rtsp://h', 'rtsps://h'],
  ['http://h', 'http://h:8080'],
  ['http://localhost', 'http://127.0.0.1'],
  ['http://a', 'http://a.b'],
])('%s and %s are different places', (one, other) => expect(placeOf(one)).not.toBe(placeOf(other)))
