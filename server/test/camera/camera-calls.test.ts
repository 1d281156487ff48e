/**
 * Cameras over real sockets: adding, each step at which it can fail, pictures, scenes and lots.
 * Long because all tests share one device and one camera.
 */
import { createServer } from 'node:http'
import { existsSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Body, CameraStep } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const password = 'Street#2026'
let jpeg: Buffer
let device: Device
let token: string
let camera: Camera
const cameras: Camera[] = []

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer()
})
const newCamera = async (more: Partial<Parameters<typeof startCamera>[0]> = {}) => {
  const made = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    frame: async () => jpeg,
    ...more,
  })
  cameras.push(made)
  return made
}
beforeEach(async () => {
  device = await openDevice()
  token = await device.tokenOf('admin')
  camera = await newCamera()
})
afterEach(async () => {
  for (const one of cameras.splice(0)) await one.stop()
  await device.close()
})

const form = (more: Partial<Body<'add_onvif_camera'>> = {}): Body<'add_onvif_camera'> => ({
  camera_name: '东门 1',
  ipv4: '127.0.0.1',
  onvif_port: camera.port,
  username: 'admin',
  password,
  ...more,
})
const add = () => device.call('add_onvif_camera', form(), token)

test('a camera is signed in to, measured, kept, and online with its first picture at once', async () => {
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

test('the password is nowhere but sealed in the database', async () => {
  await add()
  const { data } = await device.call('list_cameras', { page: 1, page_size: 50 }, token)
  expect(JSON.stringify(data) + device.logged()).not.toContain(password)
  const stored = device.deps.db.get<{ password: string }>('SELECT password FROM camera')!.password
  expect(stored).not.toContain(password)
  expect(device.deps.secrets.open(stored)).toBe(password)
})

test('a camera with a motor is a dome, and a clock that is hours off does not matter', async () => {
  camera = await newCamera({ serial: 'SN-0002', ptz: true })
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
])('%s is told as step %s', async (_, step, prepare) => {
  const body = form(await prepare())
  const started = performance.now()
  const answer = await device.call('add_onvif_camera', body, token)
  expect(answer).toMatchObject({ code: 7000, data: { step } })
  expect(performance.now() - started).toBeLessThan(5_000) // the console waits no longer (spec §9)
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.total).toBe(0)
})

test('a camera whose picture is none is told as step picture', async () => {
  camera = await newCamera({ serial: 'SN-0003', frame: async () => jpeg.subarray(0, jpeg.length - 100) })
  expect(await add()).toMatchObject({ code: 7000, data: { step: 'picture' } })
})

/** A SOAP peer of our own hand, for answers that a sound camera never gives. */
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
])('an old camera behind a router with %s is told as step %s', async (_, step, answers) => {
  expect(
    await device.call('add_onvif_camera', form({ onvif_port: await oddCamera(answers) }), token),
  ).toMatchObject({ code: 7000, data: { step } })
})

test('the same address, and the same serial number at another address, are duplicates', async () => {
  await add()
  expect(await add()).toMatchObject({ code: 5000, data: { issues: [{ field: 'ipv4', issue: 'duplicate' }] } })
  camera = await newCamera()
  expect(await add()).toMatchObject({
    code: 5000,
    data: { issues: [{ field: 'camera_sn', issue: 'duplicate' }] },
  })
})

const common = (more: Partial<Body<'add_common_camera'>> = {}): Body<'add_common_camera'> => ({
  camera_name: '西门 1',
  username: 'admin',
  password,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  ...more,
})

test(
  'a common camera needs an address; with a picture address it is measured, with a stream ' +
    'alone it says that pictures are missing',
  async () => {
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
    // Deleted and added again it is the same camera, so that its events find it.
    await device.call('delete_camera', { camera_sn: data.camera_sn }, token)
    expect((await device.call('add_common_camera', common(), token)).data.camera_sn).toBe(data.camera_sn)
  },
)

test('a snapshot is taken now, and says why it could not be', async () => {
  await add()
  const next = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#a00' } })
    .jpeg()
    .toBuffer()
  const first = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]!.snapshot
  device.wait(1000)
  jpeg = next
  const { data } = await device.call('snapshot', { camera_sn: 'SN-0001' }, token)
  expect(data).toMatchObject({ width: 320, height: 200 })
  expect(data.snapshot).not.toBe(first)
  expect((await device.app.inject({ url: data.snapshot })).rawPayload.equals(next)).toBe(true)
  camera.setPassword('Changed#1')
  expect(await device.call('snapshot', { camera_sn: 'SN-0001' }, token)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
  expect(await device.call('snapshot', { camera_sn: 'none' }, token)).toMatchObject({ code: 3000 })
})

