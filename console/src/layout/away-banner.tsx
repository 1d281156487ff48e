/** The device does not answer: since when, why as far as one can tell, and that nothing is lost. Goes by itself. */
import { useEffect, useState } from 'react'
import { askNow, away, returns, type Away } from '../stores/away.ts'
import { trialRuns, watched } from '../stores/trial.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/button/button.tsx'
import { UnlinkIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../words.ts'
import classes from './away-banner.module.css'

export function AwayBanner() {
  const state = useStore(away)
  const expected = trialRuns(useStore(watched))
  const words = useWords('shell').away
  useEffect(() => returns.subscribe(() => toast.success(words.back)), [words])
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
      <Button onClick={() => void askNow()}>{words.retry}</Button>
    </div>
  )
}

/** Apart, and not read out each second. */
function Elapsed({ since }: { since: NonNullable<Away> }) {
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
