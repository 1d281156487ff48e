import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '@parking/server/adapters/http/http-auth.ts'
import { startCamera, type Camera } from '../src/peers/camera/camera.ts'
import { startDiscovery } from '../src/peers/camera/discovery.ts'
import { device_ns, media_ns, ptz_ns, soap } from './onvif-client.ts'
import { until } from './until.ts'

const good = { username: 'admin', password: 'Right#2026' }
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
let camera: Camera
let bullet: Camera

beforeAll(async () => {
  camera = await startCamera({
    name: '东门 <1>',
    model: 'DOME',
    serial: 'TEST-0001',
    password: good.password,
    ptz: true,
    frame: async () => jpeg,
  })
  bullet = await startCamera({
    name: 'bullet',
    model: 'BULLET',
    serial: 'TEST-0002',
    password: good.password,
    frame: async () => jpeg,
  })
})
afterAll(() => Promise.all([camera.stop(), bullet.stop()]))

test('any client can read the clock, but only a signed-in client the identity', async () => {
  expect((await soap(camera, device_ns, 'GetSystemDateAndTime')).text).toContain('UTCDateTime')
  const without = await soap(camera, device_ns, 'GetDeviceInformation')
  expect(without.status).toBe(401)
  expect(without.text).toContain('ter:NotAuthorized')
  expect(without.headers.get('www-authenticate')).toMatch(/^Digest /)
  const granted = await soap(camera, device_ns, 'GetDeviceInformation', good)
  expect(granted.status).toBe(200)
  expect(granted.text).toContain('<tds:SerialNumber>TEST-0001</tds:SerialNumber>')
  expect(camera.requests['GetDeviceInformation']).toBe(2)
})

test('refuses a wrong password, another user, an old token and a replayed nonce', async () => {
  const refused = async (login: Parameters<typeof soap>[3]): Promise<void> => {
    const { status, text } = await soap(camera, device_ns, 'GetScopes', login)
    expect([status, text.includes('ter:NotAuthorized')]).toEqual([400, true])
  }
  await refused({ ...good, password: 'wrong' })
  await refused({ ...good, username: 'root' })
  await refused({ ...good, created: new Date(Date.now() - 6 * 60_000).toISOString() })
  const nonce = randomBytes(16).toString('base64')
  expect((await soap(camera, device_ns, 'GetScopes', { ...good, nonce })).status).toBe(200)
  await refused({ ...good, nonce })
})

test('a camera with a wrong clock requires its own time', async () => {
  camera.setClockOffset(3_600_000)
  expect((await soap(camera, device_ns, 'GetScopes', good)).status).toBe(400)
  expect(
    (
      await soap(camera, device_ns, 'GetScopes', {
        ...good,
        created: new Date(Date.now() + 3_600_000).toISOString(),
      })
    ).status,
  ).toBe(200)
  camera.setClockOffset(0)
})

test('serves profiles and addresses, and answers unknown tokens with a fault', async () => {
  const profiles = await soap(camera, media_ns, 'GetProfiles', good)
  expect(profiles.text).toMatch(
    /<tt:Width>1920<\/tt:Width><tt:Height>1080<\/tt:Height>.*<tt:FrameRateLimit>25</,
  )
  expect(profiles.text).toContain('PTZConfiguration')
  const uri = await soap(camera, media_ns, 'GetSnapshotUri', good, '<x:ProfileToken>main</x:ProfileToken>')
  expect(uri.text).toContain(`http://127.0.0.1:${camera.port}/snapshot.jpg`)
  expect(
    (await soap(camera, media_ns, 'GetStreamUri', good, '<x:ProfileToken>none</x:ProfileToken>')).text,
  ).toContain('ter:NoProfile')
  expect((await soap(camera, device_ns, 'MakeCoffee', good)).text).toContain('ter:ActionNotSupported')
  expect((await soap(bullet, ptz_ns, 'GetNodes', good)).text).toContain('ter:ActionNotSupported')
  expect((await soap(bullet, device_ns, 'GetCapabilities')).text).not.toContain('ptz_service')
})

