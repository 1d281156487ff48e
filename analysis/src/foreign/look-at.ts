/**
 * What a model sees in pictures of the box's cameras, for the trial of a model beside the running one. The
 * eyes are the same as in the program; they begin with nothing learned.
 */
import { performance } from 'node:perf_hooks'
import type { LoadedEyes } from '../eyes/load-eyes.ts'
import type { Eyes, LotLook } from '../look/look.ts'
import type { Config } from '../socket/wire.ts'
import { viewsOf } from '../watch/views.ts'

/** One line of the input: a picture of a camera (JPEG in base64) and when it was taken (ms since 1970). */
export type Asked = { readonly camera_sn: string; readonly time: number; readonly jpeg: string }
/** One line of the output. `seen` of each lot, in the order of the scenes. */
export type Answered = {
  readonly lots: readonly {
    readonly scene_id: string
    readonly lot_no: string
    readonly cell: number
    readonly seen: 'vehicle' | 'empty' | 'unknown'
    /** The natural logarithm of the likelihood ratio for a vehicle; null where unknown. */
    readonly llr: number | null
  }[]
  readonly took_ms: number
  /** The most memory that this process had so far, in megabytes. */
  readonly peak_mb: number
}

/** Answers one picture after another, with the eyes of its camera. Throws for a picture that is none. */
export function lookAt(eyes: Pick<LoadedEyes, 'open'>, config: Config): (asked: Asked) => Promise<Answered> {
  const views = new Map(viewsOf(config).map(({ camera, view }) => [camera.camera_sn, view]))
  const opened = new Map<string, Eyes>()
  return async ({ camera_sn, time, jpeg }) => {
    const view = views.get(camera_sn)
    if (!view) return { lots: [], took_ms: 0, peak_mb: peakMb() }
    const own = opened.get(camera_sn) ?? eyes.open(view)
    opened.set(camera_sn, own)
    const began = performance.now()
    const { lots } = await own.see(Buffer.from(jpeg, 'base64'), time, new Set())
    const took_ms = Math.round(performance.now() - began)
    return { lots: lots.map(seenOf), took_ms, peak_mb: peakMb() }
  }
}

const seenOf = ({ scene_id, lot_no, cell, evidence }: LotLook): Answered['lots'][number] => ({
  scene_id,
  lot_no,
  cell,
  seen: evidence.kind === 'unknown' ? 'unknown' : evidence.llr > 0 ? 'vehicle' : 'empty',
  llr: evidence.kind === 'unknown' ? null : Math.round(evidence.llr * 100) / 100,
})

const peakMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024)
