/**
 * The review of a change, and its start. The answer of the call becomes the trial that the page and its bar
 * follow.
 */
import { useRef, useState } from 'react'
import { trial_s } from '@parking/contract/core/limits.ts'
import type { TrialStarted } from '@parking/contract/device/network.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { isUnknown, type BodyAt } from '#src/core/api.ts'
import { queryClient, useChange } from '#src/core/queries.ts'
import { findTrial, recordTrial, type Trial } from '#src/stores/trial.ts'
import { toast } from '#src/ui/toast.tsx'
import { wordsNow } from '#src/core/words.ts'

type ReviewedPath = '/api/device/set_ipv4' | '/api/device/set_dns'

export type ChangeReview<P extends ReviewedPath> = {
  /** The settings under review. */
  reviewed: BodyAt<P> | undefined
  open: (body: BodyAt<P>) => void
  close: () => void
  start: () => void
  running: boolean
  /** What the device rejected, by field. */
  issues: readonly Issue[]
}

/** How long the device is asked about the start: at a new address it does not answer here. */
const away_ms = 2_000

/** What is known of a trial before the device has answered. */
type Known = Pick<Trial, 'kind' | 'before'> & { seconds: number | undefined }

/** `addressOf`: the new address, for the message when a device without trials applies the change at once. */
export function useReview<P extends ReviewedPath>(
  path: P,
  addressOf: (body: BodyAt<P>) => string,
  known: Known,
): ChangeReview<P> {
  const [reviewed, setReviewed] = useState<BodyAt<P>>()
  const lost = useRef('')
  const [looking, setLooking] = useState(false)
  const change = useChange(path, {
    patience_ms: away_ms,
    quiet: (error) => {
      lost.current = isUnknown(error) ? error.message : ''
      return lost.current !== ''
    },
  })

  async function start() {
    if (!reviewed) return
    lost.current = ''
    const begun = performance.now()
    const answer: unknown = await change.run(reviewed)
    if (lost.current !== '') {
      setLooking(true)
      if (!(await isFound(assumedTrial(reviewed as BodyAt<ReviewedPath>, known, begun))))
        toast.error(lost.current)
      setLooking(false)
    }
    // The review closes in any case: whatever the device rejected is shown at its field.
    setReviewed(undefined)
    if (!answer) return
    const { trial, confirm_token } = answer as Partial<TrialStarted>
    if (trial) return recordTrial(trial, confirm_token)
    toast.success(wordsNow('network').applied_at_once(addressOf(reviewed)))
    void queryClient.invalidateQueries()
  }

  return {
    reviewed,
    open: setReviewed,
    close: () => setReviewed(undefined),
    start: () => void start(),
    running: change.running || looking,
    issues: change.issues,
  }
}

/** How often, and after what time each, a busy device is asked whether it has begun the trial meanwhile. */
const asked = { times: 5, every_ms: 2_000 }

async function isFound(assumed: Trial): Promise<boolean> {
  for (let n = 0; n < asked.times; n += 1) {
    if (n > 0) await new Promise((resolve) => setTimeout(resolve, asked.every_ms))
    if (await findTrial(assumed)) return true
  }
  return false
}

/** The trial that a start without an answer may have begun at `begun` (`performance.now()`). */
function assumedTrial(
  body: BodyAt<ReviewedPath>,
  { kind, before, seconds = trial_s }: Known,
  begun: number,
): Trial {
  const after = { ...body }
  const url = new URL(location.origin)
  const moves = 'ipv4' in after && url.hostname === before['ipv4']
  if (moves) url.hostname = after.ipv4
  return {
    id: '',
    kind,
    state: 'running',
    reason: '',
    detail: '',
    left_s: Math.max(0, seconds - (performance.now() - begun) / 1_000),
    total_s: seconds,
    by: '',
    own: true,
    begun_ms: 0,
    before,
    after,
    old_url: moves ? location.origin : '',
    new_url: moves ? url.origin : '',
  }
}
