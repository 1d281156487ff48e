/**
 * Forecasts the disk space that a day of evidence takes: events a day times bytes per event, each part with
 * the source of its figure. Pure.
 */
import type { Answer } from '@parking/contract'
import type { EventParam } from './drawing/facts.ts'

export type Forecast = Answer<'preview_event_param'>['forecast']
type Part = Forecast['parts'][number]
type PartName = Part['part']

export type ForecastGiven = {
  param: EventParam
  /** Events counted over the last whole days; `days` is 0 if nothing was counted. */
  counted: { days: number; per_day: number }
  lot_num: number
  /** Bytes of the pictures that were just drawn, by kind. */
  measured: ReadonlyMap<'image' | 'car' | 'plate', number>
  /** Bytes of the pictures of one event from the analysis; 0 if there was none yet. */
  original: number
  /** The share of events that have this kind of picture: an empty lot has neither vehicle nor plate. */
  share: (kind: 'car' | 'plate') => number
  disk: { free: number; total: number }
  retention_days: number | null
}

/** Six stays a day, each with an entry and an exit, as on a busy kerb. Shown as an assumption. */
export const assumed_per_lot = 12
/** Bytes per pixel of a JPEG of a street, and bits per pixel of H.264 video from a fixed camera. */
const jpeg_bytes_per_pixel = 0.17
const h264_bits_per_pixel = 0.06

/** The size of one H.264 clip in bytes, and whether `video_max_bytes` limits it. */
export function clipBytes({
  video_width,
  video_height,
  video_fps,
  video_duration,
  video_max_bytes,
}: EventParam): { bytes: number; limited: boolean } {
  const bytes = Math.round(
    (video_width * video_height * video_fps * video_duration * h264_bits_per_pixel) / 8,
  )
  return { bytes: Math.min(bytes, video_max_bytes), limited: bytes > video_max_bytes }
}

export function forecastOf({
  param,
  counted,
  lot_num,
  measured,
  original,
  share,
  disk,
  retention_days,
}: ForecastGiven): Forecast {
  const events_per_day = counted.days > 0 ? counted.per_day : lot_num * assumed_per_lot
  const estimated = Math.min(
    param.image_max_bytes,
    Math.round(param.image_width * param.image_height * jpeg_bytes_per_pixel),
  )
  const clip = clipBytes(param)
  const wanted: { part: PartName; on: boolean; bytes: number; from: Part['from']; share: number }[] = [
    { part: 'image', on: true, ...figure(measured.get('image'), estimated), share: 1 },
    {
      part: 'car',
      on: param.images_process && param.image_car,
      ...figure(measured.get('car'), Math.round(estimated * 0.12)),
      share: share('car'),
    },
    {
      part: 'plate',
      on: param.images_process && param.image_plate,
      ...figure(measured.get('plate'), Math.min(estimated, 5_000)),
      share: share('plate'),
    },
    {
      part: 'original',
      on: param.images_process && original > 0,
      bytes: original,
      from: 'measured',
      share: 1,
    },
    {
      part: 'video',
      on: param.video_enabled && !param.privacy_protection,
      bytes: clip.bytes,
      from: clip.limited ? 'limit' : 'estimated',
      share: 1,
    },
  ]
  const parts = wanted
    .filter(({ on }) => on)
    .map(({ part, bytes, from, share: portion }): Part => ({
      part,
      bytes,
      from,
      per_day: Math.round(bytes * portion * events_per_day),
    }))
  return {
    events_per_day: Math.round(events_per_day * 10) / 10,
    counted_days: counted.days,
    lot_num,
    per_lot: assumed_per_lot,
    parts,
    per_day: parts.reduce((sum, { per_day }) => sum + per_day, 0),
    ...disk,
    retention_days,
  }
}

const figure = (measured: number | undefined, otherwise: number): Pick<Part, 'bytes' | 'from'> =>
  measured === undefined ? { bytes: otherwise, from: 'estimated' } : { bytes: measured, from: 'measured' }
