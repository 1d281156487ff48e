/**
 * Shown on every page during a network trial: the time left, and a link to the page that confirms or reverts
 * it.
 */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '../lib/store.ts'
import { resumeTrial, secondsLeft, trialRuns, watched, type Watched } from '../stores/trial.ts'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { NetworkIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import { Banner } from './banner.tsx'

const page = '/device/netwrok'

export function TrialBar() {
  const now = useStore(watched)
  const { pathname } = useLocation()
  useEffect(resumeTrial, [])
  // The network page shows the running trial itself.
  if (!now || !trialRuns(now) || pathname === page) return null
  return <Bar now={now} />
}

function Bar({ now }: { now: Watched }) {
  const words = useWords('shell').trial
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil(secondsLeft(now))
  return (
    <Banner role="region" aria-label={words.running}>
      <NetworkIcon />
      <div>
        <strong>{words.running}</strong>
        <span role="timer" aria-live="off">
          {left > 0 ? words.left(left) : words.over}
        </span>
      </div>
      <ButtonLink to={page}>{words.go}</ButtonLink>
    </Banner>
  )
}
