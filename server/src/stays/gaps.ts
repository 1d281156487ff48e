/** Gaps in the observation: alarms of cameras and of the analysis, the device off, clock changes. */
import type { Answer, GapKind } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { alarmSpans, clockGaps } from './gap.store.ts'

const kind_of: Readonly<Record<string, GapKind>> = {
  camera_down: 'camera',
  camera_dark: 'picture',
  camera_frozen: 'picture',
  camera_moved: 'picture',
  camera_unseen: 'picture',
  analysis: 'analysis',
}

/** The gaps in a time span, cut to the span, in chronological order. */
export function gapsBetween(db: Db, from_ms: number, to_ms: number): Answer<'stay_day'>['gaps'] {
  const alarms = alarmSpans(db, Object.keys(kind_of), from_ms, to_ms).map(
    ({ kind, subject, since_ms, recovered_ms }) => ({
      kind: kind_of[kind]!,
      camera_sn: kind === 'analysis' ? '' : subject,
      from_ms: Math.max(since_ms, from_ms),
      to_ms: Math.min(recovered_ms ?? to_ms, to_ms),
    }),
  )
  const clock = clockGaps(db, from_ms, to_ms).map((gap) => ({
    kind: gap.kind,
    camera_sn: '',
    from_ms: Math.max(gap.from_ms, from_ms),
    to_ms: Math.min(gap.to_ms, to_ms),
    ...(gap.step_ms !== 0 && { step_ms: gap.step_ms }),
  }))
  return [...alarms, ...clock].sort((a, b) => a.from_ms - b.from_ms)
}
