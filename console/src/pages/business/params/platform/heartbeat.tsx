/**
 * The live state of the heartbeat: whether the platform accepts it, since when, its latency, and the clock
 * offset.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { durationText } from '#src/time/time.ts'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import type { Areas } from '#src/locales/areas.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import styles from './heartbeat.module.css'

type State = AnswerAt<'/api/parking/platform_state'>
type Words = Areas['platform']

const tones: Record<State['state'], Tone> = { off: 'idle', waiting: 'info', good: 'ok', failing: 'bad' }
const poll_ms = 3_000
/** The limit of GA/T 832 for a traffic record. */
const max_clock_offset_ms = 1_000

export function Heartbeat() {
  const words = useWords('platform')
  const query = useCall('/api/parking/platform_state', {}, { every: poll_ms })
  // The call is an extension of the spec: other devices lack it, and then there is nothing to show.
  if (query.data === undefined && query.error?.reason === 'unsupported') return null
  return (
    <Section
      title={words.heartbeat}
      hint={words.heartbeat_hint}
      action={
        <>
          <StaleMark of={[query]} />
          {query.data && (
            <StatusTag tone={tones[query.data.state]}>{words.state[query.data.state]}</StatusTag>
          )}
        </>
      }
    >
      <div className={styles.place}>
        <Loaded query={query} rows={3} failed={words.failed}>
          {(state) => <HeartbeatFacts state={state} received_ms={query.dataUpdatedAt} words={words} />}
        </Loaded>
      </div>
    </Section>
  )
}

function HeartbeatFacts({ state, received_ms, words }: { state: State; received_ms: number; words: Words }) {
  const said = useWords('device_said')
  const { units } = useWords('shell').time
  const { clock } = state
  /** Converts a time of the device's clock to this browser's clock. */
  const toBrowserTime = (ms: number | null) => (ms === null ? null : received_ms - (state.now_ms - ms))
  const wait_s = state.next_ms === null ? 0 : Math.round((state.next_ms - state.now_ms) / 1000)
  const says = state.state === 'failing' ? words.says.failing(state.failures) : words.says[state.state]
  const is_off = clock !== null && Math.abs(clock.offset_ms) > max_clock_offset_ms + clock.error_ms
  return (
    <div className={`grid ${styles.heart}`}>
      <p className={`flex wrap baseline text-14 leading-16 ${styles.heartSays}`} data-tone={state.state}>
        {says}
        {state.next_ms !== null && <small>{words.next(wait_s > 0 ? durationText(wait_s, units) : '')}</small>}
      </p>
      {state.state !== 'off' && (
        <Facts strong>
          <Fact name={state.failing_since_ms === null ? words.last_success : words.failing_since}>
            <RelativeTime time={toBrowserTime(state.failing_since_ms ?? state.success_ms)} />
          </Fact>
          <Fact name={words.round_trip}>
            <span className="flex slim gap-10 nowrap">
              {state.round_trip_ms === null ? words.none : words.ms(state.round_trip_ms)}
              <Trips trips={state.round_trips} label={words.trips(state.round_trips.length)} />
            </span>
          </Fact>
          <Fact
            name={words.clock}
            tone={is_off ? 'warn' : undefined}
            note={clock && words.clock_exact(clock.error_ms)}
          >
            {clock === null ? words.none : offsetText(clock, words)}
          </Fact>
          <Fact name={words.queue}>{words.queue_events(state.queue)}</Fact>
        </Facts>
      )}
      {is_off && <p className="pad-8-12 text-13 warn round-6 on-warn leading-15">{words.clock_far}</p>}
      {state.state === 'failing' && state.said !== '' && (
        <p className="text-13 ink-2 anywhere">
          {words.verbatim_answer}：<q className="quoted">{translateDeviceText(state.said, said)}</q>
        </p>
      )}
    </div>
  )
}

/** An offset below the measurement error counts as none. */
function offsetText({ offset_ms, error_ms }: NonNullable<State['clock']>, words: Words): string {
  const off = Math.abs(offset_ms)
  if (off <= error_ms) return words.clock_same
  const amount =
    off < 120_000
      ? words.seconds((off / 1000).toFixed(off < 10_000 ? 1 : 0))
      : words.minutes(Math.round(off / 60_000))
  return offset_ms > 0 ? words.clock_ahead(amount) : words.clock_behind(amount)
}

/** A bar for each round trip. A narrow screen shows the latest ones. */
function Trips({ trips, label }: { trips: readonly number[]; label: string }) {
  if (trips.length < 2) return null
  const max_ms = Math.max(...trips, 1)
  const width = trips.length * 4
  return (
    <svg
      className={styles.trips}
      width={width}
      height="16"
      viewBox={`0 0 ${width} 16`}
      preserveAspectRatio="xMaxYMid slice"
      role="img"
      aria-label={label}
    >
      {trips.map((ms, at) => {
        const height = Math.max(2, (ms / max_ms) * 16)
        return <rect key={at} x={at * 4} y={16 - height} width="3" height={height} rx="0.75" />
      })}
    </svg>
  )
}
