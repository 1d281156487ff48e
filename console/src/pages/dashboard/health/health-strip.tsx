/**
 * The health of the box in one thin line: faults come first and lead to their cause, everything else is
 * figures. It opens the panel with the controls over the wall.
 */
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import type { Areas } from '#src/locales/areas.ts'
import { shortTime } from '../camera-wall/short-time.ts'
import styles from './health-strip.module.css'

type Props = {
  health: AnswerAt<'/api/system/box_health'> | undefined
  failed: boolean
  open: boolean
  /** The id of the panel that it opens. */
  controls: string
  onToggle: () => void
}

export function HealthStrip({ health, failed, open, controls, onToggle }: Props) {
  const words = useWords('home')
  const items = health ? worstFirst(healthItems(health, words)) : []
  return (
    <div className={`row text-12 line-below on-card ${styles.strip}`} data-open={open || undefined}>
      <ul className={`flex wrap grow slim clip ${styles.items}`} aria-label={words.health}>
        {items.map((item) => (
          <Item key={item.name} item={item} />
        ))}
        {health && (
          <li>
            {words.item.run} <b>{shortTime(health.run_s * 1000, words.units)}</b>
          </li>
        )}
        {!health && <li>{failed ? words.health_failed : ' '}</li>}
      </ul>
      <button
        type="button"
        className={`plain row rigid gap-2 pad-0-8 link medium icons-16 ${styles.more}`}
        aria-expanded={open}
        aria-controls={controls}
        aria-label={`${open ? words.health_close : words.health_open}${words.health}`}
        onClick={onToggle}
      >
        {open ? words.health_close : words.health_open}
        <ChevronDownIcon />
      </button>
    </div>
  )
}

function Item({ item: { name, tone, value, share } }: { item: HealthItem }) {
  const words = useWords('home')
  const inside = (
    <>
      {tone !== undefined && <i className={`tone-dot ${styles.dot}`} data-tone={tone} />}
      {words.item[name]}
      {share !== undefined && (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${Math.min(100, share)}%` }} />
        </span>
      )}
      <b>{value}</b>
    </>
  )
  return (
    <li data-tone={tone} data-item={name}>
      {tone === 'bad' || tone === 'warn' ? (
        <Link className={`inline-row gap-6 ${styles.cause}`} to={causes[name]}>
          {inside}
        </Link>
      ) : (
        inside
      )}
    </li>
  )
}

type HealthName = Exclude<keyof Areas['home']['item'], 'run'>

/** Where the cause of a fault is found. */
const causes: Readonly<Record<HealthName, string>> = {
  application: '/dashboard?health=open',
  storage: '/business/params?tab=storage',
  queue: '/device/storage',
  platform: '/business/params?tab=platform',
  clock: '/device/time',
  disk: '/device/storage',
  cpu: '/business/params?field=track_step',
  memory: '/system/operation',
  temperature: '/system/operation?tab=diagnose',
}

const ranks = ['bad', 'warn'] as const
/** Faults, then warnings, then the rest in their order. */
const worstFirst = (items: readonly HealthItem[]): HealthItem[] => [
  ...ranks.flatMap((rank) => items.filter(({ tone }) => tone === rank)),
  ...items.filter(({ tone }) => tone !== 'bad' && tone !== 'warn'),
]

/** Without a tone the item is only a figure; an item with a `share` (0 to 100) has a bar. */
type HealthItem = {
  name: HealthName
  tone: 'ok' | 'warn' | 'bad' | 'idle' | undefined
  value: string
  share?: number
}
type Health = AnswerAt<'/api/system/box_health'>

/** Percentages of used disk, memory and processor from which an item is a warning or a fault. */
const disk_levels = { warn: 90, bad: 95 }
const load_levels = { warn: 80, bad: 92 }
/** In degrees Celsius; devices of this kind throttle at about 85. */
const heat_levels = { warn: 75, bad: 85 }

/** The items of the health strip, each with its value and a tone that tells whether it is well. */
function healthItems(health: Health, words: Areas['home']): HealthItem[] {
  const { application, storage, queue, platform, clock, disk, cpu, memory, temperature } = health
  const disconnected = application.state === 'running' && !application.connected
  const peer_tone = { ok: 'ok', failing: 'bad', off: 'idle', unknown: 'idle' } as const
  const waits = queue.waiting > 0 ? shortTime(queue.oldest_ms, words.units) : ''
  const clock_tone = { ok: 'ok', off: 'bad', free: 'warn', unknown: 'idle' } as const
  return [
    {
      name: 'application',
      tone:
        application.state === 'failed'
          ? 'bad'
          : application.connected
            ? 'ok'
            : application.state === 'running'
              ? 'warn'
              : 'idle',
      value: disconnected ? words.application_away : words.application_state[application.state],
    },
    { name: 'storage', tone: peer_tone[storage.state], value: words.peer[storage.state] },
    {
      name: 'queue',
      tone: queue.state === 'stalled' ? 'bad' : /paused|no_address/.test(queue.state) ? 'warn' : 'ok',
      value:
        queue.state === 'paused'
          ? `${words.queue_paused} · ${words.queue_says(queue.waiting, waits)}`
          : words.queue_says(queue.waiting, waits),
    },
    { name: 'platform', tone: peer_tone[platform.state], value: words.platform_state[platform.state] },
    {
      name: 'clock',
      tone: clock_tone[clock.state],
      value:
        clock.state === 'free'
          ? words.clock_free
          : clock.offset_ms === null
            ? clock.state === 'ok'
              ? words.clock_synced
              : words.peer.unknown
            : Math.abs(clock.offset_ms) >= 10_000
              ? `${Math.round(clock.offset_ms / 1000)} s`
              : `±${Math.abs(Math.round(clock.offset_ms))} ms`,
    },
    figure('disk', disk.percent_used, disk_levels, true),
    figure('cpu', cpu, load_levels, true),
    figure('memory', memory, load_levels, true),
    {
      ...figure('temperature', temperature, heat_levels, false),
      value: temperature === null ? '--' : `${Math.round(temperature)} °C`,
    },
  ]
}

function figure(
  name: HealthName,
  value: number | null,
  levels: { warn: number; bad: number },
  bar: boolean,
): HealthItem {
  if (value === null) return { name, tone: undefined, value: '--' }
  const tone = value >= levels.bad ? 'bad' : value >= levels.warn ? 'warn' : undefined
  return { name, tone, value: `${Math.round(value)}%`, ...(bar ? { share: value } : {}) }
}
