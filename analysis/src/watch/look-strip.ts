/**
 * Thumbnails of the looks at a camera, so that an event can show what led to it. Whole pictures are kept at a
 * reduced size, because it is not known in advance which lot will need a thumbnail.
 */
import type { Box, Point } from '../look/boxes.ts'

/** Wide enough that a lot as wide as a twentieth of the picture is still recognisable. */
const kept_width = 960
/** Limit for one camera; the oldest pictures are dropped first. */
const max_bytes = 4 * 1024 * 1024
const cell = { width: 160, height: 120 } as const

export type SmallPictures = {
  put: (time: number, jpeg: Uint8Array) => Promise<void>
  /** The picture taken at exactly this time, if it is still kept. */
  at: (time: number) => Uint8Array | undefined
  clear: () => void
}

export function createSmallPictures(): SmallPictures {
  const kept = new Map<number, Uint8Array>()
  let bytes = 0
  return {
    async put(time, jpeg) {
      const { default: sharp } = await import('sharp')
      const small = await sharp(jpeg)
        .resize({ width: kept_width, withoutEnlargement: true, kernel: 'linear' })
        .jpeg({ quality: 60 })
        .toBuffer()
      kept.set(time, small)
      bytes += small.length
      for (const [old, one] of kept) {
        if (bytes <= max_bytes || old === time) break
        kept.delete(old)
        bytes -= one.length
      }
    },
    at: (time) => kept.get(time),
    clear() {
      kept.clear()
      bytes = 0
    },
  }
}

/**
 * One cell for each time, side by side in one JPEG: the surroundings of the lot, with its outline. A cell
 * without a picture is grey. Undefined if there is no picture at all.
 */
export async function drawStrip(
  times: readonly number[],
  polygon: readonly Point[],
  pictureAt: SmallPictures['at'],
): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp')
  const cells = []
  for (const [at, time] of times.entries()) {
    const jpeg = pictureAt(time)
    if (!jpeg) continue
    const { width = 1, height = 1 } = await sharp(jpeg).metadata()
    const window = windowAround(polygon, (width / height) * (cell.height / cell.width))
    const [left, top] = [Math.floor(window[0] * width), Math.floor(window[1] * height)]
    const input = await sharp(jpeg)
      .extract({
        left,
        top,
        width: Math.max(1, Math.min(width, Math.ceil(window[2] * width)) - left),
        height: Math.max(1, Math.min(height, Math.ceil(window[3] * height)) - top),
      })
      .resize(cell.width, cell.height, { fit: 'fill' })
      .composite([{ input: outline(polygon, window) }])
      .toBuffer()
    cells.push({ input, left: at * cell.width, top: 0 })
  }
  if (cells.length === 0) return undefined
  const { height } = cell
  return sharp({ create: { width: times.length * cell.width, height, channels: 3, background: '#8c8c8c' } })
    .composite(cells)
    .jpeg({ quality: 72 })
    .toBuffer()
}

/**
 * The lot with a margin, larger at the top to include the vehicle, in the aspect ratio of a cell. `shape` is
 * the ratio of height to width, as shares of the picture. A lot at the border gets a smaller margin.
 */
export function windowAround(polygon: readonly Point[], shape: number): Box {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.max(...ys), Math.min(...ys)]
  const margin = (right - left) * 0.15
  const rise = Math.max(low - high, (right - left) * shape * 0.5) * 0.6
  let [w, h] = [right - left + 2 * margin, low - high + rise + margin * shape]
  if (h < w * shape) h = w * shape
  else w = h / shape
  ;[w, h] = [Math.min(1, w), Math.min(1, h)]
  const x = Math.min(1 - w, Math.max(0, (left + right - w) / 2))
  const y = Math.min(1 - h, Math.max(0, low + margin * shape - h))
  return [x, y, x + w, y + h]
}

function outline(polygon: readonly Point[], [left, top, right, bottom]: Box): Buffer {
  const { width, height } = cell
  const points = polygon
    .map(([x, y]) => [(x - left) / (right - left), (y - top) / (bottom - top)] as const)
    .map(([x, y]) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`)
    .join(' ')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon ` +
      `points="${points}" fill="none" stroke="#ffd400" stroke-width="1.5" stroke-opacity="0.9"/></svg>`,
  )
}
