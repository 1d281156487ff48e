/**
 * Reads the plates of real photographs in several looks at each car. The readings are kept in `.cache/`, so
 * that another way of voting is judged without the networks (`real-plate-rows.ts`).
 */
import sharp from 'sharp'
import { keyOf, type LotPlace, type PlateReading } from '@parking/analysis/look/look.ts'
import { decodePicture } from '@parking/analysis/picture/raster.ts'
import { createVision, type VisionOptions } from '@parking/analysis/vision/camera-vision.ts'
import { plate_type } from '@parking/contract/core/codes.ts'
import { keep, kept } from './parts.ts'
import { laterLook, pictureOf, type PixelBox, type RealSet } from './real-set.ts'

export const kinds = [
  'mainland, photographs',
  'Taiwan cars',
  'Taiwan motorcycles',
  'mainland, crops',
] as const
export type Kind = (typeof kinds)[number]
/** A plate, and what each look read; null if a look read nothing. */
export type RealReading = {
  readonly file: string
  readonly kind: Kind
  readonly truth: string
  readonly width: number
  readonly type: number
  readonly looks: (PlateReading | null)[]
}
const cache = 'real-plates'
export const keptReadings = (): RealReading[] | undefined => kept<RealReading[]>(cache)

/** Reads every plate of the set in `looks` looks, or continues; `seconds` limits the time. */
export async function recordRealPlates(
  { detector, readPlate }: Required<Pick<VisionOptions, 'detector' | 'readPlate'>>,
  { folder, entries }: RealSet,
  looks: number,
  seconds: number,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  const known = keptReadings() ?? []
  const recorded = new Map(known.map((one) => [`${one.file} ${one.truth}`, one]))
  const readingOf = (one: Omit<RealReading, 'looks'>): RealReading => {
    const key = `${one.file} ${one.truth}`
    const made = recorded.get(key) ?? { ...one, looks: [] }
    recorded.set(key, made)
    return made
  }
  const save = (): void => keep(cache, [...recorded.values()])
  for (let look = 0; look < looks; look++)
    for (const [seed, entry] of entries.entries()) {
      if (performance.now() > end) return save()
      if (entry.kind === 'plate-crop-cn') {
        const { file, truth } = entry
        const { width } = crop_size
        const one = readingOf({ file, truth, kind: 'mainland, crops', width, type: 0 })
        if (one.looks.length > look) continue
        const canvas = await onSurround(await pictureOf(folder, file))
        const picture = await decodePicture(await laterLook(canvas, look, seed))
        one.looks.push((await readPlate(picture, { box: surround_car }, one.type)) ?? null)
      } else if (entry.kind === 'plate-scene-cn' || entry.kind === 'plate-scene-tw') {
        const type = entry.kind === 'plate-scene-tw' ? plate_type.taiwan : plate_type.mainland
        const plates = entry.truth.flatMap(({ plate, box }) => (plate ? [{ plate, box }] : []))
        const all = plates.map(({ plate, box }) => {
          const truth = plate.replaceAll('-', '')
          return readingOf({ file: entry.file, truth, kind: kindOf(plate, type), width: box[2], type })
        })
        if (all.every((one) => one.looks.length > look)) continue
        const jpeg = await laterLook(await pictureOf(folder, entry.file), look, seed)
        const { width, height } = await decodePicture(jpeg)
        const lots = plates.map(({ box }, at): LotPlace => {
          const motorcycles = all[at]!.kind === 'Taiwan motorcycles'
          return lotAround(box, String(at), motorcycles, { width, height })
        })
        const view = { camera_sn: 'real', lots, focus: null, feature: [], cover_th: 0.4 }
        const open = createVision({ detector, readPlate })
        const vision = open({ ...view, plate_type: type, motor_det: true })
        const seen = await vision.observe(jpeg, 0, new Set(lots.map(keyOf)))
        all.forEach((one, at) => one.looks.push(seen.lots[at]?.vehicle?.plate ?? null))
      }
      if (seed % 20 === 0) save()
    }
  save()
}

/** Motorcycles of Taiwan: 123-ABC and ABC-123; since 2012 also L to Q first, and electric EM and EP. */
const kindOf = (plate: string, type: number): Kind => {
  if (type !== plate_type.taiwan) return 'mainland, photographs'
  const isMotorcycle = /^([L-Q]..-....|E[MP].-....|...-...)$/.test(plate)
  return isMotorcycle ? 'Taiwan motorcycles' : 'Taiwan cars'
}

/**
 * The lot of a vehicle with this plate. A car is about four plates wide and a motorcycle three, and the
 * ground is one to two plates below the plate.
 */
export function lotAround(
  [left, top, width, height]: PixelBox,
  lot_no: string,
  motorcycles: boolean,
  size: { readonly width: number; readonly height: number },
): LotPlace {
  const aside = motorcycles ? width : 1.4 * width
  const x = (value: number): number => Math.max(0, Math.min(1, value / size.width))
  const y = (value: number): number => Math.max(0, Math.min(1, value / size.height))
  const [l, t, r, b] = [
    x(left - aside),
    y(top - 0.3 * width),
    x(left + width + aside),
    y(top + height + 1.4 * width),
  ]
  const polygon = [
    [l, t],
    [r, t],
    [r, b],
    [l, b],
  ] as const
  return { scene_id: 'real', lot_no, cell: 0, polygon, difficult: 0, motorcycles }
}

/** A crop is 94 x 24 pixels, squeezed from about 3:1. It is put on a plain picture, as a car's plate. */
const crop_size = { width: 94, height: 30 } as const
const [surround, crop_at] = [{ width: 320, height: 240 } as const, { left: 113, top: 150 } as const]
const surround_car = [0.12, 0.1, 0.88, 0.9] as const
async function onSurround(crop: Buffer): Promise<Buffer> {
  const plate = await sharp(crop)
    .resize({ ...crop_size, fit: 'fill' })
    .toBuffer()
  return sharp({ create: { ...surround, channels: 3, background: '#5a5c5f' } })
    .composite([{ input: plate, ...crop_at }])
    .png()
    .toBuffer()
}
