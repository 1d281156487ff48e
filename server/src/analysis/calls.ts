/** Area `camera`: shows how well the analysis application keeps up with a camera. */
import { analysis_health_span_s, type analysis_health_calls, type Answer } from '@parking/contract'
import { cameraBySn } from '../camera/camera.store.ts'
import type { WatchFigures } from '../camera/watch-figures.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { readParam } from '../params/param.store.ts'

type Needs = CallContext & { analysis: AnalysisConnection; watch_figures: WatchFigures }

/** Nominally, a camera provides one picture a second (spec §3, `track_step`). */
const frame_ms = 1000

export const analysis_health_handlers = {
  analysis_health({ camera_sn }, context): Answer<'analysis_health'> {
    const { db, analysis, watch_figures, now } = context
    if (!cameraBySn(db, camera_sn)) throw notFound('The camera')
    if (analysis.peer === null) return { state: 'no_application', figures: null }
    if (!watch_figures.reports) return { state: 'no_figures', figures: null }
    const sums = watch_figures.of(camera_sn, analysis_health_span_s, now())
    if (!sums) return { state: 'not_watched', figures: null }
    const { at, seconds, latency_ms, ...figures } = sums
    return {
      state: 'watched',
      figures: {
        ...figures,
        seconds: Math.min(analysis_health_span_s, seconds),
        latency_ms: latency_ms === null ? null : Math.round(latency_ms),
        wanted_ms: readParam(context, 'alg_param').track_step * frame_ms,
        time_str: stampOf(at),
      },
    }
  },
} satisfies Handlers<keyof typeof analysis_health_calls, Needs>