const square = (x: number): [number, number][] => [
  [x, 0.1],
  [x + 0.1, 0.1],
  [x + 0.1, 0.3],
  [x, 0.3],
]
const lot = (lot_no: string, x = 0.1): Body<'add_update_scene'>['lots'][number] => ({
  lot_no,
  lot_type: 1,
  lot_posture: 0,
  motor_num: 1,
  difficult: 0,
  polygon: square(x),
})
const scene = (more: Partial<Body<'add_update_scene'>> = {}): Body<'add_update_scene'> => ({
  camera_sn: 'SN-0001',
  scene_type: 0,
  enabled: true,
  parking_no: 'P-1',
  direction: 5,
  ref_width: 640,
  ref_height: 360,
  lots: [lot('A01'), lot('A02', 0.4)],
  ...more,
})
const save = (more: Partial<Body<'add_update_scene'>> = {}) =>
  device.call('add_update_scene', scene(more), token)

test("a scene is saved whole, keeps the picture it was drawn on, and its lot numbers are the device's own", async () => {
  expect(await save()).toMatchObject({ code: 3000 })
  await add()
  const { data: made } = await save()
  expect(made).toMatchObject({ lot_num: 2, camera_name: '东门 1', enabled: true })
  expect((await device.app.inject({ url: made.ref_snapshot })).statusCode).toBe(200)

  expect(await save({ lots: [lot('B01'), lot('A02'), lot('B01')] })).toMatchObject({
    code: 5000,
    data: {
      issues: [
        { field: 'lots.1.lot_no', issue: 'duplicate' },
        { field: 'lots.2.lot_no', issue: 'duplicate' },
      ],
    },
  })
  expect(await save({ scene_id: 'none' })).toMatchObject({ code: 3000 })

  device.wait(5000)
  const { data: same } = await save({
    scene_id: made.scene_id,
    parking_no: 'P-2',
    feature: [square(0.7)],
    focus: square(0.2),
  })
  expect(same.ref_snapshot.split('?')[0]).toBe(made.ref_snapshot.split('?')[0]) // the lots did not change
  expect(same).toMatchObject({ parking_no: 'P-2', feature: [square(0.7)], focus: square(0.2) })
  const { data: moved } = await save({ scene_id: made.scene_id, lots: [lot('A02', 0.5)] })
  expect(moved.ref_snapshot.split('?')[0]).not.toBe(made.ref_snapshot.split('?')[0])
  expect(moved).toMatchObject({ lot_num: 1, feature: [square(0.7)] })
  // in the history of references
  expect((await device.app.inject({ url: made.ref_snapshot })).statusCode).toBe(200)

  expect((await device.call('get_scenes', { camera_sn: 'SN-0001' }, token)).data).toEqual({
    total: 1,
    list: [moved],
  })
  expect((await device.call('get_scenes', { camera_sn: 'other' }, token)).data).toEqual({
    total: 0,
    list: [],
  })
  expect((await device.call('get_all_lots_no', {}, token)).data.list).toEqual([
    {
      lot_no: 'A02',
      scene_id: made.scene_id,
      parking_no: 'P-1',
      camera_sn: 'SN-0001',
      camera_name: '东门 1',
    },
  ])
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]).toMatchObject({
    scene_num: 1,
    lot_num: 1,
  })

  expect((await device.call('delete_scene', { scene_id: made.scene_id }, token)).code).toBe(0)
  expect((await device.call('delete_scene', { scene_id: made.scene_id }, token)).code).toBe(3000)
  expect((await device.call('get_all_lots_no', {}, token)).data.total).toBe(0)
})

