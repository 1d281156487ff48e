/** Draws a plan on a frame with sharp (docs/decisions/0018), for the preview and for the real evidence. */
import type { Sharp } from 'sharp'
import { loadSharp } from '#src/core/files/sharp.ts'
import { encodeWithin, type Encoded, type Raw } from './encode.ts'
import type { Font } from './font.ts'
import { textPath } from './lettering.ts'
import type { EvidencePlan, Mosaic, PlannedPicture } from './plan.ts'
import { boxRound, inPicture, type Box, type Point, type Size } from './shapes.ts'

export type DrawnPicture = Encoded & { readonly kind: PlannedPicture['kind'] }

/** A larger picture is a mistake or an attack (ITU-T T.81 allows four billion pixels). */
const max_pixels = 64_000_000

/**
 * The size of a frame as it is shown; `upright` applies its EXIF orientation. Throws if it is not a picture.
 */
export async function frameSize(frame: Buffer, upright: boolean): Promise<Size> {
  const sharp = await loadSharp()
  const { width, height, autoOrient } = await sharp(frame, { limitInputPixels: max_pixels }).metadata()
  return upright ? autoOrient : { width, height }
}

export type DrawOptions = {
  /** Called between steps; returning false stops the work. */
  shouldContinue?: () => boolean
  /** Pictures that the analysis itself cropped. */
  given?: { car?: Buffer; plate?: Buffer }
}

/** Draws every picture of the plan within its byte limit; undefined if it was stopped. */
export async function drawEvidence(
  frame: Buffer,
  plan: EvidencePlan,
  font: Font,
  { shouldContinue = () => true, given = {} }: DrawOptions = {},
): Promise<DrawnPicture[] | undefined> {
  if (plan.untouched) {
    const size = plan.pictures[0]!.size
    return [{ kind: 'image', jpeg: frame, size, quality: 100, gave_up: 'nothing' }]
  }
  const decoded = await decode(frame, plan.upright)
  const drawn: DrawnPicture[] = []
  for (const picture of plan.pictures) {
    if (!shouldContinue()) return undefined
    const given_picture = picture.given && picture.kind !== 'image' ? given[picture.kind] : undefined
    const part = await cut(given_picture ? await decode(given_picture, false) : decoded, picture)
    const hidden = picture.mosaic ? await mosaicked(part, picture.mosaic) : part
    const ready = picture.kind === 'image' ? await withOverlays(hidden, plan, font) : hidden
    if (!shouldContinue()) return undefined
    drawn.push({ kind: picture.kind, ...(await encodeWithin(ready, plan.max_bytes)) })
  }
  return drawn
}

async function decode(frame: Buffer, upright: boolean): Promise<Raw> {
  const sharp = await loadSharp()
  const opened = sharp(frame, { limitInputPixels: max_pixels, failOn: 'error' })
  return rawOf((upright ? opened.autoOrient() : opened).toColourspace('srgb').removeAlpha())
}

async function rawOf(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, size: { width: info.width, height: info.height }, channels: 3 }
}

async function open({ data, size, channels }: Raw): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { ...size, channels } })
}

async function cut(frame: Raw, { from, size }: PlannedPicture): Promise<Raw> {
  const whole = from.width === frame.size.width && from.height === frame.size.height
  if (whole && size.width === frame.size.width && size.height === frame.size.height) return frame
  const opened = await open(frame)
  const part = whole
    ? opened
    : opened.extract({ left: from.x, top: from.y, width: from.width, height: from.height })
  return rawOf(part.resize({ ...size, fit: 'fill', kernel: size.width > from.width ? 'lanczos3' : 'cubic' }))
}

/** Replaces cells by their average, so that the original cannot be recovered. */
async function mosaicked(picture: Raw, { cell, shown }: Mosaic): Promise<Raw> {
  const { width, height } = picture.size
  const few = { width: Math.max(1, Math.round(width / cell)), height: Math.max(1, Math.round(height / cell)) }
  const averages = await rawOf((await open(picture)).resize({ ...few, fit: 'fill', kernel: 'linear' }))
  const cells = (await open(averages)).resize({ width, height, fit: 'fill', kernel: 'nearest' })
  const round =
    shown.length > 0
      ? inPicture(
          boxRound(shown.filter(({ readable }) => readable).flatMap(({ points }) => points)),
          picture.size,
        )
      : undefined
  if (!round) return rawOf(cells)
  const shapes = shown
    .map(
      ({ points, readable }) =>
        `<polygon points="${listOf(points, round)}" fill="${readable ? '#fff' : '#000'}"/>`,
    )
    .join('')
  const sharp = await loadSharp()
  const mask = await sharp(svg(round, `<rect width="100%" height="100%" fill="#000"/>${shapes}`))
    .removeAlpha()
    .extractChannel(0)
    .raw()
    .toBuffer()
  const opened = await open(picture)
  const seen = await opened
    .extract({ left: round.x, top: round.y, width: round.width, height: round.height })
    .joinChannel(mask, { raw: { width: round.width, height: round.height, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return rawOf(cells.composite([{ input: seen, left: round.x, top: round.y }]).removeAlpha())
}

/**
 * Draws lines and letters as small overlays: one overlay of the frame's size would cost as much as everything
 * else together.
 */
async function withOverlays(picture: Raw, plan: EvidencePlan, font: Font): Promise<Raw> {
  const pieces: { box: Box; content: string }[] = [
    ...(plan.ground
      ? [
          {
            box: plan.ground,
            content:
              `<rect x="${plan.ground.x}" y="${plan.ground.y}" width="${plan.ground.width}" ` +
              `height="${plan.ground.height}" rx="6" fill="#000" fill-opacity="0.72"/>`,
          },
        ]
      : []),
    ...plan.outlines.map(({ points }) => {
      const thick = Math.max(2, picture.size.width / 640)
      const round = boxRound(points)
      return {
        box: {
          x: round.x - thick * 2,
          y: round.y - thick * 2,
          width: round.width + thick * 4,
          height: round.height + thick * 4,
        },
        content:
          `<polygon points="${listOf(points)}" fill="none" stroke="#000" stroke-opacity="0.55" ` +
          `stroke-width="${thick * 2}" stroke-linejoin="round"/>` +
          `<polygon points="${listOf(points)}" fill="none" stroke="#ffd23f" ` +
          `stroke-width="${thick}" stroke-linejoin="round"/>`,
      }
    }),
    ...plan.texts.map(({ text, x, y, size, box, field }) => {
      const path = textPath(font, text, x, y, size)
      const own = field === 'osd_lot_no' || field === 'osd_lot_no_all'
      return {
        box,
        content:
          `<path d="${path}" fill="none" stroke="#000" stroke-opacity="0.75" ` +
          `stroke-width="${(size * 0.16).toFixed(1)}" stroke-linejoin="round"/>` +
          `<path d="${path}" fill="${own ? '#ffd23f' : '#fff'}"/>`,
      }
    }),
  ]
  const layers = pieces.flatMap(({ box, content }) => {
    const place = inPicture(box, picture.size)
    return place
      ? [
          {
            input: svg(place, `<g transform="translate(${-place.x} ${-place.y})">${content}</g>`),
            left: place.x,
            top: place.y,
          },
        ]
      : []
  })
  return layers.length === 0 ? picture : rawOf((await open(picture)).composite(layers).removeAlpha())
}

const listOf = (points: readonly Point[], from: { x: number; y: number } = { x: 0, y: 0 }): string =>
  points.map(([x, y]) => `${(x - from.x).toFixed(1)},${(y - from.y).toFixed(1)}`).join(' ')

const svg = ({ width, height }: Size, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
