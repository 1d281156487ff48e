/**
 * Renders the picture of one camera. The empty view is cached, only the area with vehicles is redrawn when
 * they change, and each frame adds clock and flicker.
 */
import sharp from 'sharp'
import { drawCar } from './car.ts'
import { withComment, type SeenVehicle } from './jpeg-comment.ts'
import { createLens, frame_height, frame_width, type Lens, type Pose } from './lens.ts'
import { cachedFrame } from './frame-cache.ts'
import { drawMotorcycle } from './motorcycle.ts'
import { drawScenery } from './scenery.ts'
import { createSketch } from './sketch.ts'
import { drawOverlayText, type OverlayPart } from './overlay-text.ts'
import type { Lots } from './traffic.ts'
import { seenVehicles, type Drawn } from './truth.ts'
import { drawCorners, drawRain, grain, shimmer, type Area } from './weather.ts'
import type { View } from './views.ts'

export type Shot = { camera: string; time: number; pose: Pose; lots: Lots; version: number }
export type Painter = { paint: (shot: Shot) => Promise<Buffer> }

/** A view releases its memory if it is not requested for this long. */
const idle_ms = 60_000
const raster = { raw: { width: frame_width, height: frame_height, channels: 3 as const } }
const whole: Area = { left: 0, top: 0, width: frame_width, height: frame_height }
const svgOf = (inside: string, { left, top, width, height } = whole): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="${left} ${top} ${width} ${height}">${inside}</svg>`,
  )
sharp.cache(false) // this file does its own caching
sharp.concurrency(1) // Frames are small: more threads would cost more memory than they save time.

/** The empty view of each camera at its home position, as a JPEG; shared by all streets of this process. */
const homes = new WeakMap<View, Promise<Buffer>>()

/** Paints the frames of one camera in turn. While nothing changes, a frame is reused for `flicker_ms`. */
export function createPainter(view: View, flicker_ms: number): Painter {
  const strength = view.light.night ? 9 : 5
  let ground: { key: string; jpeg: Buffer } | undefined
  let state: { key: string; pose: string; pixels: Buffer; cars: SeenVehicle[] } | undefined
  let last: { key: string; second: number; jpeg: Buffer } | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function groundOf(lens: Lens, key: string): Promise<Buffer> {
    if (ground?.key !== key) {
      // Kept as a JPEG of high quality, which needs a tenth of the raster's memory and 15 ms to decode.
      const svg = () => svgOf(drawScenery(view, lens) + drawCorners(view))
      const draw = (drawing: Buffer) =>
        sharp(drawing).flatten().blur(0.7).jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer()
      // A view off the home position is requested only once.
      ground = {
        key,
        jpeg: key === poseKeyOf(view.pose) ? await home(() => cachedFrame(svg(), draw)) : await draw(svg()),
      }
    }
    return ground.jpeg
  }

  function home(draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = homes.get(view)
    if (known) return known
    const drawn = draw()
    homes.set(view, drawn)
    drawn.catch(() => homes.delete(view))
    return drawn
  }

  async function stateOf(shot: Shot, poseKey: string): Promise<NonNullable<typeof state>> {
    const key = `${poseKey}/${shot.version}`
    if (state?.key === key) return state
    const lens = createLens(shot.pose, view.mirrored)
    const sketch = createSketch(lens, view.light)
    const drawn = drawVehicles(view, shot.lots, sketch)
    const jpeg = await groundOf(lens, poseKey)
    // Only the area where vehicles can be is redrawn, unless it rains: rain covers the whole picture.
    const area = view.light.rain ? whole : areaOf(view, lens)
    const seen = state?.pose === poseKey ? state.pixels : undefined
    const pixels = seen ?? (await emptyOf(jpeg))
    const over = sketch.svg() + drawRain(view, shot.version)
    if (seen || over !== '') {
      const overlay = { input: svgOf(over, area), left: 0, top: 0 }
      const part = await sharp(jpeg).extract(area).composite([overlay]).removeAlpha().raw().toBuffer()
      copyPart(part, area, pixels)
      grain(pixels, area, strength, view.seed)
    }
    state = { key, pose: poseKey, pixels, cars: seenVehicles(lens, drawn) }
    return state
  }

  async function emptyOf(jpeg: Buffer): Promise<Buffer> {
    const pixels = await sharp(jpeg).removeAlpha().raw().toBuffer()
    grain(pixels, whole, strength, view.seed)
    return pixels
  }

  async function paint(shot: Shot): Promise<Buffer> {
    const second = Math.floor(shot.time / 1000)
    const poseKey = poseKeyOf(shot.pose)
    const key = `${poseKey}/${shot.version}`
    if (last?.key === key && second >= last.second && second - last.second < flicker_ms / 1000)
      return last.jpeg
    const { pixels, cars } = await stateOf(shot, poseKey)
    const strips = await drawOverlayText(new Date(second * 1000), view.name)
    const still = shimmer(pixels, strength, second + view.seed)
    const undo = stamp(pixels, strips)
    const jpeg = await sharp(pixels, raster).jpeg({ quality: 82, optimiseCoding: false }).toBuffer()
    undo()
    still()
    last = { key, second, jpeg: withComment(jpeg, { camera: shot.camera, time: shot.time, cars }) }
    return last.jpeg
  }

  return {
    paint: (shot) => {
      clearTimeout(idle)
      idle = setTimeout(() => void (state = last = undefined), idle_ms).unref()
      // One at a time, because the cached raster is stamped in place.
      const next = queue.then(() => paint(shot))
      queue = next.catch(() => undefined)
      return next
    },
  }
}

const poseKeyOf = (pose: Pose): string =>
  Object.values(pose)
    .map((part) => part.toFixed(3))
    .join()

/** The area around the lots, with a margin for roofs and shadows. */
function areaOf(view: View, lens: Lens): Area {
  const room = [-3.5, 3.5]
  const around = view.lots.flatMap(({ corners }) =>
    corners.flatMap(([x, y]) =>
      room.flatMap((dx) => room.flatMap((dy) => [0, 2.2].map((z) => lens.project([x + dx, y + dy, z])))),
    ),
  )
  const seen = around.filter((pixel) => pixel !== undefined)
  if (seen.length < around.length) return whole
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)]
  const [left, top] = [
    Math.min(frame_width - 1, Math.max(0, Math.floor(Math.min(...xs)))),
    Math.min(frame_height - 1, Math.max(0, Math.floor(Math.min(...ys)))),
  ]
  return {
    left,
    top,
    width: Math.max(1, Math.min(frame_width, Math.ceil(Math.max(...xs))) - left),
    height: Math.max(1, Math.min(frame_height, Math.ceil(Math.max(...ys))) - top),
  }
}

function drawVehicles(view: View, lots: Lots, sketch: ReturnType<typeof createSketch>): Drawn[] {
  const parked = view.lots.flatMap((lot, i) =>
    lot.places.flatMap((place, at) => (lots[i]?.[at] ? [{ place, vehicle: lots[i][at] }] : [])),
  )
  parked.sort(
    (a, b) => sketch.lens.depth([b.place.x, b.place.y, 0]) - sketch.lens.depth([a.place.x, a.place.y, 0]),
  )
  return parked.map(({ place, vehicle }) => ({
    place,
    vehicle,
    plate: vehicle.kind === 'car' ? drawCar(sketch, vehicle, place) : drawMotorcycle(sketch, vehicle, place),
  }))
}

/** Copies a part into the raster. */
function copyPart(part: Buffer, { left, top, width, height }: Area, pixels: Buffer): void {
  for (let y = 0; y < height; y++)
    part.copy(pixels, ((top + y) * frame_width + left) * 3, y * width * 3, (y + 1) * width * 3)
}

/** Draws the overlay onto the raster; returns a function that removes it again. */
function stamp(pixels: Buffer, strips: readonly OverlayPart[]): () => void {
  const kept: (() => void)[] = []
  for (const { left, top, width, height, rgba } of strips) {
    for (let y = 0; y < height; y++) {
      const at = ((top + y) * frame_width + left) * 3
      const before = Buffer.from(pixels.subarray(at, at + width * 3))
      kept.push(() => void before.copy(pixels, at))
      for (let x = 0; x < width; x++) {
        const [from, to] = [(y * width + x) * 4, at + x * 3]
        const alpha = rgba[from + 3]! / 255
        if (alpha > 0)
          for (let c = 0; c < 3; c++) pixels[to + c] = pixels[to + c]! * (1 - alpha) + rgba[from + c]! * alpha
      }
    }
  }
  return () => kept.forEach((put) => put())
}
