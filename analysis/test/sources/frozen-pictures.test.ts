/**
 * A camera that repeats one picture is found whether the bytes are the same, or a clock runs in it and it is
 * encoded again. A street at night in which nothing moves is not frozen: its sensor has noise.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureHealth } from '#src/sources/picture-health.ts'

const size = { width: 1920, height: 1080 }
const look_ms = 5_000

/** A dark road with a lit strip and a lamp. */
const road = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><defs>' +
      '<linearGradient id="g" y2="1" x2="0"><stop stop-color="#080a10"/><stop offset="1" ' +
      'stop-color="#24262c"/></linearGradient></defs><rect width="1920" height="1080" fill="url(#g)"/>' +
      '<circle cx="1500" cy="260" r="90" fill="#ffe9b0"/>' +
      '<path d="M300 1080L900 400h160L1700 1080z" fill="#3c3e44"/></svg>',
  ),
)
  .removeAlpha()
  .raw()
  .toBuffer()

/** Noise around 0 with a deviation of 1, drawn once, because a picture needs six million of these. */
const noise = (() => {
  let state = 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return Float32Array.from(
    { length: 65_536 },
    () => (random() + random() + random() + random() - 2) * Math.sqrt(3),
  )
})()

/** The road with the noise of a sensor, another one for each `number`; `deviation` in steps of brightness. */
function noisy(deviation: number, number: number): Promise<Buffer> {
  const picture = road.map((value, at) =>
    Math.max(0, Math.min(255, Math.round(value + noise[(at + number * 7_919) & 65_535]! * deviation))),
  )
  return sharp(picture, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 75 })
    .toBuffer()
}

/** The digits of a clock at the second `number`. */
const digits = (number: number): string =>
  Array.from(
    { length: 12 },
    (_, at) => `<rect x="${at * 50}" y="8" width="${8 + ((at * number * 7) % 28)}" height="40" fill="#fff"/>`,
  ).join('')

/** A picture as a camera encodes it again, with its clock. */
function withClock(picture: Buffer, number: number): Promise<Buffer> {
  const clock = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="60">${digits(number)}</svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(clock), left: 24, top: 24 }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** The health after each picture, with a look each five seconds. */
async function judged(pictures: readonly Buffer[]): Promise<string[]> {
  const health = createPictureHealth()
  const found: string[] = []
  for (const [at, jpeg] of pictures.entries()) found.push((await health.check(jpeg, at * look_ms)).health)
  return found
}
const five = [0, 1, 2, 3, 4]
const hung = ['ok', 'repeated', 'repeated', 'repeated', 'frozen']

test('the same bytes again and again are frozen', async () => {
  const still = await noisy(2, 1)
  expect(await judged(five.map(() => still))).toEqual(hung)
})

test('the same picture, encoded again with a running clock, is frozen', async () => {
  const still = await noisy(2, 1)
  expect(await judged(await Promise.all(five.map((at) => withClock(still, at))))).toEqual(hung)
})

test('a picture that repeats for some looks is no new look, and no fault yet', async () => {
  const [one, other] = [await noisy(2, 1), await noisy(2, 2)]
  expect(await judged([one, one, one, other, other, other, one])).toEqual([
    'ok',
    'repeated',
    'repeated',
    'ok',
    'repeated',
    'repeated',
    'ok',
  ])
})

test.each([0.7, 1.5, 3])('a still street at night with a noise of %s is not frozen', async (deviation) => {
  const pictures = await Promise.all(five.map((at) => noisy(deviation, at)))
  expect(await judged(pictures)).toEqual(Array(5).fill('ok'))
})
