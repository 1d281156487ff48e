/**
 * The films that an RTSP server can stream: a short film in a loop, the camera's live view, or pictures in
 * slices. Long because pictures are written bit by bit.
 */
import { readH264 } from './h264.ts'
import sample from './sample.json' with { type: 'json' }
import sharp from 'sharp'

/**
 * H.264 without an encoder (ITU-T H.264): a picture as plain samples (I_PCM macroblocks), and a repeat (a P
 * slice that skips every macroblock). Large but simple, and only for loopback. Main profile, CAVLC, one
 * slice, 640 by 360.
 */
const width = 640
const height = 360
const [across, down] = [width / 16, Math.ceil(height / 16)]

/** A bit writer for the syntax elements of the standard. */
class Bits {
  readonly #bits: number[] = []
  u(count: number, value: number): this {
    for (let at = count - 1; at >= 0; at--) this.#bits.push((value >> at) & 1)
    return this
  }
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1))
    return this.u(length, 0).u(length + 1, value + 1)
  }
  get length(): number {
    return this.#bits.length
  }
  /** The bytes, padded with zeros to a whole byte; `stop` first adds the 1 bit that ends a NAL unit. */
  bytes(stop: boolean): Buffer {
    const bits = stop ? [...this.#bits, 1] : this.#bits
    return Buffer.from(
      Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
        Array.from({ length: 8 }, (__, bit) => bits[at * 8 + bit] ?? 0).reduce(
          (byte, bit) => byte * 2 + bit,
          0,
        ),
      ),
    )
  }
}

/** A NAL unit with a 3 inserted between bytes that would look like a start code (emulation prevention). */
function unit(header: number, payload: Buffer): Buffer {
  const out = Buffer.alloc(1 + payload.length + Math.ceil(payload.length / 2))
  out[0] = header
  let [to, zeros] = [1, 0]
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      out[to++] = 3
      zeros = 0
    }
    out[to++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out.subarray(0, to)
}

/** Level 4.0; frame_num of 4 bits; output order is decoding order; the rows below 360 are cropped. */
const sps = unit(
  0x67,
  Buffer.concat([
    Buffer.from([77, 0, 40]),
    new Bits()
      .ue(0)
      .ue(0)
      .ue(2)
      .ue(1)
      .u(1, 0)
      .ue(across - 1)
      .ue(down - 1)
      .u(2, 0b11)
      .u(1, 1)
      .ue(0)
      .ue(0)
      .ue(0)
      .ue((down * 16 - height) / 2)
      .u(1, 0)
      .bytes(true),
  ]),
)
const pps = unit(
  0x68,
  new Bits().ue(0).ue(0).u(2, 0).ue(0).ue(0).ue(0).u(3, 0).ue(0).ue(0).ue(0).u(3, 0b100).bytes(true),
)

/**
 * A JPEG as an IDR picture, in a number of slices. `turn` makes idr_pic_id differ between neighbours.
 */
async function keyPicture(jpeg: Buffer, turn: number, slices = 1): Promise<Buffer[]> {
  const rgb = await sharp(jpeg).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const rows = Math.ceil(down / slices)
  return Array.from({ length: slices }, (_, at) =>
    keySlice(rgb, turn, at * rows * across, Math.min(down, (at + 1) * rows) * across),
  )
}

