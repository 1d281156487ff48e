/** The dashboard's parts (spec §2): application, queue, cameras, performance, base info, run status. */
import { useCall, type CallState } from '#src/core/queries.ts'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { Uptime } from '#src/time/uptime.tsx'
import { QueuePause } from '#src/events/queue/queue-controls.tsx'
import { QueueFacts } from '#src/events/queue/queue-facts.tsx'
import { QueueSentence, QueueTag, type EventQueue } from '#src/events/queue/queue-state.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { Application } from './application.tsx'
import { Performance, type Cpu } from './performance.tsx'
import { VideoSources } from './video-sources.tsx'
import shared from './dashboard.module.css'
import styles from './health-panel.module.css'

export function HealthPanel({ id, cpu }: { id: string; cpu: Cpu }) {
  const app = useCall('/api/system/app_status', {}, { every: 3_000 })
  const cameras = useCall('/api/camera/camera_state', {}, { every: 5_000 })
  const status = useCall('/api/system/system_status', {}, { every: 5_000 })
  const boot = useCall('/api/system/reboot_time', {}, { every: 60_000 })
  const info = useCall('/api/device/get_basic_info', {})
  const queue = useCall('/api/parking/event_queue', {}, { every: 5_000 })
  // An extension of the spec: on a device without this call, the application panel shows the number of
  // waiting events.
  const queued = queue.data !== undefined || !queue.isError
  return (
    <div id={id} className={`line-below on-card ${styles.panel}`}>
      <StaleMark of={[app, cameras, status, boot, queue]} />
      <div className={`grid ${styles.grid}`}>
        <Performance query={status} cpu={cpu} />
        {queued && <Queue query={queue} />}
        <VideoSources query={cameras} />
        <Application query={app} queued={queued} />
        <BaseInfo query={info} />
        <RunStatus query={boot} />
      </div>
    </div>
  )
}

const fields = ['host_name', 'host_model', 'host_sn', 'version', 'firmware', 'hardware_id'] as const

/** The identity of the device (spec §2). */
function BaseInfo({ query }: { query: CallState<AnswerAt<'/api/device/get_basic_info'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.base_info}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {(info) => (
          <Facts>
            {fields.map((field) => (
              <Fact key={field} name={words[field]}>
                <CopyText text={info[field] || ''} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}

/** When the device was started and how long it has run, updated without calls (spec §2). */
function RunStatus({ query }: { query: CallState<AnswerAt<'/api/system/reboot_time'>> }) {
  const words = useWords('dashboard')
  return (
    <Section title={words.run_status}>
      <Loaded query={query} rows={3} failed={words.failed}>
        {({ reboot_time, run_time }) => (
          <Facts>
            <Fact name={words.run_time}>
              <span className={`flex wrap baseline ink-2 ${shared.uptime}`}>
                <Uptime seconds={run_time} read_at={query.dataUpdatedAt} />
              </span>
            </Fact>
            <Fact name={words.reboot_time}>{reboot_time || words.none}</Fact>
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}

/** A summary of the event queue: number, age, rate and last failure. The storage page shows everything. */
function Queue({ query }: { query: CallState<EventQueue> }) {
  const words = useWords('queue')
  return (
    <Section title={words.title} action={query.data && <QueueTag queue={query.data} />}>
      <Loaded query={query} rows={5} failed={words.failed}>
        {(queue) => (
          <>
            <QueueSentence queue={queue} />
            <QueueFacts queue={queue} />
            <LastError queue={queue} />
            <div className={`flex wrap gap-8 line-above ${shared.controls}`}>
              <QueuePause queue={queue} />
              <ButtonLink variant="quiet" to="/device/storage">
                {words.open}
              </ButtonLink>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Hidden while the queue is stalled, because its sentence gives the reason. */
function LastError({ queue: { errors, state } }: { queue: EventQueue }) {
  const words = useWords('queue')
  const said = useWords('device_said')
  const last = errors[0]
  if (!last || state === 'stalled') return null
  const info = translateDeviceText(last.info, said)
  return (
    <p className="grid note gap-2 above-16 leading-15">
      <span>
        {words.last_error}：{words.steps[last.step]}
        {words.outcomes[last.outcome]}，<RelativeTime time={last.last_ms} />
      </span>
      <span className="ellipsis ink-2" title={info}>
        {info || words.no_answer}
      </span>
    </p>
  )
}
