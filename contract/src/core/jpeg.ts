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
const is_frame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const is_notes = (marker: number): boolean => (marker >= jfif && marker <= 0xef) || marker === 0xfe

/**
 * The segments until the end marker or the end of the file, each scan with its data. As libjpeg does, skips
 * whatever stands where a marker should be. The last one is the begin of another picture, if this one is cut.
 */
function* partsOf(file: Uint8Array): Generator<Part> {
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

/** The shape of the picture that a file begins with; undefined if it has no size or no data, or is cut. */
export function readJpeg(file: Uint8Array): JpegShape | undefined {
  if (file[0] !== 0xff || file[1] !== soi || file[2] !== 0xff) return undefined
  let size: Size | undefined
  let has_data = false
  let until = 0
  for (const { marker, at, to } of partsOf(file)) {
    until = to
    if (marker === soi) return undefined
    if (marker === eoi) return size && has_data ? { ...size, end: to } : undefined
    if (is_frame(marker)) size ??= sizeIn(file, at)
    has_data ||= marker === sos && size !== undefined
  }
  return size && has_data && until === file.length ? { ...size, end: undefined } : undefined
}

function sizeIn(file: Uint8Array, at: number): Size | undefined {
  const [height, width] = [file[at + 5]! * 256 + file[at + 6]!, file[at + 7]! * 256 + file[at + 8]!]
  return width > 0 && height > 0 ? { width, height } : undefined
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
 * The picture as the strictest decoder takes it: with its end marker, and without the notes and stray bytes
 * around its segments. What this decoder still complains of is damage (`isDamage`). The pixels are the same.
 */
export function strictJpeg(file: Uint8Array): Uint8Array {
  const parts = [...partsOf(file)].filter(
    ({ marker }) =>
      marker !== eoi && marker !== soi && (!is_notes(marker) || marker === jfif || marker === adobe),
  )
  const pieces = [file.subarray(0, 2), ...parts.map(({ at, to }) => file.subarray(at, to))]
  const strict = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 2))
  let to = 0
  for (const piece of pieces) {
    strict.set(piece, to)
    to += piece.length
  }
  strict.set([0xff, eoi], to)
  return strict
}

/**
 * Whether libjpeg's complaint of a `strictJpeg` means that parts of the picture are missing or wrong. Stray
 * bytes before the end marker, an unknown version or odd scan parameters change no pixel.
 */
export const isDamage = (complaint: string): boolean =>
  !/extraneous bytes before marker|JFIF revision|Adobe color|SOS parameters|bad ICC/i.test(complaint)
