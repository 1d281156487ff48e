/**
 * Reads plates of drawn cars in every light: far, near, at an angle, blurred, noisy, badly compressed and
 * dark. Each plate gets two looks and their vote. The boxes of the cars are given with a small error.
 */
import sharp from 'sharp'
import type { Box } from '@parking/analysis/look/boxes.ts'
import type { PlateReading } from '@parking/analysis/look/look.ts'
import { decodePicture } from '@parking/analysis/picture/raster.ts'
import type { ReadPlate } from '@parking/analysis/read/plate-reader.ts'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { lights } from '@parking/sim/street/light.ts'
import { createRng, type Rng } from '@parking/sim/street/rng.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import type { LightName } from './day-plan.ts'
import { votesOf, type Voted } from './judge.ts'
import { start } from './record-day.ts'

const looks = 2
/** Error of the detector's boxes, as a share of their size. */
const jitter = 0.04
/** Every second or third lot is used, so that cars along a kerb do not hide each other's plates. */
const gaps = [2, 3] as const

export type Reading = Voted & { readonly defect: string }

/** Reads the plates in `rounds` pictures with up to three cars each. */
export async function plateRounds(read: ReadPlate, seed: number, rounds: number): Promise<Reading[]> {
  let now = start
  const rng = createRng(seed)
  const street = createStreet({ seed, traffic: false, now: () => now })
  const names = Object.keys(lights) as LightName[]
  const found: Reading[] = []
  for (let round = 0; round < rounds; round++) {
    const camera = round % street.views.length
    const type = street.views[camera]?.region === 'taiwan' ? 1 : 0
    const [light, defect] = [rng.pick(names), rng.pick(defects)]
    street.relight(camera, lights[light])
    const lots = street.lots(camera)
    const gap = rng.pick(gaps)
    const chosen = lots.flatMap(({ kind }, at) => (kind === 'car' && at % gap === round % gap ? [at] : []))
    for (const lot of chosen) street.arrive(camera, lot)
    const readings = new Map<string, { all: PlateReading[]; width: number }>()
    for (let look = 0; look < looks; look++, now += 2000) {
      const { truth, picture } = readFrame(await street.frame(camera, 'C'))!
      const raster = await decodePicture(await defect.make(picture, rng))
      for (const { plate, plate_box, box } of truth.cars) {
        if (!plate_box) continue
        const others = truth.cars.filter((one) => one.plate !== plate).map((one) => one.box)
        const one = readings.get(plate) ?? {
          all: [],
          width: Math.round((plate_box[2] - plate_box[0]) * 1920),
        }
        readings.set(plate, one)
        const reading = await read(raster, { box: moved(box, rng) }, type, others)
        if (reading) one.all.push(reading)
      }
    }
    for (const [plate, { all, width }] of readings)
      found.push({
        truth: plate.replace('-', ''),
        width,
        light,
        camera,
        defect: defect.name,
        ...votesOf(all, type),
      })
    for (const lot of chosen) street.leave(camera, lot)
    now += 60_000
  }
  return found
}

function moved([left, top, right, bottom]: Box, rng: Rng): Box {
  const off = (size: number): number => rng.between(-jitter, jitter) * size
  const [wide, high] = [right - left, bottom - top]
  const unit = (value: number): number => Math.max(0, Math.min(1, value))
  return [left + off(wide), top + off(high), right + off(wide), bottom + off(high)].map(
    unit,
  ) as unknown as Box
}

/** Defects of a picture. */
const defects: readonly { name: string; make: (jpeg: Buffer, rng: Rng) => Promise<Buffer> }[] = [
  { name: 'nothing', make: async (jpeg) => jpeg },
  {
    name: 'blur',
    make: (jpeg, rng) => sharp(jpeg).blur(rng.between(0.6, 1.3)).jpeg({ quality: 85 }).toBuffer(),
  },
  { name: 'compression', make: (jpeg) => sharp(jpeg).jpeg({ quality: 40 }).toBuffer() },
  {
    name: 'dark',
    make: (jpeg, rng) => sharp(jpeg).linear(rng.between(0.3, 0.6), 0).jpeg({ quality: 80 }).toBuffer(),
  },
  { name: 'noise', make: noisy },
]

async function noisy(jpeg: Buffer, rng: Rng): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const strength = rng.between(6, 14)
  // The sum of three uniform numbers is nearly normal, with a standard deviation of one half.
  for (let at = 0; at < data.length; at++) {
    const value = data[at]! + (rng.next() + rng.next() + rng.next() - 1.5) * 2 * strength
    data[at] = Math.max(0, Math.min(255, value))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
