/** Beginning a change: what is being reviewed, and the answer of the call, which becomes the trial that the page and the bar follow. */
import { useState } from 'react'
import type { TrialStarted } from '@parking/contract/device/network.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import type { BodyAt } from '#src/api.ts'
import { queryClient, useChange } from '#src/queries.ts'
import { noteTrial } from '#src/stores/trial.ts'
import { toast } from '#src/ui/toast.tsx'
import { wordsNow } from '#src/words.ts'

type BeginPath = '/api/device/set_ipv4' | '/api/device/set_dns'

export type Begin<P extends BeginPath> = {
  /** What is being reviewed. */
  asked: BodyAt<P> | undefined
  ask: (body: BodyAt<P>) => void
  close: () => void
  start: () => void
  running: boolean
  /** What the device found wrong with the fields. */
  issues: readonly Issue[]
}

/** `where` says in a word what a device that knows no trials has changed to. */
export function useBegin<P extends BeginPath>(path: P, where: (body: BodyAt<P>) => string): Begin<P> {
  const [asked, setAsked] = useState<BodyAt<P>>()
  const change = useChange(path)

  async function start() {
    if (!asked) return
    const answer: unknown = await change.run(asked)
    // The review is over either way: what the device refused stands at its field.
    setAsked(undefined)
    if (!answer) return
    const { trial, confirm_token } = answer as Partial<TrialStarted>
    if (trial) return noteTrial(trial, confirm_token)
    toast.success(wordsNow('network').moved_plainly(where(asked)))
    void queryClient.invalidateQueries()
  }

  return {
    asked,
    ask: setAsked,
    close: () => setAsked(undefined),
    start: () => void start(),
    running: change.running,
    issues: change.issues,
  }
}
