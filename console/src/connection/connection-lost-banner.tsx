/**
 * Shown while the device does not answer: since when, the likely reason, and that no input is lost; and while
 * it is asked what became of a call.
 */
import { useEffect, useState } from 'react'
import { probeNow, connectionLost, reconnections, type ConnectionLoss } from '../stores/connection-lost.ts'
import { asking } from '../stores/lost-answers.ts'
import { trialRuns, watched } from '../stores/trial.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/button/button.tsx'
import { UnlinkIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../core/words.ts'
import { Banner } from './banner.tsx'

export function ConnectionLostBanner() {
  const state = useStore(connectionLost)
  const expected = trialRuns(useStore(watched))
  const asks = useStore(asking) > 0
  const words = useWords('shell').connection_lost
  useEffect(() => reconnections.subscribe(() => toast.success(words.back)), [words])
  // During a network trial a lost connection is expected, and the trial's own bar explains it.
  if (expected || (!state && !asks)) return null
  if (!state)
    return (
      <Banner role="status">
        <UnlinkIcon />
        <div>{words.asking}</div>
      </Banner>
    )
  return (
    <Banner role="alert">
      <UnlinkIcon />
      <div>
        <strong>{words.title}</strong> {words[state.reason]}
        <Elapsed since={state} />
        <span>{asks ? words.asking : words.keep}</span>
      </div>
      <Button onClick={() => void probeNow()}>{words.retry}</Button>
    </Banner>
  )
}

/** A separate element, so that screen readers do not announce every second. */
function Elapsed({ since }: { since: NonNullable<ConnectionLoss> }) {
  const words = useWords('shell').connection_lost
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-live="off" role="timer">
      {words.since(Math.max(0, Math.round((now - since.since) / 1000)))}
    </span>
  )
}
