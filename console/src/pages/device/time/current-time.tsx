/** The device's running clock, and whether it is reliable. */
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useLanguage, useWords } from '#src/core/words.ts'
import { amountText } from './offset-text.ts'
import type { Time } from './page.tsx'
import styles from './current-time.module.css'
import { useTick } from './use-device-clock.ts'
import { offsetOf, offsetText, stampOf } from '#src/time/zone.ts'
import { wallAt, type DeviceClock } from './wall-clock.ts'
import { labelOf } from './zones.ts'

/** In milliseconds: a smaller difference from the browser's clock may be network delay. */
const min_difference_ms = 2_000

export function CurrentTime({ time, clock, read_ms }: { time: Time; clock: DeviceClock; read_ms: number }) {
  const [words, units, language] = [useWords('time'), useWords('shell').time.units, useLanguage()]
  const apart = time.current_ms === undefined ? undefined : time.current_ms - read_ms
  const far = apart !== undefined && Math.abs(apart) > min_difference_ms
  const offset = offsetOf(time.time_zone, time.current_ms ?? read_ms)
  return (
    <Section title={words.now}>
      <div className={styles.now}>
        <Ticking clock={clock} />
        <Facts className={styles.facts}>
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
        <p className={styles.apart} role="status">
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
    <p className={styles.clock} role="timer" aria-label={words.now}>
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
  if (!ntp_enabled) return <StatusTag tone="idle">{words.sync_off}</StatusTag>
  if (synchronized === true) return <StatusTag tone="ok">{words.synced}</StatusTag>
  return synchronized === false ? (
    <StatusTag tone="warn">{words.not_synced}</StatusTag>
  ) : (
    <StatusTag tone="idle">{words.sync_unknown}</StatusTag>
  )
}
