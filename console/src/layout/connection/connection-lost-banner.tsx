/** The device does not answer: since when, why as far as one can tell, and that nothing is lost. Goes by itself. */
import { useEffect, useState } from 'react'
import { probeNow, connectionLost, reconnections, type ConnectionLoss } from '#src/stores/connection-lost.ts'
import { trialRuns, watched } from '#src/stores/trial.ts'
import { useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { UnlinkIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import classes from './banner.module.css'

export function ConnectionLostBanner() {
  const state = useStore(connectionLost)
  const expected = trialRuns(useStore(watched))
  const words = useWords('shell').away
  useEffect(() => reconnections.subscribe(() => toast.success(words.back)), [words])
  // A change of the network on trial says it better: that nobody answers is what was to be expected.
  if (!state || expected) return null
  return (
    <div className={classes['banner']} role="alert">
      <UnlinkIcon />
      <div>
        <strong>{words.title}</strong> {words[state.reason]}
        <Elapsed since={state} />
        <span>{words.keep}</span>
      </div>
      <Button onClick={() => void probeNow()}>{words.retry}</Button>
    </div>
  )
}

/** Apart, and not read out each second. */
function Elapsed({ since }: { since: NonNullable<ConnectionLoss> }) {
  const words = useWords('shell').away
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
