/**
 * Runs a model on pictures of the box's cameras, for the trial of a candidate against the model in use. The
 * vision pipeline is the program's own; it starts without anything learned.
 */
import { performance } from 'node:perf_hooks'
import type { LoadedVision } from '../vision/load-vision.ts'
import type { CameraVision, LotLook } from '../look/look.ts'
import type { Config } from '../socket/wire.ts'
import { viewsOf } from '../watch/views.ts'

/** One line of the input: a picture of a camera (JPEG in base64) and when it was taken (ms since 1970). */
export type PictureRequest = { readonly camera_sn: string; readonly time: number; readonly jpeg: string }
/** One line of the output: what was seen in each lot, in the order of the scenes. */
export type PictureAnswer = {
  readonly lots: readonly {
    readonly scene_id: string
    readonly lot_no: string
    readonly cell: number
    readonly seen: 'vehicle' | 'empty' | 'unknown'
    /** The natural logarithm of the likelihood ratio for a vehicle; null if unknown. */
    readonly llr: number | null
  }[]
  readonly took_ms: number
  /** Peak memory of this process so far, in megabytes. */
  readonly peak_mb: number
}

/** Answers one picture after another, each with the vision of its camera. Throws if it is not a picture. */
export function observePictures(
  vision: Pick<LoadedVision, 'open'>,
  config: Config,
): (request: PictureRequest) => Promise<PictureAnswer> {
  const views = new Map(viewsOf(config).map(({ camera, view }) => [camera.camera_sn, view]))
  const opened = new Map<string, CameraVision>()
  return async ({ camera_sn, time, jpeg }) => {
    const view = views.get(camera_sn)
    if (!view) return { lots: [], took_ms: 0, peak_mb: peakMb() }
    const own = opened.get(camera_sn) ?? vision.open(view)
    opened.set(camera_sn, own)
    const began = performance.now()
    const { lots } = await own.observe(Buffer.from(jpeg, 'base64'), time, new Set())
    const took_ms = Math.round(performance.now() - began)
    return { lots: lots.map(seenOf), took_ms, peak_mb: peakMb() }
  }
}

const seenOf = ({ scene_id, lot_no, cell, evidence }: LotLook): PictureAnswer['lots'][number] => ({
  scene_id,
  lot_no,
  cell,
  seen: evidence.kind === 'unknown' ? 'unknown' : evidence.llr > 0 ? 'vehicle' : 'empty',
  llr: evidence.kind === 'unknown' ? null : Math.round(evidence.llr * 100) / 100,
})

const peakMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024)
