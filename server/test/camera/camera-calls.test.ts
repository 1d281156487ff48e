/**
 * Adding cameras over real sockets, and each step at which it can fail.
 * Long because every failing step needs a different answer.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Body, CameraStep } from '@parking/contract'
import {
  add,
  camera,
  common,
  device,
  form,
  jpeg,
  newCamera,
  password,
  setCamera,
  token,
  setUpOneCamera,
} from './one-camera.ts'

setUpOneCamera()

test('adding a camera signs in, measures it and stores it online with its first picture', async () => {
  const { code, data } = await add()
  expect(code).toBe(0)
  expect(data).toMatchObject({
    camera_sn: 'SN-0001',
    camera_name: '东门 1',
    model: 'Streetlight SL-B4216',
    onvif_supported: true,
    ptz_supported: false,
    width: 1920,
    height: 1080,
    bit_rate: 4096,
    frame_rate: 25,
    state: 1,
    state_reason: '',
    password: '',
    password_set: true,
    frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  })
  expect(data.stream_url_main).toMatch(/^rtsp:.*\/main$/)
  expect(data.stream_url_sub).toMatch(/^rtsp:.*\/sub$/)
  const picture = await device.app.inject({ url: data.snapshot })
  expect(picture.statusCode).toBe(200)
  expect(picture.rawPayload.equals(jpeg)).toBe(true)
  expect((await device.call('camera_state', {}, token)).data).toEqual({ online: 1, offline: 0, error: 0 })
})

test('the password is stored only in the database, and sealed', async () => {
  await add()
  const { data } = await device.call('list_cameras', { page: 1, page_size: 50 }, token)
  expect(JSON.stringify(data) + device.logged()).not.toContain(password)
  const stored = device.deps.db.get<{ password: string }>('SELECT password FROM camera')!.password
  expect(stored).not.toContain(password)
  expect(device.deps.secrets.open(stored)).toBe(password)
})

test('a camera with a motor is a dome, and a clock that is hours off is not a failure', async () => {
  setCamera(await newCamera({ serial: 'SN-0002', ptz: true }))
  camera.setClockOffset(-7 * 3_600_000)
  expect((await add()).data).toMatchObject({
    camera_sn: 'SN-0002',
    ptz_supported: true,
    camera_type: 7,
    state: 1,
  })
})

test.each<
  [string, CameraStep, () => Promise<Partial<Body<'add_onvif_camera'>>> | Partial<Body<'add_onvif_camera'>>]
>([
  ['a wrong password', 'signin', () => ({ password: 'wrong' })],
  ['a wrong user name', 'signin', () => ({ username: 'nobody' })],
  ['no user name at all', 'signin', () => ({ username: '', password: '' })],
  ['a name that does not exist', 'reach', () => ({ ipv4: 'no-such-camera.invalid' })],
  ['a port at which nothing listens', 'port', async () => (await camera.setPower(false), {})],
  ['a camera that cuts every connection', 'port', () => (camera.setFault('refuse'), {})],
  ['a camera that answers rubbish', 'port', () => (camera.setFault('junk'), {})],
  ['a camera that never answers', 'port', () => (camera.setFault('hang'), {})],
])('%s is reported as step %s', async (_, step, prepare) => {
  const body = form(await prepare())
  const started = performance.now()
  const answer = await device.call('add_onvif_camera', body, token)
  expect(answer).toMatchObject({ code: 7000, data: { step } })
  expect(performance.now() - started).toBeLessThan(5_000) // the console's timeout (spec §9)
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.total).toBe(0)
})

test('an invalid picture is reported as step picture', async () => {
  setCamera(await newCamera({ serial: 'SN-0003', frame: async () => jpeg.subarray(0, jpeg.length - 100) }))
  expect(await add()).toMatchObject({ code: 7000, data: { step: 'picture' } })
})

/** A SOAP server for answers that a correct camera never gives. */
async function oddCamera(answers: Record<string, string | number>): Promise<number> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const operation = /<s:Body><(\w+)/.exec(Buffer.concat(parts).toString())?.[1] ?? ''
        const answer = answers[operation] ?? 400
        const inner =
          typeof answer === 'string'
            ? `<x:${operation}Response xmlns:x="urn:x">${answer}</x:${operation}Response>`
            : '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>no</s:Text>' +
              '</s:Reason></s:Fault>'
        response.writeHead(typeof answer === 'number' ? answer : 200, {
          'content-type': 'application/soap+xml',
        })
        response.end(
          '<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">' +
            `<s:Body>${inner}</s:Body></s:Envelope>`,
        )
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  odd.push(() => server.close())
  return (server.address() as AddressInfo).port
}
const odd: (() => unknown)[] = []
afterEach(() => odd.splice(0).forEach((end) => end()))
const capable =
  '<tds:Capabilities xmlns:tds="urn:t"><tt:Media xmlns:tt="urn:u"><tt:XAddr>' +
  'http://192.168.77.1/onvif/media</tt:XAddr></tt:Media></tds:Capabilities>'

