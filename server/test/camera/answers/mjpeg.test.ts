/**
 * A camera of which only an MJPEG address over HTTP is known: it is tried, added, watched, shown live and
 * opened by the analysis program like any other, and an address at which no picture is sent is refused.
 */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openSource } from '@parking/analysis/sources/open-source.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { openDevice, type Device } from '../../device.ts'
import { plainJpeg } from '../../plain-jpeg.ts'
import { until } from '../../until.ts'
import { startRaw, type RawCamera } from './raw-camera.ts'

let jpeg: Buffer
let device: Device
let token: string
const ends: (() => unknown)[] = []
beforeAll(async () => void (jpeg = await plainJpeg(64, 36)))
beforeEach(async () => {
  device = await openDevice({ ports: { now: Date.now } })
  token = await device.tokenOf('admin')
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await device.close()
})

/** Sends pictures for ever; `type` and `part` are the heads of the answer and of each part. */
async function startFilm(
  type = 'multipart/x-mixed-replace; boundary=frame',
  part = `--frame\r\nContent-Type: image/jpeg\r\n\r\n`,
  picture = jpeg,
): Promise<RawCamera> {
  const camera = await startRaw((socket) => {
    socket.write(`HTTP/1.0 200 OK\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}\r\n`)
    const send = () => void socket.write(Buffer.concat([Buffer.from(part), picture, Buffer.from('\r\n')]))
    send()
    const timer = setInterval(send, 40)
    socket.on('close', () => clearInterval(timer))
  })
  ends.push(() => camera.stop())
  return camera
}
const form = (stream_url_main: string, more = {}) => ({
  camera_name: 'East',
  username: '',
  password: '',
  stream_url_main,
  stream_url_sub: '',
  frame_url: '',
  ...more,
})
const tried = ({ camera_name: _, ...rest }: ReturnType<typeof form>) =>
  device.call('try_common_camera', rest, token)

test('an MJPEG address is a source everywhere', async () => {
  const { url } = await startFilm()
  expect((await tried(form(url))).data).toMatchObject({
    width: 64,
    height: 36,
    codec: 'MJPEG',
    passed: ['reach', 'port', 'signin', 'stream', 'picture'],
  })
  const added = await device.call('add_common_camera', form(url), token)
  expect(added).toMatchObject({ code: 0, data: { state: 1, codec: 'MJPEG', width: 64 } })
  const { camera_sn } = added.data
  expect((await device.call('snapshot', { camera_sn }, token)).data).toMatchObject({ width: 64 })

  await device.app.listen({ port: 0, host: '127.0.0.1' })
  const view = (await device.call('live_view', { camera_sn }, token)).data
  expect(view).toMatchObject({ kind: 'pictures', reason: 'no_stream' })
  const socket = new WebSocket(
    `ws://127.0.0.1:${(device.app.server.address() as AddressInfo).port}${view.url}`,
  )
  ends.push(() => socket.terminate())
  const frames: Buffer[] = []
  socket.on('message', (data: Buffer, binary) => binary && frames.push(data))
  await until('a live picture', () => frames.length > 0)
  expect(frames[0]!.equals(jpeg)).toBe(true)

  device.deps.camera_relays.start()
  ends.push(() => device.deps.camera_relays.stop())
  await device.deps.camera_relays.prepare()
  const source = openSource(analysisConfig(device.deps).cameras[0]!, Date.now)
  ends.push(() => source.close())
  expect(Buffer.from((await source.next()).jpeg).equals(jpeg)).toBe(true)
})

test.each([
  [
    'a boundary that differs from the one of the head',
    'multipart/x-mixed-replace;boundary="--x"',
    '\r\n--y\r\n\r\n',
  ],
  ['parts without heads', 'multipart/x-mixed-replace', '--x\r\n'],
  ['no boundaries', 'multipart/x-mixed-replace; boundary=x', ''],
  ['no type', '', '--x\r\nContent-type: image/jpeg\r\n\r\n'],
])('%s: the picture is found', async (_, type, part) => {
  const { url } = await startFilm(type, part)
  expect((await tried(form(url))).data).toMatchObject({ width: 64, codec: 'MJPEG' })
})

test('of a part that is cut, the next one is taken', async () => {
  const cut = Buffer.concat([jpeg.subarray(0, -40), Buffer.from('\r\n--frame\r\n\r\n'), jpeg])
  const { url } = await startFilm(undefined, undefined, cut)
  const added = await device.call('add_common_camera', form(url), token)
  expect(added).toMatchObject({ code: 0, data: { width: 64 } })
})

test('an address that sends no picture is no success, for the main and for the sub stream', async () => {
  const film = await startFilm()
  const page = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n<html></html>'))
  ends.push(() => page.stop())
  expect(await tried(form(page.url))).toMatchObject({ code: 7000, data: { step: 'stream' } })
  expect(await tried(form('http://127.0.0.1:9/none'))).toMatchObject({ code: 7000, data: { step: 'port' } })
  expect(await tried(form(film.url, { stream_url_sub: page.url }))).toMatchObject({
    code: 1000,
    data: [{ field: 'stream_url_sub', issue: 'no_stream' }],
  })
  const added = await device.call('add_common_camera', form('http://127.0.0.1:9/none'), token)
  expect(added).toMatchObject({ code: 7000, data: { step: 'port' } })
  expect(page.requests).not.toHaveLength(0)
})
