/**
 * Real-world cameras: behind a router, with a wrong clock, with one kind of sign-in or of service discovery
 * only; tested before they are added. Long because each kind of camera has its own test.
 */
import { expect, onTestFinished, test } from 'vitest'
import type { Body, CameraStep } from '@parking/contract'
import { correctedUrl } from '#src/adapters/camera/reported-url.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { allCameras } from '#src/camera/camera.store.ts'
import type { Camera } from '@parking/sim/peers/camera/camera.ts'
import { until } from '../until.ts'
import { device, jpeg, newCamera, password, setUpOneCamera, token } from './one-camera.ts'

setUpOneCamera()

const account = (camera: Camera, more: Partial<Body<'try_onvif_camera'>> = {}): Body<'try_onvif_camera'> => ({
  ipv4: '127.0.0.1',
  onvif_port: camera.port,
  username: 'admin',
  password,
  ...more,
})
const tryIt = (camera: Camera, more: Partial<Body<'try_onvif_camera'>> = {}) =>
  device.call('try_onvif_camera', account(camera, more), token)
const add = (camera: Camera) =>
  device.call(
    'add_onvif_camera',
    { camera_name: '东门 1', ...account(camera) } as Body<'add_onvif_camera'>,
    token,
  )
const all_steps: CameraStep[] = ['reach', 'port', 'clock', 'signin', 'profile', 'stream', 'picture']

test('trying a camera returns its details and picture, and stores nothing', async () => {
  const camera = await newCamera({ ptz: true })
  camera.setClockOffset(-42_000)
  const { code, data } = await tryIt(camera)
  expect(code).toBe(0)
  expect(data).toMatchObject({
    camera_sn: 'SN-0001',
    model: 'Streetlight SL-B4216',
    camera_type: 7,
    ptz_supported: true,
    width: 1920,
    height: 1080,
    frame_rate: 25,
    bit_rate: 4096,
    passed: all_steps,
  })
  expect(Math.abs((data.clock_offset_ms ?? 0) + 42_000)).toBeLessThan(2_000) // ONVIF reports whole seconds
  expect(data.picture).toBe(`data:image/jpeg;base64,${jpeg.toString('base64')}`)
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.total).toBe(0)
  expect(device.logged()).not.toContain(password)
})

test('a profile without video is not taken for the sub stream', async () => {
  await add(await newCamera({ second_profile: 'audio' }))
  const cameras = allCameras(device.deps.db)
  expect(cameras).toHaveLength(1)
  expect(cameras[0]?.stream_url_main).toMatch(/\/main$/)
  expect(cameras[0]?.stream_url_sub).toBe('')
})

test('behind a router every address is corrected to the typed host', async () => {
  const camera = await newCamera({ inner: { host: '192.168.77.31', port: 80 }, ptz: true })
  const { data } = await add(camera)
  expect(data).toMatchObject({
    state: 1,
    ptz_supported: true,
    frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  })
  expect(data.stream_url_main).toMatch(/^rtsp:\/\/127\.0\.0\.1:\d+\/main$/)
})

test('a camera may serve its pictures at a different port than ONVIF', () => {
  const typed = { ipv4: 'camera-3.local', onvif_port: 8899, inner_port: 8899 }
  expect(correctedUrl('http://192.168.1.64/snap.jpg', typed)).toBe('http://camera-3.local/snap.jpg')
  expect(correctedUrl('http://192.168.1.64:8899/onvif/media', { ...typed, onvif_port: 18_899 })).toBe(
    'http://camera-3.local:18899/onvif/media',
  )
  expect(correctedUrl('https://192.168.1.64/snap.jpg', typed)).toBe('https://camera-3.local/snap.jpg')
})

test('a camera with HTTP digest only can be signed in to; a wrong password fails at signin', async () => {
  const camera = await newCamera({ signin: 'digest' })
  expect(await tryIt(camera)).toMatchObject({ code: 0, data: { passed: all_steps } })
  expect(await tryIt(camera, { password: 'wrong' })).toMatchObject({ code: 7000, data: { step: 'signin' } })
})

test('a camera without GetServices and a motor gets GetCapabilities, but no motor requests', async () => {
  const camera = await newCamera({ services: 'capabilities' })
  expect(await tryIt(camera)).toMatchObject({ code: 0, data: { ptz_supported: false, camera_type: 0 } })
  expect(camera.requests['GetCapabilities']).toBe(1)
  expect(Object.keys(camera.requests).filter((action) => /Preset|Move|Nodes|Status/.test(action))).toEqual([])
})