/** The macroblocks `first` up to `end` of a picture. */
function keySlice(rgb: Buffer, turn: number, first: number, end: number): Buffer {
  const head = new Bits()
    .ue(first)
    .ue(7)
    .ue(0)
    .u(4, 0)
    .ue(turn & 1)
    .u(2, 0)
    .ue(0)
    .ue(1)
    .ue(25)
    .bytes(false)
  const size = 2 + 384
  const body = Buffer.alloc((end - first) * size - 2 + 1)
  const sample = (x: number, y: number, weights: readonly [number, number, number], base: number): number => {
    const at = (Math.min(height - 1, y) * width + x) * 3
    return (
      base +
      (weights[0] * (rgb[at] ?? 0) + weights[1] * (rgb[at + 1] ?? 0) + weights[2] * (rgb[at + 2] ?? 0)) / 256
    )
  }
  let to = 0
  for (let block = first; block < end; block++) {
    const [left, top] = [(block % across) * 16, Math.floor(block / across) * 16]
    // mb_type 25 and zeros up to the next byte; for the first block they are in the head.
    if (block > first) to = body.writeUInt16BE(0x0d00, to)
    for (let at = 0; at < 256; at++) body[to++] = sample(left + (at & 15), top + (at >> 4), luma, 16)
    for (const weights of [blue, red])
      for (let at = 0; at < 64; at++)
        body[to++] = sample(left + (at & 7) * 2, top + (at >> 3) * 2, weights, 128)
  }
  body[to] = 0x80
  return unit(0x65, Buffer.concat([head, body]))
}

/** ITU-R BT.601, scaled to 256. */
const luma = [66, 129, 25] as const
const blue = [-38, -74, 112] as const
const red = [112, -94, -18] as const

/** Repeats the previous picture. `number` counts the pictures since the last key picture, which is 0. */
const samePicture = (number: number): Buffer =>
  unit(
    0x41,
    new Bits()
      .ue(0)
      .ue(5)
      .ue(0)
      .u(4, number & 15)
      .u(3, 0)
      .ue(0)
      .ue(1)
      .ue(across * down)
      .bytes(true),
  )

export type Picture = { key: boolean; nals: readonly Buffer[] }
/** `next` returns the picture of each frame in turn, or undefined while there is none yet. */
export type Film = { sps: Buffer; pps: Buffer; begin: () => { next: () => Picture | undefined } }

const loop = readH264(Buffer.from(sample.h264, 'base64'))

export const shortFilm: Film = {
  sps: loop.sps,
  pps: loop.pps,
  begin() {
    let shown = 0
    return { next: () => loop.pictures[shown++ % loop.pictures.length] }
  },
}

/** A new picture is taken every 5 frames; the frames between repeat it. */
const frames_per_picture = 5

/** `takePicture` returns a JPEG of the current view. */
export const liveFilm = (takePicture: () => Promise<Buffer>): Film => ({
  sps,
  pps,
  begin() {
    let [moment, since, turn] = [0, 0, 0]
    let drawing: 'idle' | 'busy' = 'idle'
    let fresh: Buffer[] | undefined
    const draw = async (): Promise<void> => {
      drawing = 'busy'
      fresh = await keyPicture(await takePicture(), turn++).catch(() => undefined)
      drawing = 'idle'
    }
    return {
      next() {
        if (moment++ % frames_per_picture === 0 && drawing === 'idle') void draw()
        if (fresh) {
          const nals = fresh
          fresh = undefined
          since = 1
          return { key: true, nals }
        }
        return since === 0 ? undefined : { key: false, nals: [samePicture(since++)] }
      },
    }
  },
})

/** Shows one JPEG in key pictures of several slices; `change` gets the units of each. */
export const slicedFilm = (jpeg: () => Promise<Buffer>, change: (slices: Buffer[]) => Buffer[]): Film => ({
  sps,
  pps,
  begin() {
    let [moment, turn] = [0, 0]
    let pictures: Buffer[][] = []
    void Promise.all([0, 1].map(async (at) => keyPicture(await jpeg(), at, 3))).then(
      (made) => (pictures = made),
    )
    return {
      next() {
        const slices = moment++ % 2 === 0 ? pictures[turn++ & 1] : undefined
        return slices && { key: true, nals: change(slices) }
      },
    }
  },
})

/** The parameter sets again before each slice but the first, as some servers send them. */
export const setsBeforeEachSlice = (slices: Buffer[]): Buffer[] =>
  slices.flatMap((slice, at) => (at === 0 ? [slice] : [sps, pps, slice]))
