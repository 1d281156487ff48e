/** The clock of the box (spec §1, §3 "Time"): what it says now, its zone, the server it follows, and setting it by hand. */
import type { AnswerAt } from '#src/api.ts'
import { useCall } from '#src/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/words.ts'
import { CurrentTime } from './current-time.tsx'
import { ManualForm } from './manual-form.tsx'
import { NtpForm } from './ntp-form.tsx'
import styles from './time.module.css'
import { useHeard } from './use-heard.ts'
import { ZoneForm } from './zone-form.tsx'

export type Time = AnswerAt<'/api/device/time_para'>

/** Often enough that a drift between two clocks is never seen, seldom enough to cost nothing. */
const poll_ms = 30_000

export default function DeviceTime() {
  const [words, titles, errors] = [useWords('time'), useWords('shell').routes, useWords('errors')]
  const query = useCall('/api/device/time_para', {}, { every: poll_ms })
  const missing = query.data === undefined && query.error?.reason === 'unsupported'
  return (
    <>
      <PageHeader title={titles.device_time} hint={words.hint} action={<StaleMark of={[query]} />} />
      {missing && (
        <Section>
          <ErrorState
            title={errors.messages.unsupported}
            retry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {words.unsupported_says}
          </ErrorState>
        </Section>
      )}
      {!missing && query.data === undefined && (
        <Section>
          <Loaded query={query} rows={8} failed={words.failed}>
            {() => null}
          </Loaded>
        </Section>
      )}
      {query.data && <Settings time={query.data} heard_ms={query.dataUpdatedAt} />}
    </>
  )
}

function Settings({ time, heard_ms }: { time: Time; heard_ms: number }) {
  const heard = useHeard(time, heard_ms)
  return (
    <div className={styles.page}>
      <CurrentTime time={time} heard={heard} heard_ms={heard_ms} />
      <div className={styles.columns}>
        <NtpForm time={time} />
        <div className={styles.column}>
          <ZoneForm time={time} heard={heard} />
          <ManualForm time={time} heard={heard} />
        </div>
      </div>
    </div>
  )
}
