/** The clock of the device (spec §1, §3 "Time"): current time, zone, time server, and setting it by hand. */
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, readAgain } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords, useLanguage } from '#src/core/words.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useInstallPart } from '#src/install/install-steps.ts'
import { offsetOf, offsetText, stampOf } from '#src/time/zone.ts'
import { Clocks } from './clocks.tsx'
import { ManualForm } from './manual-form.tsx'
import { NtpForm } from './ntp-form.tsx'
import styles from './page.module.css'
import { useDeviceClock, useTick } from './use-device-clock.ts'
import { ZoneForm } from './zone-form.tsx'
import { amountText } from './offset-text.ts'
import current_time_styles from './current-time.module.css'
import { wallAt, type DeviceClock } from './wall-clock.ts'
import { labelOf } from './zones.ts'

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
            retry={() => void readAgain(query)}
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
  if (useInstallPart() !== undefined)
    return (
      <div className="stack">
        <NtpForm time={time} />
        <ZoneForm time={time} clock={clock} />
      </div>
    )
  return (
    <div className="stack">
      <CurrentTime time={time} clock={clock} read_ms={read_ms} />
      <div className={`stack start ${styles.columns}`}>
        <NtpForm time={time} />
        <div className="grid slim one-column">
          <ZoneForm time={time} clock={clock} />
          <ManualForm time={time} clock={clock} />
        </div>
      </div>
      <Clocks />
    </div>
  )
}

/** In milliseconds: a smaller difference from the browser's clock may be network delay. */
const min_difference_ms = 2_000

/** The device's running clock, and whether it is reliable. */
function CurrentTime({ time, clock, read_ms }: { time: Time; clock: DeviceClock; read_ms: number }) {
  const [words, units, language] = [useWords('time'), useWords('shell').time.units, useLanguage()]
  const apart = time.current_ms === undefined ? undefined : time.current_ms - read_ms
  const far = apart !== undefined && Math.abs(apart) > min_difference_ms
  const offset = offsetOf(time.time_zone, time.current_ms ?? read_ms)
  return (
    <Section title={words.now}>
      <div className={`row wrap ${current_time_styles.now}`}>
        <Ticking clock={clock} />
        <Facts className={current_time_styles.facts}>
          <Fact
            name={words.zone}
            note={[time.time_zone, offset === undefined ? '' : offsetText(offset)]
              .filter(Boolean)
              .join(' · ')}
          >
            {labelOf(time.time_zone, language)}
          </Fact>
          <Fact name={words.sync}>
            <Synchronized time={time} />
          </Fact>
          {apart !== undefined && (
            <Fact name={words.browser}>
              {far ? (
                <StatusTag tone="warn">
                  {(apart > 0 ? words.browser_ahead : words.browser_behind)(amountText(apart, words, units))}
                </StatusTag>
              ) : (
                <StatusTag tone="ok">{words.browser_same}</StatusTag>
              )}
            </Fact>
          )}
        </Facts>
      </div>
      {far && (
        <p className="pad-8-12 above-16 text-13 warn round-6 on-warn leading-15" role="status">
          {words.browser_hint}
        </p>
      )}
    </Section>
  )
}

function Ticking({ clock }: { clock: DeviceClock }) {
  const words = useWords('time')
  const wall = wallAt(clock, useTick(clock))
  const stamp = stampOf(wall)
  const weekdays = words.weekdays
  const weekday = [weekdays.d0, weekdays.d1, weekdays.d2, weekdays.d3, weekdays.d4, weekdays.d5, weekdays.d6][
    new Date(wall).getUTCDay()
  ]
  return (
    // role="timer" is silent by default: a screen reader must not read every second
    <p className={`ink-2 figures ${current_time_styles.clock}`} role="timer" aria-label={words.now}>
      <time dateTime={stamp.replace(' ', 'T')}>
        <b>{stamp.slice(11)}</b>
        <span>
          {stamp.slice(0, 10)} {weekday}
        </span>
      </time>
    </p>
  )
}

function Synchronized({ time: { ntp_enabled, synchronized } }: { time: Time }) {
  const words = useWords('time')
  const clocks = useCall('/api/device/get_clocks', {}, { enabled: ntp_enabled })
  if (!ntp_enabled) return <StatusTag tone="idle">{words.sync_off}</StatusTag>
  const server = clocks.data?.list.find(({ kind }) => kind === 'ntp')?.state
  // What the operating system remembers is a good state only while the time server itself agrees.
  if (synchronized === true)
    return server === undefined || server === 'agrees' ? (
      <StatusTag tone={server === undefined ? 'idle' : 'ok'}>{words.synced}</StatusTag>
    ) : (
      <StatusTag tone="warn">{words.synced_but(words.clock_verdicts[server])}</StatusTag>
    )
  return synchronized === false ? (
    <StatusTag tone="warn">{words.not_synced}</StatusTag>
  ) : (
    <StatusTag tone="idle">{words.sync_unknown}</StatusTag>
  )
}
