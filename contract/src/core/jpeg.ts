/**
 * Reads JPEGs as cameras send them (ITU-T T.81, annex B), for the device and the analysis program alike:
 * whatever libjpeg-turbo decodes as a whole picture is one, and a picture that was cut is none.
 */

/** Width and height in pixels, and the offset behind the end marker; `end` is undefined without one. */
export type JpegShape = {
  readonly width: number
  readonly height: number
  readonly end: number | undefined
}
type Size = Pick<JpegShape, 'width' | 'height'>

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
/** Application data and comments: a decoder needs only the first and the last of the kinds below. */
const jfif = 0xe0
const adobe = 0xee

/** A marker between `from`, behind what came before, and `to`: the end of its segment and of its scan. */
type Part = { marker: number; at: number; to: number }

/** Whether the marker has no segment: TEM, RST0 to RST7. */
const stands_alone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
export const is_frame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const is_notes = (marker: number): boolean => (marker >= jfif && marker <= 0xef) || marker === 0xfe

/**
 * The segments until the end marker or the end of the file, each scan with its data. As libjpeg does, skips
 * whatever stands where a marker should be. The last one is the begin of another picture, if this one is cut.
 */
export function* partsOf(file: Uint8Array): Generator<Part> {
  let at = 2
  for (;;) {
    at = file.indexOf(0xff, at)
    if (at < 0) return
    while (file[at + 1] === 0xff) at++
    const marker = file[at + 1]
    if (marker === undefined) return
    if (marker === eoi || marker === soi) return yield { marker, at, to: at + 2 }
    if (marker === 0 || stands_alone(marker)) {
      at += 2
      continue
    }
    const length = (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0)
    const next = at + 2 + Math.max(2, length)
    if (next > file.length) return
    const to = marker === sos ? scanEnd(file, next) : next
    yield { marker, at, to }
    at = to
  }
}

/** The offset of the first marker behind the data of a scan; zeros are stuffed, restarts belong to it. */
function scanEnd(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at)) {
    while (file[at + 1] === 0xff) at++
    const marker = file[at + 1]
    if (marker === undefined) break
    if (marker !== 0 && !stands_alone(marker)) return at
    at += 2
  }
  return file.length
}

/** The shape of the picture that a file begins with; undefined if it has no size, lacks a scan, or is cut. */
export function readJpeg(file: Uint8Array): JpegShape | undefined {
  if (file[0] !== 0xff || file[1] !== soi || file[2] !== 0xff) return undefined
  let size: Size | undefined
  let missing: Missing = new Map()
  let until = 0
  let end: number | undefined
  for (const { marker, at, to } of partsOf(file)) {
    until = to
    if (marker === soi) return undefined
    if (marker === eoi) {
      end = to
      break
    }
    if (is_frame(marker) && !size) [size, missing] = [sizeIn(file, at), coefficientsIn(file, at)]
    if (marker === sos) scanArrives(missing, file, at)
  }
  const is_whole = missing.size > 0 && [...missing.values()].every((bits) => bits.every((left) => left === 0))
  return size && is_whole && until === (end ?? file.length) ? { ...size, end } : undefined
}

function sizeIn(file: Uint8Array, at: number): Size | undefined {
  const [height, width] = [file[at + 5]! * 256 + file[at + 6]!, file[at + 7]! * 256 + file[at + 8]!]
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** For each component, by its identifier: how many low bits of each coefficient are still to come. */
type Missing = Map<number, Uint8Array>
const is_progressive = (marker: number): boolean => (marker & 3) === 2

/** What the scans of the frame at `at` have to bring: a sequential scan brings a component at once. */
function coefficientsIn(file: Uint8Array, at: number): Missing {
  const missing: Missing = new Map()
  const length = is_progressive(file[at + 1]!) ? 64 : 1
  for (let i = 0; i < file[at + 9]!; i++) missing.set(file[at + 10 + i * 3]!, new Uint8Array(length).fill(16))
  return missing
}

/** A picture that was cut between two scans of a progressive file has an intact end, and lacks detail. */
function scanArrives(missing: Missing, file: Uint8Array, at: number): void {
  const count = file[at + 4]!
  const [from, to, bits] = [5, 6, 7].map((i) => file[at + count * 2 + i]!)
  for (let i = 0; i < count; i++) {
    const component = missing.get(file[at + 5 + i * 2]!)
    if (component?.length === 1) component[0] = 0
    else component?.fill(bits! & 15, from, to! + 1)
  }
}

/** The size of a whole picture, in pixels; undefined for anything else. */
export function jpegSize(file: Uint8Array): Size | undefined {
  const shape = readJpeg(file)
  return shape?.end === undefined ? undefined : { width: shape.width, height: shape.height }
}

/** The first whole picture between other data, as MJPEG over HTTP has it; undefined while there is none. */
export function firstJpeg(data: Uint8Array): Uint8Array | undefined {
  for (let from = data.indexOf(0xff); from >= 0; from = data.indexOf(0xff, from)) {
    if (data[from + 1] !== soi || data[from + 2] !== 0xff) {
      from++
      continue
    }
    const rest = data.subarray(from)
    const { marker, at, to } = [...partsOf(rest)].at(-1) ?? { marker: 0, at: 0, to: 0 }
    if (marker === eoi && jpegSize(rest)) return rest.subarray(0, to)
    if (marker !== eoi && marker !== soi) return undefined
    from += marker === eoi ? to : at
  }
  return undefined
}

/**
 * The picture as the strictest decoder takes it: with its end marker, without the notes and stray bytes
 * around its segments, and with the values by which a decoder replaces odd ones: the version of JFIF, the
 * colour of Adobe, the parameters of a sequential scan. What this decoder still complains of is damage
 * (`isDamage`). The pixels are the same.
 */
export function strictJpeg(file: Uint8Array): Uint8Array {
  const parts = [...partsOf(file)].filter(
    ({ marker }) =>
      marker !== eoi && marker !== soi && (!is_notes(marker) || marker === jfif || marker === adobe),
  )
  const is_sequential = !parts.some(({ marker }) => is_frame(marker) && is_progressive(marker))
  const strict = new Uint8Array(parts.reduce((sum, { at, to }) => sum + to - at, 4))
  strict.set([0xff, soi])
  let to = 2
  for (const part of parts) {
    strict.set(file.subarray(part.at, part.to), to)
    const at = to
    to += part.to - part.at
    if (part.marker === jfif && to - at > 10) strict.set([1, 1], at + 9)
    if (part.marker === adobe && to - at > 15 && strict[at + 15]! > 2) strict[at + 15] = 1
    if (part.marker === sos && is_sequential) strict.set([0, 63, 0], at + 5 + strict[at + 4]! * 2)
  }
  strict.set([0xff, eoi], to)
  return strict
}

/**
 * Whether libjpeg's complaints of a `strictJpeg`, a line each, mean that parts of the picture are missing or
 * wrong. Stray bytes before a marker change no pixel.
 */
export const isDamage = (complaints: string): boolean =>
  complaints.split('\n').some((line) => line.trim() !== '' && !/extraneous bytes before marker/i.test(line))