test('the motor moves, stops and stores presets', async () => {
  const main = '<x:ProfileToken>main</x:ProfileToken>'
  const where = async (): Promise<number> =>
    Number(/PanTilt x="([-\d.]+)"/.exec((await soap(camera, ptz_ns, 'GetStatus', good, main)).text)?.[1])
  await soap(
    camera,
    ptz_ns,
    'RelativeMove',
    good,
    `${main}<x:Translation><t:PanTilt xmlns:t="http://www.onvif.org/ver10/schema" x="0.25" ` +
      'y="0"/></x:Translation>',
  )
  expect(await where()).toBe(0.25)
  const preset = /<tptz:PresetToken>(\d+)</.exec(
    (await soap(camera, ptz_ns, 'SetPreset', good, `${main}<x:PresetName>lots</x:PresetName>`)).text,
  )?.[1]
  await soap(
    camera,
    ptz_ns,
    'ContinuousMove',
    good,
    `${main}<x:Velocity><t:PanTilt xmlns:t="http://www.onvif.org/ver10/schema" x="1" y="0"/></x:Velocity>`,
  )
  await until('the motor has moved', async () => (await where()) > 0.26)
  await soap(camera, ptz_ns, 'Stop', good, main)
  expect(await where()).toBe(await where())
  await soap(camera, ptz_ns, 'GotoPreset', good, `${main}<x:PresetToken>${preset}</x:PresetToken>`)
  expect(await where()).toBe(0.25)
  expect((await soap(camera, ptz_ns, 'GetPresets', good, main)).text).toContain('<tt:Name>lots</tt:Name>')
})

test('the snapshot requires digest or basic', async () => {
  const url = `http://127.0.0.1:${camera.port}/snapshot.jpg`
  const without = await fetch(url)
  expect(without.status).toBe(401)
  expect(without.headers.get('www-authenticate')).toMatch(/Digest .*qop="auth".*Basic/)
  const basic = (password: string): Promise<Response> =>
    fetch(url, { headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` } })
  expect((await basic(good.password)).status).toBe(200)
  expect((await basic('wrong')).status).toBe(401)
  const digest = (password: string) => {
    const signer = createSigner({ username: 'admin', password })
    signer.take(without.headers.get('www-authenticate') ?? '')
    return () => fetch(url, { headers: { authorization: signer.sign('GET', '/snapshot.jpg') } })
  }
  const get = digest(good.password)
  for (const answer of [await get(), await get()])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg)
  expect((await digest('wrong')()).status).toBe(401)
  camera.setPassword('Changed#2026')
  expect((await get()).status).toBe(401)
  camera.setPassword(good.password)
})

test('a faulty camera refuses, hangs, answers garbage or has no power', async () => {
  bullet.setFault('refuse')
  await expect(soap(bullet, device_ns, 'GetSystemDateAndTime')).rejects.toThrow('fetch failed')
  bullet.setFault('hang')
  await expect(
    fetch(`http://127.0.0.1:${bullet.port}/snapshot.jpg`, { signal: AbortSignal.timeout(200) }),
  ).rejects.toThrow(/timeout/i)
  bullet.setFault('junk')
  expect((await soap(bullet, device_ns, 'GetSystemDateAndTime')).text).not.toContain('Envelope')
  bullet.setFault('none')
  const { port } = bullet
  await bullet.setPower(false)
  expect(bullet.up).toBe(false)
  await expect(soap(bullet, device_ns, 'GetSystemDateAndTime')).rejects.toThrow('fetch failed')
  await bullet.setPower(true)
  expect([bullet.port, (await soap(bullet, device_ns, 'GetSystemDateAndTime')).status]).toEqual([port, 200])
})

test('goes down and comes back on a reboot', async () => {
  expect((await soap(bullet, device_ns, 'SystemReboot', good)).text).toContain('Rebooting')
  await until('it is away', () => !bullet.up)
  await until('it is back', () => bullet.up)
  expect((await soap(bullet, device_ns, 'GetDeviceInformation', good)).status).toBe(200)
})

test('a probe is answered once for each camera that is up', async () => {
  const discovery = await startDiscovery(() => [camera, bullet], 0)
  const socket = createSocket('udp4')
  const answers: string[] = []
  socket.on('message', (message) => answers.push(message.toString()))
  const probe = (types: string): string =>
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ' +
    'xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
    'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" ' +
    'xmlns:n="http://www.onvif.org/ver10/network/wsdl"><s:Header><a:MessageID>' +
    `uuid:77</a:MessageID></s:Header><s:Body><d:Probe><d:Types>${types}</d:Types></d:Probe>` +
    '</s:Body></s:Envelope>'
  const send = (text: string): void => socket.send(text, discovery.port!, '127.0.0.1')
  send('no xml at all')
  send(probe('n:Printer'))
  send(probe('n:NetworkVideoTransmitter'))
  await until('two answers', () => answers.length === 2)
  expect(answers.map((answer) => /<d:XAddrs>(.*?)<\/d:XAddrs>/.exec(answer)?.[1]).sort()).toEqual(
    [camera, bullet].map(({ port }) => `http://127.0.0.1:${port}/onvif/device_service`).sort(),
  )
  expect(answers[0]).toContain('<a:RelatesTo>uuid:77</a:RelatesTo>')
  expect(answers.join()).toContain(encodeURIComponent('东门 <1>'))
  socket.close()
  await discovery.stop()
})
