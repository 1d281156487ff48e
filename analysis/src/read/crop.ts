/** Crops a plate for the reader: straightened, with stretched contrast. */
import type { Tensor } from '../models/runtime.ts'
import type { Raster } from '../picture/raster.ts'
import { straightened, type Quad } from './straighten.ts'

/** The height of the reader's input, in pixels. */
const height = 48

/** The plate inside the quad, scaled to `width` by 48 pixels. */
export const cropOf = (picture: Raster, quad: Quad, width: number): Raster =>
  spread(straightened(picture, quad, width, height))

/** Stretches the contrast of a patch: plates at night are dark. The order of the colours is preserved. */
function spread({ pixels, ...size }: Raster): Raster {
  const sorted = pixels.toSorted()
  const [low, high] = [sorted[Math.floor(sorted.length * 0.02)]!, sorted[Math.floor(sorted.length * 0.98)]!]
  if (high - low > 150 || high - low < 12) return { ...size, pixels }
  const gain = 200 / (high - low)
  return { ...size, pixels: pixels.map((value) => Math.max(0, Math.min(255, 20 + (value - low) * gain))) }
}

/** The reader's input: BGR, values from -1 to 1. */
export function feedOf({ width, pixels }: Raster): Tensor {
  const data = new Float32Array(3 * height * width)
  for (let c = 0; c < 3; c++)
    for (let at = 0; at < height * width; at++)
      data[c * height * width + at] = pixels[at * 3 + 2 - c]! / 127.5 - 1
  return { data, dims: [1, 3, height, width] }
}
