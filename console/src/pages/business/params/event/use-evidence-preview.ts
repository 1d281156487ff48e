/** Requests a preview with the parameters as typed, after a pause in typing and only with valid values. */
import { code } from '@parking/contract/core/codes.ts'
import { event_param, type Params } from '@parking/contract/params/params.ts'
import { param_issues } from '@parking/contract/params/param-rules.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { AnswerAt, CallError } from '#src/core/api.ts'
import { check, type Values } from '#src/forms/check.ts'
import { useForm, useModelAfterPaint } from '#src/forms/form-context.ts'
import { useCall } from '#src/core/queries.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'

export type EvidencePreview = AnswerAt<'/api/parking/preview_event_param'>
/** `paused`: an input is invalid; the last valid preview is shown. */
export type PreviewState = {
  phase: 'drawing' | 'drawn' | 'paused' | 'failed' | 'unsupported'
  drawn: EvidencePreview | undefined
  error: CallError | undefined
  /** The typed parameters that are valid. */
  typed: Values
  retry: () => void
}

/** Pause after the last change, so that normal typing requests one preview instead of ten. */
const settle_ms = 350
/**
 * A session draws one preview at a time. A preview that another preview of the session has replaced is
 * requested again, after a longer wait each time: with a fixed wait, two windows would keep stopping each
 * other whenever drawing takes longer than the wait.
 */
const retry_delay_ms = (times: number): number => 2000 * 2 ** Math.min(times - 1, 4)

export function usePreview(): PreviewState {
  const { model } = useForm()
  const { search } = useUrlState()
  const text = useSettled(
    useModelAfterPaint(() => JSON.stringify(model.body())),
    settle_ms,
  )
  const typed = useMemo(() => JSON.parse(text) as Values, [text])
  const good = useMemo(
    () =>
      check(event_param, model.kinds, { ...typed }).length === 0 &&
      param_issues.event_param(typed as Params['event_param']).length === 0,
    [typed, model],
  )
  const requested = { camera_sn: search.get('camera') ?? undefined, lot_no: search.get('lot') ?? undefined }
  const read = useCall(
    '/api/parking/preview_event_param',
    { event_param: typed, ...requested },
    { keep: true, enabled: good },
  )
  const error = read.error ?? undefined
  const replaced = error?.code === code.busy
  const again = useEffectEvent(() => void read.refetch())
  useEffect(() => {
    if (!replaced) return
    const timer = setTimeout(again, retry_delay_ms(read.errorUpdateCount))
    return () => clearTimeout(timer)
  }, [replaced, read.errorUpdateCount])
  const no_source = requested.camera_sn === undefined && requested.lot_no === undefined
  // A device that has only the spec's calls answers 404, or 3000 although the request names nothing that
  // could be missing.
  const unsupported = error?.kind === 'http' || (error?.code === code.not_found && no_source)
  return {
    phase: unsupported
      ? 'unsupported'
      : !good
        ? 'paused'
        : error && !replaced
          ? 'failed'
          : replaced || read.data === undefined || read.isPlaceholderData || read.isFetching
            ? 'drawing'
            : 'drawn',
    drawn: read.data,
    error,
    typed,
    retry: () => void read.refetch(),
  }
}

/** A value after it has not changed for `ms` milliseconds. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
