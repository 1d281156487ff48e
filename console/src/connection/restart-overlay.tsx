/**
 * Covers everything during a planned restart (spec §8, "device-rebooting loading text"): time elapsed,
 * progress, and what to check if the device is late.
 * Long because it must be loaded before the device goes, in one file.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from '../lib/store.ts'
import {
  erasureCertificate,
  oneTimePassword,
  plannedRestart,
  stopWaiting,
  confirmPasswordNoted,
} from '../stores/planned-restart.ts'
import { late_after_s, phaseOf, type Phase, type PlannedRestart } from '../stores/restart-phase.ts'
import { Button } from '../ui/button/button.tsx'
import { CheckIcon, WarnIcon, KeyIcon } from '../ui/icons.tsx'
import { durationText } from '../time/time.ts'
import { moveToasts } from '../ui/toast.tsx'
import { useWords } from '../core/words.ts'
import styles from './restart-overlay.module.css'
import { Erased } from './erased.tsx'
import { CopyText } from '../ui/copy-text.tsx'

export function RestartOverlay() {
  const restart = useStore(plannedRestart)
  const password = useStore(oneTimePassword)
  const certificate = useStore(erasureCertificate)
  if (!restart) return null
  return (
    <Cover>
      {certificate ? (
        <Erased certificate={certificate} />
      ) : password === undefined ? (
        <Waiting restart={restart} />
      ) : (
        <OneTimePassword password={password} />
      )}
    </Cover>
  )
}

/** A modal that no key closes: nothing behind it can be used. */
function Cover({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.focus()
    moveToasts()
    return () => {
      dialog?.close()
      moveToasts()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={`text-14 ink text-center bordered on-card leading-16 ${styles.cover}`}
      role="alertdialog"
      aria-labelledby="restart-overlay"
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}

function Waiting({ restart }: { restart: PlannedRestart }) {
  const [words, errors, units] = [
    useWords('shell').coming_back,
    useWords('errors'),
    useWords('shell').time.units,
  ]
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - restart.since) / 1000))
  const phase = phaseOf(restart, now)
  const { usual_s, url } = restart
  return (
    <>
      <RestartPicture still={phase === 'stuck'} />
      <h2 id="restart-overlay" className={`bold leading-15 ${styles.title}`}>
        {restart.why === 'reboot' ? errors.messages.rebooting : words[restart.why]}
      </h2>
      <p className={`flex wrap ink-3 figures ${styles.figures}`}>
        <strong className="ink-2 medium" role="timer" aria-live="off">
          {words.waited(durationText(seconds, units))}
        </strong>
        <span>
          {usual_s === null
            ? restart.why === 'reboot'
              ? words.usual_unknown
              : words.usual_short
            : words.usual(durationText(usual_s, units))}
        </span>
      </p>
      <Bar seconds={seconds} usual_s={usual_s} />
      <Steps phase={phase} />
      {restart.token ? (
        <p className="ink-2 anywhere">
          {words.erased.waits} <a href={`/media/erasure/${restart.token}`}>{words.erased.open}</a>
        </p>
      ) : url === '' ? (
        <p className="ink-2 anywhere">{restart.landing === 'login' ? words.login : words.here}</p>
      ) : (
        <p className="ink-2 anywhere">
          {words.moves} <a href={`${url}/login`}>{url}</a>
        </p>
      )}
      {(phase === 'late' || phase === 'stuck') && (
        <Overdue phase={phase} host={url === '' ? location.host : new URL(url).host} />
      )}
    </>
  )
}

function Steps({ phase }: { phase: Phase }) {
  const { steps } = useWords('shell').coming_back
  const gone = phase === 'away' || phase === 'late' || phase === 'back'
  const states = {
    asked: 'done',
    gone: gone ? 'done' : 'now',
    back: phase === 'back' ? 'done' : gone ? 'now' : 'next',
  } as const
  return (
    <div role="status">
      <ol className={`grid gap-8 ink-3 text-start ${styles.steps}`}>
        {(Object.keys(states) as (keyof typeof states)[]).map((step) => (
          <li
            key={step}
            className="row gap-10"
            data-state={states[step]}
            aria-current={states[step] === 'now' ? 'step' : undefined}
          >
            <span className={`center rigid circle size-18 ${styles.dot}`} aria-hidden="true">
              {states[step] === 'done' && <CheckIcon />}
            </span>
            {steps[step]}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** What to check, and a button that stops waiting. */
function Overdue({ phase, host }: { phase: 'late' | 'stuck'; host: string }) {
  const words = useWords('shell').coming_back
  return (
    <div className={`full ink-2 text-start round-8 on-warn ${styles.overdue}`} role="alert">
      <p>
        <WarnIcon /> <strong>{words[phase]}</strong>
      </p>
      <p>{phase === 'late' ? words.late_says : words.stuck_says}</p>
      {phase === 'late' && (
        <ul className="listed">
          <li>{words.late_power}</li>
          <li>{words.late_cable}</li>
          <li>{words.late_address(host)}</li>
        </ul>
      )}
      <Button onClick={stopWaiting}>{words.give_up}</Button>
    </div>
  )
}

/** Progress relative to the usual duration; it never completes, because only the device can report that. */
function Bar({ seconds, usual_s }: { seconds: number; usual_s: number | null }) {
  const label = useWords('shell').coming_back.progress
  const part = Math.min(0.95, seconds / (usual_s ?? late_after_s / 2))
  return (
    <div
      className={`full clip pill ${styles.bar}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
    >
      <div style={{ scale: `${part} 1` }} />
    </div>
  )
}

/** The device with a light circling around it. */
function RestartPicture({ still }: { still: boolean }) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 96 96"
      data-still={still || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles.track} cx="48" cy="48" r="42" />
      <circle className={styles.light} cx="48" cy="48" r="42" pathLength="100" />
      <rect className={styles.box} x="24" y="36" width="48" height="26" rx="4" />
      <path className={styles.box} d="M32 36v-7M64 36v-7M32 56h16" />
      <circle className={styles.lamp} cx="62" cy="50" r="3.5" />
    </svg>
  )
}

/**
 * The password that a restore generated: shown once, with a copy button; the user must confirm having noted
 * it.
 */
function OneTimePassword({ password }: { password: string }) {
  const words = useWords('shell').coming_back.password
  const [noted, setNoted] = useState(false)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])
  return (
    <>
      <KeyIcon className={styles.key} />
      <h2 id="restart-overlay" className={`bold leading-15 ${styles.title}`}>
        {words.title}
      </h2>
      <p className="ink-2 anywhere">{words.says}</p>
      <dl className={`grid middle full gap-8-16 text-start bordered round-8 on-subtle ${styles.secret}`}>
        <dt>{words.username}</dt>
        <dd>
          <code>admin</code>
        </dd>
        <dt>{words.password}</dt>
        <dd>
          <CopyText text={password}>
            <code>{password}</code>
          </CopyText>
        </dd>
      </dl>
      <p className="bad medium">{words.once}</p>
      <label className={`inline-row gap-8 pointer`}>
        <input type="checkbox" checked={noted} onChange={(event) => setNoted(event.currentTarget.checked)} />
        {words.noted}
      </label>
      <Button
        variant="primary"
        disabled={!noted}
        title={noted ? undefined : words.go_on_why}
        onClick={confirmPasswordNoted}
      >
        {words.go_on}
      </Button>
    </>
  )
}
