/**
 * Finds the plate in a close-up, which also shows some of the car: the columns and rows with many pixels of
 * the plate's colour. Used only to enlarge the letters; no text is read from it.
 */
import { useEffect, useState } from 'react'

/** Shares of the picture, from 0 to 1. */
export type Bounds = { left: number; right: number; top: number; bottom: number }
const whole: Bounds = { left: 0, right: 1, top: 0, bottom: 1 }

/** Hue ranges in degrees, and the minimum saturation. White and black plates have no hue of their own. */
const hues: Readonly<Record<string, readonly [from: number, to: number]>> = {
  blue: [195, 255],
  yellow: [35, 65],
  green: [80, 175],
  gradient_green: [80, 175],
  yellow_green: [35, 175],
  farm_green: [80, 175],
  farm_yellow: [35, 65],
  red: [340, 380],
}
const min_saturation = 0.35
/** A column or row belongs to the plate if its count is at least this share of the highest count. */
const min_share = 0.4
/** Maximum width in pixels of the picture that is analysed; a plate needs no more. */
const max_analysed_px = 160

/** The bounds of the plate; the whole picture until they are known, or if none are found. */
export function usePlateBounds(url: string | undefined, color: string): Bounds {
  const [found, setFound] = useState<{ url: string; bounds: Bounds }>()
  useEffect(() => {
    if (url === undefined || hues[color] === undefined) return
    let wanted = true
    const image = new Image()
    image.src = url
    image.decode().then(
      () => {
        if (wanted) setFound({ url, bounds: boundsIn(image, color) })
      },
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [url, color])
  return found && found.url === url ? found.bounds : whole
}

function boundsIn(image: HTMLImageElement, color: string): Bounds {
  const scale = Math.min(1, max_analysed_px / Math.max(1, image.naturalWidth))
  const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0 || height === 0) return whole
  context.drawImage(image, 0, 0, width, height)
  return boundsOf(context.getImageData(0, 0, width, height), color)
}

/** The bounds of a plate of this colour; the whole picture if the region found is not shaped like a plate. */
export function boundsOf(
  { data, width, height }: { data: ArrayLike<number>; width: number; height: number },
  color: string,
): Bounds {
  const hue = hues[color]
  if (!hue) return whole
  const [columns, rows] = [zeros(width), zeros(height)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (!isOf(hue, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue
      columns[x] = (columns[x] ?? 0) + 1
      rows[y] = (rows[y] ?? 0) + 1
    }
  const [across, down] = [spanOf(columns), spanOf(rows)]
  if (!across || !down) return whole
  const shape = (across[1] - across[0]) / (down[1] - down[0])
  if (shape < 1.6 || shape > 6 || across[1] - across[0] < width / 3) return whole
  return {
    left: across[0] / width,
    right: across[1] / width,
    top: down[0] / height,
    bottom: down[1] / height,
  }
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0)

function isOf([from, to]: readonly [number, number], r: number, g: number, b: number): boolean {
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (max < 40 || (max - min) / max < min_saturation) return false
  const span = max - min
  const sixth = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span
  const hue = (sixth * 60 + 360) % 360
  return (hue >= from && hue <= to) || (hue + 360 >= from && hue + 360 <= to)
}

/** The first index that reaches the minimum share and one past the last; undefined if there is none. */
function spanOf(counts: readonly number[]): [number, number] | undefined {
  const limit = Math.max(...counts) * min_share
  if (limit < 1) return undefined
  const first = counts.findIndex((n) => n >= limit)
  const last = counts.findLastIndex((n) => n >= limit)
  return [first, last + 1]
}
