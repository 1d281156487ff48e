/**
 * The review of a change, and its start. The answer of the call becomes the trial that the page and its bar
 * follow.
 */
import { useState } from 'react'
import type { TrialStarted } from '@parking/contract/device/network.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import type { BodyAt } from '#src/core/api.ts'
import { queryClient, useChange } from '#src/core/queries.ts'
import { recordTrial } from '#src/stores/trial.ts'
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

/** `addressOf`: the new address, for the message when a device without trials applies the change at once. */
export function useReview<P extends ReviewedPath>(
  path: P,
  addressOf: (body: BodyAt<P>) => string,
): ChangeReview<P> {
  const [reviewed, setReviewed] = useState<BodyAt<P>>()
  const change = useChange(path)

  async function start() {
    if (!reviewed) return
    const answer: unknown = await change.run(reviewed)
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
    running: change.running,
    issues: change.issues,
  }
}