test('a deleted camera takes its scenes, lots and pictures along', async () => {
  await add()
  await save()
  const folder = join(device.folder, 'media', 'cameras')
  expect(readdirSync(folder)).toEqual(['SN-0001'])
  expect((await device.call('delete_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  expect(existsSync(join(folder, 'SN-0001'))).toBe(false)
  expect((await device.call('get_scenes', {}, token)).data.total).toBe(0)
  expect((await device.call('get_all_lots_no', {}, token)).data.total).toBe(0)
  expect((await device.call('delete_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(3000)
})

test('the list is paged, by name, and narrowed by state and text', async () => {
  const names = ['c', 'a', 'b']
  for (const [at, camera_name] of names.entries()) {
    // a serial number is the camera's own word, and never a path
    camera = await newCamera({ serial: `../SN ${at}` })
    await device.call('add_onvif_camera', form({ camera_name }), token)
  }
  const list = async (more: Partial<Body<'list_cameras'>>): Promise<Answer<'list_cameras'>> =>
    (await device.call('list_cameras', { page: 1, page_size: 2, ...more }, token)).data
  expect((await list({})).list.map((one) => one.camera_name)).toEqual(['a', 'b'])
  expect(await list({ page: 2 })).toMatchObject({ total: 3, list: [{ camera_name: 'c' }] })
  expect((await list({ page: 9 })).list).toEqual([])
  expect((await list({ state: 0 })).total).toBe(0)
  expect((await list({ text: 'SN 1' })).total).toBe(1)
  expect((await list({ text: '%' })).total).toBe(0)
  for (const name of readdirSync(join(device.folder, 'media', 'cameras')))
    expect(name).toMatch(/^_[0-9a-f]{24}$/)
  expect((await device.app.inject({ url: (await list({})).list[0]!.snapshot })).statusCode).toBe(200)
})

test('a viewer looks and does not touch', async () => {
  await add()
  const viewer = await device.tokenOf('viewer')
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, viewer)).code).toBe(0)
  expect((await device.call('snapshot', { camera_sn: 'SN-0001' }, viewer)).code).toBe(0)
  for (const answer of [
    await device.call('delete_camera', { camera_sn: 'SN-0001' }, viewer),
    await device.call('add_update_scene', scene(), viewer),
  ])
    expect(answer.code).toBe(4030)
})

const change = (more: Partial<Body<'update_onvif_camera'>> = {}) =>
  device.call('update_onvif_camera', { camera_sn: 'SN-0001', ...form({ password: '' }), ...more }, token)

test('an ONVIF camera is renamed without asking it, and moved only to where the same camera answers', async () => {
  await add()
  await save()
  await camera.setPower(false)
  expect((await change({ camera_name: '北门' })).data).toMatchObject({
    camera_name: '北门',
    scene_num: 1,
    lot_num: 2,
    password_set: true,
  })
  expect(await change({ username: 'other' })).toMatchObject({ code: 7000, data: { step: 'port' } })
  await camera.setPower(true)
  camera.setPassword('Changed#1')
  expect(await change({ password: 'wrong' })).toMatchObject({ code: 7000, data: { step: 'signin' } })
  expect((await change({ password: 'Changed#1' })).data).toMatchObject({ state: 1 })
  expect((await device.call('snapshot', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  const other = await newCamera({ serial: 'SN-0002', password: 'Changed#1' })
  expect(await change({ onvif_port: other.port })).toMatchObject({
    code: 7000,
    message: 'Another camera answers at this address',
  })
  await device.call('add_onvif_camera', form({ onvif_port: other.port, password: 'Changed#1' }), token)
  expect(await change({ onvif_port: other.port })).toMatchObject({
    code: 5000,
    data: { issues: [{ field: 'ipv4' }] },
  })
  expect(await change({ camera_sn: 'none' })).toMatchObject({ code: 3000 })
})

test('a common camera is changed, and its new address is tried first', async () => {
  const { data } = await device.call('add_common_camera', common(), token)
  const update = (more: Partial<Body<'update_common_camera'>>) =>
    device.call(
      'update_common_camera',
      { camera_sn: data.camera_sn, ...common({ password: '' }), ...more },
      token,
    )
  expect((await update({ camera_name: '南门' })).data).toMatchObject({
    camera_name: '南门',
    camera_sn: data.camera_sn,
    state: 1,
  })
  expect(await update({ frame_url: 'http://127.0.0.1:1/none.jpg' })).toMatchObject({
    code: 7000,
    data: { step: 'port' },
  })
  expect((await update({ frame_url: '', stream_url_main: 'rtsp://127.0.0.1/a' })).data).toMatchObject({
    state: 2,
    state_reason: 'picture',
    width: 0,
  })
  const second = await device.call('add_common_camera', common(), token)
  // the camera that moved on still has the number of its first address
  expect(second.data.camera_sn).toBe(`${data.camera_sn}-2`)
  expect(await update({})).toMatchObject({ code: 5000, data: { issues: [{ field: 'frame_url' }] } })
})

test('cameras are measured again, each with its own outcome, and restarted', async () => {
  await add()
  const { data } = await device.call('sync_onvif_camera', { list: ['SN-0001', 'none', 'SN-0001'] }, token)
  expect(data.list).toMatchObject([
    { camera_sn: 'SN-0001', code: 0 },
    { camera_sn: 'none', code: 3000 },
  ])
  expect((await device.call('reboot_onvif_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  expect(camera.requests['SystemReboot']).toBe(1)
  await until('the camera to go down', () => !camera.up)
  expect(await device.call('reboot_onvif_camera', { camera_sn: 'SN-0001' }, token)).toMatchObject({
    code: 7000,
    data: { step: 'port' },
  })
  expect(await device.call('reboot_onvif_camera', { camera_sn: 'none' }, token)).toMatchObject({ code: 3000 })
})
