/** The clock of the device (spec §1, §3 "Time"): current time, zone, time server, and setting it by hand. */
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { Clocks } from './clocks.tsx'
import { CurrentTime } from './current-time.tsx'
import { ManualForm } from './manual-form.tsx'
import { NtpForm } from './ntp-form.tsx'
import styles from './page.module.css'
import { useDeviceClock } from './use-device-clock.ts'
import { ZoneForm } from './zone-form.tsx'

export type Time = AnswerAt<'/api/device/time_para'>

/** Short enough that the drift between the two clocks is not visible. */
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
      {query.data && <Settings time={query.data} read_ms={query.dataUpdatedAt} />}
    </>
  )
}

function Settings({ time, read_ms }: { time: Time; read_ms: number }) {
  const clock = useDeviceClock(time, read_ms)
  return (
    <div className={styles.page}>
      <CurrentTime time={time} clock={clock} read_ms={read_ms} />
      <div className={styles.columns}>
        <NtpForm time={time} />
        <div className={styles.column}>
          <ZoneForm time={time} clock={clock} />
          <ManualForm time={time} clock={clock} />
        </div>
      </div>
      <Clocks />
    </div>
  )
}