test('Media2 is preferred and reports H.265, also behind a router; otherwise Media is used', async () => {
  const modern = await newCamera({ media: 'both', encoding: 'H265', ptz: true })
  expect(await tryIt(modern)).toMatchObject({
    code: 0,
    data: {
      codec: 'H.265',
      width: 1920,
      height: 1080,
      bit_rate: 4096,
      frame_rate: 25,
      ptz_supported: true,
      passed: all_steps,
    },
  })
  expect(modern.requests['GetProfiles']).toBe(1)
  const alone = await newCamera({ media: 'two', inner: { host: '192.168.77.31', port: 80 } })
  const { data } = await add(alone)
  expect(data).toMatchObject({
    codec: 'H.264',
    state: 1,
    frame_url: `http://127.0.0.1:${alone.port}/snapshot.jpg`,
  })
  expect(data.stream_url_main).toMatch(/^rtsp:\/\/127\.0\.0\.1:\d+\/main$/)
  expect(data.stream_url_sub).toMatch(/\/sub$/)
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]).toMatchObject({
    codec: 'H.264',
  })
  // The analysis application gets everything that it needs to open either stream.
  device.deps.camera_relays.start()
  onTestFinished(() => device.deps.camera_relays.stop())
  await device.deps.camera_relays.prepare()
  expect(analysisConfig(device.deps).cameras).toEqual([
    {
      camera_sn: 'SN-0001',
      camera_name: '东门 1',
      ipv4: '127.0.0.1',
      onvif_port: alone.port,
      frame_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\w{32}\/SN-0001\/\w{12}$/) as string,
      stream_url_main: expect.stringMatching(/%2Fmain%2F\w{12}$/) as string,
      stream_url_sub: expect.stringMatching(/%2Fsub%2F\w{12}$/) as string,
      codec_main: 'H.264',
      codec_sub: 'H.264',
      username: 'admin',
      password,
      onvif_supported: true,
      width: 1920,
      height: 1080,
      state: 1,
    },
  ])
  // The same serial number, read by the older service, is a note.
  expect(await tryIt(await newCamera())).toMatchObject({ code: 0, data: { serial_of: '东门 1' } })
  for (const [failure, step] of [
    ['no_profile', 'profile'],
    ['no_stream', 'stream'],
  ] as const) {
    for (const camera of [modern, await newCamera({ serial: 'SN-0009' })]) {
      camera.setFault(failure)
      expect(await tryIt(camera)).toMatchObject({ code: 7000, data: { step } })
    }
  }
})

test('a wrong clock that a camera never reports fails at the sign-in, with the clock', async () => {
  const camera = await newCamera()
  camera.setFault('hidden_clock')
  expect(await tryIt(camera)).toMatchObject({ code: 0 })
  camera.setClockOffset(3_600_000)
  expect(await tryIt(camera)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
    message: expect.stringContaining('its clock could not be read'),
  })
})

test.each([-9 * 3_600_000, 400 * 86_400_000])(
  'a clock that is %i ms off is not a failure, but is reported',
  async (offset) => {
    const camera = await newCamera()
    camera.setClockOffset(offset)
    const { code, data } = await tryIt(camera)
    expect(code).toBe(0)
    expect(Math.abs((data.clock_offset_ms ?? 0) - offset)).toBeLessThan(2_000)
  },
)

test.each<[string, CameraStep, (camera: Camera) => Promise<unknown> | unknown]>([
  ['not there', 'port', (camera) => camera.setPower(false)],
  ['hung', 'port', (camera) => camera.setFault('hang')],
  ['talking junk', 'port', (camera) => camera.setFault('junk')],
  ['of another password', 'signin', (camera) => camera.setPassword('other#1')],
])('trying a camera that is %s fails at step %s', async (_, step, prepare) => {
  const camera = await newCamera()
  await prepare(camera)
  expect(await tryIt(camera)).toMatchObject({ code: 7000, data: { step } })
})

test('the steps of a running trial can be watched only by its own user', async () => {
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (go = resolve))
  const camera = await newCamera({ frame: async () => (await gate, jpeg) })
  const watched = (who = token) => device.call('camera_try_steps', { watch: 'w1' }, who)
  const trying = tryIt(camera, { watch: 'w1' })
  await until('all steps but the picture', async () => (await watched()).data.passed.length === 6)
  expect((await watched(await device.tokenOf('operator'))).data.passed).toEqual([])
  go()
  expect((await trying).data.passed).toEqual(all_steps)
  expect((await watched()).data.passed).toEqual([])
})

test('a stored camera is refused at its field, but can be tried again with its stored password', async () => {
  const camera = await newCamera()
  await add(camera)
  expect(await tryIt(camera)).toMatchObject({
    code: 5000,
    data: { issues: [{ field: 'ipv4', issue: 'duplicate' }] },
  })
  expect(await tryIt(camera, { ipv4: 'localhost' })).toMatchObject({
    code: 0,
    data: {
      serial: 'SN-0001',
      serial_of: '东门 1',
      camera_sn: expect.stringMatching(/^SN-0001-\w{6}$/) as string,
    },
  })
  expect(await tryIt(camera, { camera_sn: 'SN-0001', password: '' })).toMatchObject({
    code: 0,
    data: { camera_sn: 'SN-0001' },
  })
  expect(await tryIt(camera, { camera_sn: 'SN-0001', password: 'wrong' })).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
  expect(await tryIt(camera, { camera_sn: 'nobody' })).toMatchObject({ code: 3000 })
})

test('a common camera is tried by its picture address', async () => {
  const camera = await newCamera()
  const body: Body<'try_common_camera'> = {
    username: 'admin',
    password,
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  }
  expect(await device.call('try_common_camera', body, token)).toMatchObject({
    code: 0,
    data: {
      camera_sn: '',
      width: 640,
      height: 360,
      passed: ['reach', 'port', 'signin', 'picture'],
      picture: expect.stringMatching(/^data:image\/jpeg;base64,/),
    },
  })
  expect(await device.call('try_common_camera', { ...body, password: 'wrong' }, token)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
  expect(await device.call('try_common_camera', { ...body, frame_url: '' }, token)).toMatchObject({
    code: 1000,
  })
  expect(
    await device.call(
      'try_common_camera',
      { ...body, frame_url: '', stream_url_main: 'rtsp://127.0.0.1/main' },
      token,
    ),
  ).toMatchObject({ code: 0, data: { picture: '', passed: [] } })
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.total).toBe(0)
})
