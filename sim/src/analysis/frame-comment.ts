/**
 * Reads the ground truth that a simulated frame carries in a JPEG COM segment. A real analysis program would
 * analyse the picture.
 */
import type { Point } from './geometry.ts'

export type Box = readonly [left: number, top: number, right: number, bottom: number]
export type SeenVehicle = {
  plate: string
  color: string
  kind?: 'car' | 'motorcycle'
  footprint: Point[]
  box: Box
  plate_box?: Box
}
export type FrameTruth = { camera: string; time: number; cars: SeenVehicle[] }

type Segment = { marker: number; start: number; end: number }

/**
 * The ground truth of a frame, and the JPEG without it (evidence must not carry it); undefined if it is not a
 * JPEG with our comment.
 */
export function readFrame(jpeg: Buffer): { truth: FrameTruth; picture: Buffer } | undefined {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return undefined
  for (const { marker, start, end } of segmentsOf(jpeg)) {
    if (marker !== 0xfe) continue
    const truth = parse(jpeg.toString('utf8', start + 4, end))
    if (truth) return { truth, picture: Buffer.concat([jpeg.subarray(0, start), jpeg.subarray(end)]) }
  }
  return undefined
}

/** The segments before the image data. */
function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (marker === 0xda || end > jpeg.length) return
    yield { marker, start: at, end }
    at = end
  }
}

function parse(text: string): FrameTruth | undefined {
  try {
    const value = JSON.parse(text) as Partial<FrameTruth>
    return typeof value.camera === 'string' && typeof value.time === 'number' && Array.isArray(value.cars)
      ? (value as FrameTruth)
      : undefined
  } catch {
    return undefined
  }
}
