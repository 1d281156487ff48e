/** Pictures reduced to the displayed size, from a real device's media folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'

let device: Device
const [width, height] = [1920, 1080]

beforeAll(async () => {
  device = await openDevice()
  const folder = join(device.deps.media.folder, 'cameras', 'A')
  mkdirSync(folder, { recursive: true })
  // Noise as in a street scene: a plain picture would have almost no bytes.
  const noise = {
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  } as const
  writeFileSync(join(folder, 'last.jpg'), await sharp(noise).jpeg({ quality: 85 }).toBuffer())
  writeFileSync(
    join(folder, 'turned.jpg'),
    await sharp(noise).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
  writeFileSync(join(folder, 'broken.jpg'), 'no picture')
  writeFileSync(join(folder, 'clip.mp4'), 'a clip')
})
afterAll(() => device.close())

const get = async (name: string, more = '', accept = 'image/avif,image/webp,*/*') =>
  device.app.inject({
    url: (await device.mediaAddress(`cameras/A/${name}`)) + more,
    headers: { accept },
  })

test('a listed width gives a small picture, as WebP if the client supports it', async () => {
  const whole = await get('last.jpg')
  for (const [accept, type, format] of [
    ['image/avif,image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ] as const) {
    const small = await get('last.jpg', '&w=320', accept)
    expect([small.statusCode, small.headers['content-type'], small.headers.vary]).toEqual([
      200,
      type,
      'accept',
    ])
    // A picture must not stay on the disk of a browser after its user has signed out.
    for (const { headers } of [whole, small, await get('clip.mp4')])
      expect(headers['cache-control']).toBe('no-store')
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format, width: 320, height: 180 })
    expect(small.rawPayload.length * 10).toBeLessThan(whole.rawPayload.length)
  }
})

test('a replaced picture is reduced again', async () => {
  const before = await get('last.jpg', '&w=320')
  expect((await get('last.jpg', '&w=320')).rawPayload.equals(before.rawPayload)).toBe(true)
  const file = join(device.deps.media.folder, 'cameras', 'A', 'last.jpg')
  writeFileSync(
    file,
    await sharp({ create: { width, height, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer(),
  )
  expect((await get('last.jpg', '&w=320')).rawPayload.equals(before.rawPayload)).toBe(false)
})

test('any other width, a clip and a broken file are sent unchanged', async () => {
  for (const more of ['&w=321', '&w=0', '&w=1e9', '&w=320&w=480'])
    expect((await sharp((await get('last.jpg', more)).rawPayload).metadata()).width).toBe(width)
  expect((await get('clip.mp4', '&w=320')).body).toBe('a clip')
  expect((await get('broken.jpg', '&w=320')).body).toBe('no picture')
})

test('a picture stored sideways is rotated, and a smaller one is not enlarged', async () => {
  const { width: across, height: down } = await sharp(
    (await get('turned.jpg', '&w=480')).rawPayload,
  ).metadata()
  expect([across, down]).toEqual([480, Math.round((480 * width) / height)])
  const file = join(device.deps.media.folder, 'cameras', 'A', 'tiny.jpg')
  writeFileSync(
    file,
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0f0' } })
      .jpeg()
      .toBuffer(),
  )
  expect((await sharp((await get('tiny.jpg', '&w=320')).rawPayload).metadata()).width).toBe(64)
})

test('a wrong signature gets no picture of any size', async () => {
  const address = await device.mediaAddress('cameras/A/last.jpg')
  for (const url of [address.replace(/sign=./, 'sign=_'), address.replace('last', 'none')])
    expect((await device.app.inject({ url: `${url}&w=320` })).statusCode).toBe(404)
})
