/** The running action of the package system with its progress, or the result of the last one. */
import { useState } from 'react'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, RefreshIcon, WarnIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import shared from './application.module.css'
import styles from './work-state.module.css'
import type { Work } from './use-work.ts'

export function WorkState({ work }: { work: Work }) {
  // A success while this page is open is announced; an older one is only a line above the table.
  const [was, setWas] = useState(work.running)
  if (work.running !== undefined && work.running !== was) setWas(work.running)
  return (
    <div className={styles.work}>
      {work.running ? (
        <Progress work={work} />
      ) : work.failure ? (
        <Failure work={work} />
      ) : (
        <LastEnd work={work} news={was !== undefined} />
      )}
    </div>
  )
}

function Progress({ work: { running, status, restarting } }: { work: Work }) {
  const words = useWords('application')
  const progress = restarting ? 0 : Math.max(0, Math.min(100, Math.round(status?.progress ?? 0)))
  const known = progress > 0
  const title = running === 'update' ? words.updating : words.refreshing
  return (
    <div className={`line-below on-subtle ${shared.progress}`}>
      <div className={`flex spread gap-16 figures ${styles.progressHead}`}>
        <strong>{title}</strong>
        {known && <span>{progress}%</span>}
      </div>
      {/* Without a value the bar is indeterminate. */}
      <progress
        className={`full block clip pill ${styles.bar}`}
        aria-label={title}
        max={100}
        {...(known ? { value: progress } : {})}
      />
      <p className="above-8 text-13 ink-2 leading-15" role="status">
        {restarting ? words.restarting : running === 'update' ? words.update_power : words.refresh_long}
      </p>
      {!restarting && status?.message && (
        <p className={`text-12 ink-2 mono anywhere leading-15 ${shared.said}`}>
          <bdi>{status.message}</bdi>
        </p>
      )}
    </div>
  )
}

function Failure({ work: { failure, start, dismiss } }: { work: Work }) {
  const [words, errors] = [useWords('application'), useWords('errors')]
  const may = useMayWork()
  if (!failure) return null
  const { action, reason, message, detail, ended_ms } = failure
  const title =
    action === undefined
      ? words.failed_work
      : action === 'update'
        ? words.failed_update
        : words.failed_refresh
  return (
    <div className={`flex gap-12 text-14 line-below on-bad leading-15 ${shared.failure}`} role="alert">
      <WarnIcon />
      <div className="grow slim">
        <p className={`bad bold ${styles.failureTitle}`}>
          {title}
          {ended_ms !== undefined && <time>{formatTime(ended_ms)}</time>}
        </p>
        <p>{reason ? errors.reasons[reason] : message || errors.codes.failed}</p>
        {reason && <p>{adviceFor(reason, words.advice)}</p>}
        {detail && <pre className={`text-12 ink-2 mono anywhere leading-15 ${shared.said}`}>{detail}</pre>}
        <div className={`flex gap-8 above-12 ${styles.failureActions}`}>
          {action === 'refresh' && (
            <WhyButton why={may ? undefined : words.why_role_refresh} onPress={() => void start('refresh')}>
              <RefreshIcon />
              {words.retry}
            </WhyButton>
          )}
          <Button variant="quiet" onClick={dismiss}>
            {words.dismiss}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** What to do next; `tls` stands for every reason that begins with it. */
function adviceFor(reason: string, words: Readonly<Record<string, string>>): string {
  const key = reason.startsWith('tls_') ? 'tls' : reason
  return (Object.hasOwn(words, key) ? words[key] : words['other']) ?? ''
}

function LastEnd({ work: { status }, news }: { work: Work; news: boolean }) {
  const words = useWords('application')
  if (status?.state !== 'idle' || !status.work || !status.ended_ms) return null
  return (
    <p
      className={`row wrap text-13 ink-2 line-below icons-16 ${shared.last}`}
      role="status"
      data-news={news || undefined}
    >
      <CheckIcon />
      {status.work === 'update' ? words.done_update : words.done_refresh}
      <RelativeTime time={status.ended_ms} />
    </p>
  )
}
