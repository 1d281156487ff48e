/**
 * Dark and frozen pictures: street scenes by day, in rain and at night are neither, whatever their noise;
 * real faults are found after a delay.
 */
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createStreet } from '@parking/sim/street/street.ts'
import { darkPicture } from '@parking/sim/peers/camera/fault-frames.ts'
import { openThumbnail, judge, confirmations, unjudged } from '#src/camera/health/picture-judge.ts'
import { grid } from '@parking/contract/core/same-moment.ts'

const cells = grid.width * grid.height
const minute = 60_000
const street_now = { ms: Date.UTC(2026, 10, 21, 2, 0) }
const street = createStreet({ traffic: false, now: () => street_now.ms })

/** Pictures of the simulated street, a minute apart. */
async function minutes(camera: number, count: number): Promise<Buffer[]> {
  const frames: Buffer[] = []
  for (let i = 0; i < count; i++) {
    street_now.ms += minute
    frames.push(await street.frame(camera, 'S'))
  }
  return frames
}

/** The reported health after each picture. */
function judged(pictures: readonly Uint8Array[], from = unjudged): string[] {
  let now = from
  return pictures.map((picture) => (now = judge(now, picture)).health)
}
const gridsOf = (frames: readonly Uint8Array[]) => Promise.all(frames.map(openThumbnail))

test.each(street.views.map((view, at) => ({ name: view.name, at })))(
  'a street without movement is healthy: $name',
  async ({ at }) => {
    expect(judged(await gridsOf(await minutes(at, confirmations.faulty + 2)))).toEqual(
      Array(confirmations.faulty + 2).fill(''),
    )
  },
)

test('a repeated picture is frozen after `confirmations.faulty` checks, but not after fewer', async () => {
  const [still, ...moving] = await minutes(0, 3)
  const grids = await gridsOf([still!, still!, still!, still!, still!, ...moving])
  expect(judged(grids)).toEqual(['', '', '', 'frozen', 'frozen', 'frozen', ''])
})

test('a running clock does not hide a frozen picture, wherever it is', async () => {
  const [still] = await minutes(4, 1)
  for (const top of [20, 500, 1_020]) {
    const frames = await Promise.all(
      [1, 2, 3, 4].map((second) => {
        const clock =
          '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="54">' +
          `${Array.from(
            { length: 12 },
            (_, i) =>
              `<rect x="${i * 44}" y="8" width="${8 + ((i * second * 7) % 28)}" ` +
              'height="38" fill="#fff"/>',
          ).join('')}</svg>`
        return sharp(still)
          .composite([{ input: Buffer.from(clock), left: 24, top }])
          .jpeg({ quality: 82 })
          .toBuffer()
      }),
    )
    expect(judged(await gridsOf(frames))).toEqual(['', '', '', 'frozen'])
  }
})

test('a covered lens is dark after a delay, despite noise and clock', async () => {
  const covered = await openThumbnail(await darkPicture())
  const clock = (seed: number) =>
    covered.map((cell, at) => (at < grid.width * 2 && at % grid.width < 20 ? 90 + ((at * seed) % 60) : cell))
  const [one, two, three, four] = await gridsOf(await minutes(0, 4))
  expect(judged([one!, covered, clock(1), clock(2), clock(3), two!, covered, three!, four!])).toEqual([
    '',
    '',
    '',
    'dark',
    'dark',
    'dark',
    'dark',
    'dark',
    '',
  ])
})

test('a night with a single lamp is not dark', () => {
  const night = new Uint8Array(cells)
    .fill(6)
    .map((cell, at) => (at % grid.width > 50 && at > cells / 2 ? 60 : cell))
  expect(judged([night, night.map((cell) => cell + 1), night, night.map((cell) => cell + 1)])).not.toContain(
    'dark',
  )
})

test('a picture with noise outside of one strip is not frozen', () => {
  const row = fc.integer({ min: 0, max: grid.height - 1 })
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: cells, maxLength: cells }),
      fc.array(fc.tuple(row, row), { minLength: 6, maxLength: 6 }),
      (still, noise) => {
        const lit = still.map((cell) => 60 + (cell % 120))
        const living = noise.map(([one, other], at) => {
          const next = lit.slice()
          next[one * grid.width + at]! += 1
          next[((one + 6 + (other % (grid.height - 12))) % grid.height) * grid.width + at + 9]! += 1
          return next
        })
        expect(judged(living)).not.toContain('frozen')
        expect(judged([lit, lit, lit, lit])).toEqual(['', '', '', 'frozen'])
      },
    ),
  )
})

test('an intermittent fault is never reported', () => {
  const one = new Uint8Array(cells).fill(100)
  const other = new Uint8Array(cells).fill(101)
  expect(new Set(judged(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? other : one))))).toEqual(
    new Set(['']),
  )
  expect(() => judge(unjudged, new Uint8Array(3))).toThrow('A grid has')
})