test.each<[string, CameraStep, Record<string, string | number>]>([
  [
    'sign-in refused while its clock is unreadable',
    'clock',
    { GetSystemDateAndTime: '<a/>', GetDeviceInformation: 401 },
  ],
  [
    'no media service',
    'profile',
    {
      GetSystemDateAndTime: '<a/>',
      GetDeviceInformation: '<SerialNumber>1</SerialNumber>',
      GetCapabilities: '<Capabilities/>',
    },
  ],
  [
    'no profile',
    'profile',
    {
      GetSystemDateAndTime: '<a/>',
      GetDeviceInformation: '<SerialNumber>1</SerialNumber>',
      GetCapabilities: capable,
      GetProfiles: '',
    },
  ],
  [
    'no stream address',
    'stream',
    {
      GetSystemDateAndTime: '<a/>',
      GetDeviceInformation: '',
      GetCapabilities: capable,
      GetProfiles: '<Profiles token="a"/>',
      GetStreamUri: 500,
      GetSnapshotUri: '<MediaUri><Uri>http://192.168.77.1/s</Uri></MediaUri>',
    },
  ],
  [
    'no picture address',
    'picture',
    {
      GetSystemDateAndTime: '<a/>',
      GetDeviceInformation: '',
      GetCapabilities: capable,
      GetProfiles: '<Profiles token="a"/>',
      GetStreamUri: '<MediaUri><Uri>rtsp://192.168.77.1/s</Uri></MediaUri>',
      GetSnapshotUri: 500,
    },
  ],
])('an old camera behind a router with %s is reported as step %s', async (_, step, answers) => {
  expect(
    await device.call('add_onvif_camera', form({ onvif_port: await oddCamera(answers) }), token),
  ).toMatchObject({ code: 7000, data: { step } })
})

test('the same address is a duplicate; the same serial number at another address is not', async () => {
  await add()
  expect(await add()).toMatchObject({ code: 5000, data: { issues: [{ field: 'ipv4', issue: 'duplicate' }] } })
  setCamera(await newCamera())
  const second = await add()
  expect(second).toMatchObject({ code: 0, data: { serial: 'SN-0001' } })
  const { camera_sn } = second.data
  expect(camera_sn).toMatch(/^SN-0001-\w{6}$/)
  // Deleted and added again, it is the same camera to its old events.
  await device.call('delete_camera', { camera_sn }, token)
  expect(await add()).toMatchObject({ code: 0, data: { camera_sn } })
})

test('a common camera is measured by its picture address; a stream alone reports no pictures', async () => {
  expect(await device.call('add_common_camera', common({ frame_url: '' }), token)).toMatchObject({
    code: 1000,
    data: [{ field: 'frame_url', issue: 'required' }],
  })
  expect(await device.call('add_common_camera', common({ password: 'wrong' }), token)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
  const { data } = await device.call('add_common_camera', common(), token)
  expect(data).toMatchObject({
    width: 640,
    height: 360,
    state: 1,
    onvif_supported: false,
    ipv4: '127.0.0.1',
  })
  expect(data.camera_sn).toMatch(/^common-[0-9a-f]{12}$/)
  expect(await device.call('add_common_camera', common(), token)).toMatchObject({
    code: 5000,
    data: { issues: [{ field: 'frame_url' }] },
  })
  const stream = await device.call(
    'add_common_camera',
    common({ frame_url: '', stream_url_main: 'rtsp://127.0.0.1/a' }),
    token,
  )
  expect(stream.data).toMatchObject({ state: 2, state_reason: 'picture', snapshot: '' })
  expect(await device.call('snapshot', { camera_sn: stream.data.camera_sn }, token)).toMatchObject({
    code: 7000,
    data: { step: 'picture' },
  })
  // A camera that is deleted and added again keeps its serial number, so that its events still refer to it.
  await device.call('delete_camera', { camera_sn: data.camera_sn }, token)
  expect((await device.call('add_common_camera', common(), token)).data.camera_sn).toBe(data.camera_sn)
})
