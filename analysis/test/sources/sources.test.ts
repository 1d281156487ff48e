/** Pictures from real sources: a camera of the simulated street over HTTP and RTSP. */
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { startRtsp } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { cadenceOf } from '#src/sources/cadence.ts'
import { cutJpegs } from '#src/sources/key-frames.ts'
import { openSource } from '#src/sources/open-source.ts'
import { createPictureHealth } from '#src/sources/picture-health.ts'
import { borrowFfmpeg } from '../support.ts'

/** Tests that need it are skipped if it is missing: the program then has only snapshots, and says so. */
const ffmpeg = await borrowFfmpeg()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const grey = (brightness: number, noise = 0) =>
  sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: { r: brightness, g: brightness, b: brightness },
      ...(noise > 0 && { noise: { type: 'gaussian', mean: brightness, sigma: noise } }),
    },
  })
    .jpeg()
    .toBuffer()

test.runIf(ffmpeg)(
  'key frames replace a snapshot that fails, and a refused sign-in is reported',
  async () => {
    const server = await startRtsp({ username: '', password: () => '' })
    ends.push(() => server.stop())
    const place = {
      frame_url: 'http://127.0.0.1:9/none.jpg',
      stream_url_main: `rtsp://127.0.0.1:${server.port}/main`,
      stream_url_sub: '',
    }
    const source = openSource(place, () => 5)
    ends.push(() => source.close())
    await expect(source.next()).rejects.toThrow('fetch failed')
    const { jpeg, time } = await source.next()
    expect(time).toBe(5)
    expect((await sharp(jpeg).metadata()).format).toBe('jpeg')
    const closed = await startRtsp({ username: 'admin', password: () => 'right' })
    ends.push(() => closed.stop())
    const stream_url_main = `rtsp://127.0.0.1:${closed.port}/main`
    const wrong = openSource({ ...place, frame_url: '', stream_url_main }, Date.now)
    await expect(wrong.next()).rejects.toThrow(/^the camera refuses the user name or password$/)
  },
)

test('only addresses on loopback are opened: the program connects to no camera', async () => {
  for (const host of ['192.0.2.9', 'localhost', 'camera.example', '[::1]']) {
    const [frame_url, stream_url_main] = [`http://${host}/a.jpg`, `rtsp://${host}/main`]
    const source = openSource({ frame_url, stream_url_main, stream_url_sub: 'rtsps://127.0.0.1/' }, Date.now)
    await expect(source.next()).rejects.toThrow('the camera has neither a snapshot nor a stream address')
  }
})

test('a stream of JPEGs is split into pictures, however it is chunked', async () => {
  const [one, other] = [await grey(80, 20), await grey(150, 30)]
  const both = Buffer.concat([Buffer.from('noise'), one, other])
  for (const size of [1, 7, 1000, both.length]) {
    const cutter = cutJpegs()
    const pictures: Buffer[] = []
    for (let at = 0; at < both.length; at += size) pictures.push(...cutter.feed(both.subarray(at, at + size)))
    expect(pictures).toEqual([one, other])
  }
})

test('dark and frozen pictures cannot be judged, but a street at night can', async () => {
  const health = createPictureHealth()
  const day = await grey(120, 25)
  expect(await health.check(day, 0)).toMatchObject({ health: 'ok' })
  expect(await health.check(day, 10_000)).toMatchObject({ health: 'repeated' })
  expect(await health.check(day, 21_000)).toMatchObject({
    health: 'frozen',
    why: deviceSentence('unseen_frozen'),
  })
  expect(await health.check(await grey(121, 25), 25_000)).toMatchObject({ health: 'ok' })
  expect(await health.check(await grey(3), 30_000)).toMatchObject({ health: 'dark' })
  const lit = await sharp(await grey(6))
    .composite([
      {
        input: await sharp(await grey(200))
          .resize(120, 60)
          .toBuffer(),
        left: 40,
        top: 60,
      },
    ])
    .jpeg()
    .toBuffer()
  expect(await health.check(lit, 35_000)).toMatchObject({ health: 'ok' })
})

test('looks follow track_step, are more frequent during a change, and less frequent when busy', () => {
  expect(cadenceOf(5, false, 100, 0)).toEqual({ wait_ms: 5000, slowed: false })
  expect(cadenceOf(5, true, 100, 0)).toEqual({ wait_ms: 2000, slowed: false })
  expect(cadenceOf(1, true, 100, 0)).toEqual({ wait_ms: 1000, slowed: false })
  expect(cadenceOf(5, true, 6000, 0)).toEqual({ wait_ms: 10_000, slowed: true })
  expect([1, 2, 9].map((failures) => cadenceOf(5, true, 0, failures).wait_ms)).toEqual([
    10_000, 20_000, 30_000,
  ])
})
