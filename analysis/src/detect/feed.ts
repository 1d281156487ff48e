/** Turns a part of a picture into a model's input, and maps boxes of the input back to the picture. */
import { scaled, type Raster, type Rect } from '../picture/raster.ts'
import type { Tensor } from '../models/runtime.ts'
import type { Box } from '../look/boxes.ts'
import type { InputSpec } from './model-spec.ts'

/** How the part is placed in the input: scale factors, and its top left corner in pixels of the input. */
export type Fit = { readonly sx: number; readonly sy: number; readonly left: number; readonly top: number }

/** How a part of this size is placed in the input. */
export function fitOf({ fit, width, height }: InputSpec, part: Pick<Rect, 'width' | 'height'>): Fit {
  const [sx, sy] = [width / part.width, height / part.height]
  if (fit === 'stretch') return { sx, sy, left: 0, top: 0 }
  const scale = Math.min(sx, sy)
  if (fit === 'topleft') return { sx: scale, sy: scale, left: 0, top: 0 }
  return {
    sx: scale,
    sy: scale,
    left: Math.round((width - part.width * scale) / 2 - 0.1),
    top: Math.round((height - part.height * scale) / 2 - 0.1),
  }
}

/** Converts a box of the input to a box of the picture, from 0 to 1. */
export function boxInPicture(
  [left, top, right, bottom]: Box,
  fit: Fit,
  part: Rect,
  picture: { readonly width: number; readonly height: number },
): Box {
  const x = (value: number): number => inUnit(((value - fit.left) / fit.sx + part.left) / picture.width)
  const y = (value: number): number => inUnit(((value - fit.top) / fit.sy + part.top) / picture.height)
  return [x(left), y(top), x(right), y(bottom)]
}
const inUnit = (value: number): number => Math.min(1, Math.max(0, value))

/** The part of the picture in the model's input format. */
export async function feedOf(spec: InputSpec, picture: Raster, part: Rect, fit: Fit): Promise<Tensor> {
  const { width, height } = spec
  const inside = {
    width: Math.max(1, Math.min(width, Math.round(part.width * fit.sx))),
    height: Math.max(1, Math.min(height, Math.round(part.height * fit.sy))),
  }
  const small = await scaled(picture, part, inside)
  const data = new Float32Array(width * height * 3)
  const planar = spec.layout === 'NCHW'
  for (let channel = 0; channel < 3; channel++) {
    const from = spec.order === 'RGB' ? channel : 2 - channel
    const [mean, std] = [spec.mean[channel]!, spec.std[channel]!]
    const valueOf = (byte: number): number => (byte * spec.scale - mean) / std
    const table = Float32Array.from({ length: 256 }, (_, byte) => valueOf(byte))
    const [step, start] = planar ? [1, channel * width * height] : [3, channel]
    const pad = valueOf(spec.pad)
    for (let y = 0; y < height; y++) {
      const row = y - fit.top
      const outside = row < 0 || row >= inside.height
      for (let x = 0; x < width; x++) {
        const column = x - fit.left
        data[start + (y * width + x) * step] =
          outside || column < 0 || column >= inside.width
            ? pad
            : table[small.pixels[(row * inside.width + column) * 3 + from]!]!
      }
    }
  }
  return { data, dims: planar ? [1, 3, height, width] : [1, height, width, 3] }
}
