/**
 * Builds the published messages and their topics (docs/integrate/mqtt.md,
 * contract/src/mqtt/mqtt-messages.ts). A queued message always has the same bytes.
 */
import type { mqtt_health, mqtt_lot, mqtt_status, Params } from '@parking/contract'
import type * as z from 'zod/mini'
import { openAlarms } from '../alarm/alarm.store.ts'
import { countStates } from '../camera/camera.store.ts'
import type { LotStates } from '../camera/lot-states.ts'
import { lotPlaces } from '../camera/scene.store.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Deps } from '../core/deps.ts'
import { deviceName } from '../device/device.store.ts'
import type { BrokerMessage } from '../ports/mqtt-port.ts'
import { boxHealth, type HealthNeeds } from '../system/health/health.ts'
import { messageRange, mqttTally, type OutboxRow } from './outbox.store.ts'

/** A name as one level of a topic: characters with a meaning in topics are percent-encoded. */
export const topicLevel = (name: string): string =>
  name.replace(/[%/+#\u0000-\u001f\u007f]/g, (one) => encodeURIComponent(one).replace('+', '%2B'))

/** The topic under which a device publishes: `<prefix>/<serial>`. */
export const topicBase = (
  { topic_prefix }: Pick<Params['mqtt_param'], 'topic_prefix'>,
  host_sn: string,
): string => `${topic_prefix}/${topicLevel(host_sn)}`

export const clientId = ({ client_id }: Pick<Params['mqtt_param'], 'client_id'>, host_sn: string): string =>
  client_id === '' ? `parking-${host_sn}` : client_id

export type Sender = { base: string; box: string }

export const queuedMessage = (
  { base, box }: Sender,
  { seq, id, kind, at_ms, body }: OutboxRow,
): BrokerMessage => ({
  topic: `${base}/${kind}`,
  payload: JSON.stringify({ id, seq, box, time: at_ms, ...(JSON.parse(body) as object) }),
  retain: false,
})

type Status = z.output<typeof mqtt_status>

const statusMessage = ({ base }: Sender, status: Status): BrokerMessage => ({
  topic: `${base}/status`,
  payload: JSON.stringify(status),
  retain: true,
})

type StatusNeeds = Pick<Deps, 'db' | 'version'>

export const presentStatus = (
  deps: StatusNeeds,
  sender: Sender,
  reason: 'connected' | 'stopped' | 'off',
  since: number,
): BrokerMessage =>
  statusMessage(sender, {
    box: sender.box,
    online: reason === 'connected',
    reason,
    name: deviceName(deps.db),
    version: deps.version,
    since,
    ...messageRange(deps.db),
    dropped: mqttTally(deps.db).dropped,
  })

/** Created before the connection, so its content must be true whenever the broker publishes it. */
export const lastWill = (deps: StatusNeeds, sender: Sender, since: number): BrokerMessage =>
  statusMessage(sender, {
    box: sender.box,
    online: false,
    reason: 'lost',
    name: deviceName(deps.db),
    version: deps.version,
    since,
    first_seq: null,
    last_seq: null,
    dropped: null,
  })

type LotNeeds = Pick<Deps, 'db'> & { analysis: AnalysisConnection; lot_states: LotStates }

/** The state of every lot, each with its own topic. */
export function lotMessages({ db, analysis, lot_states }: LotNeeds, { base, box }: Sender): BrokerMessage[] {
  return lotPlaces(db).map(({ parking_no, lot_no, camera_sn, scene_id }) => {
    const report = lot_states.get(lot_no)
    const known = analysis.peer !== null && report?.scene_id === scene_id ? report : undefined
    const lot: z.output<typeof mqtt_lot> = {
      box,
      parking_no,
      lot_no,
      camera_sn,
      state: known ? (known.occupied ? 'occupied' : 'free') : 'unknown',
      plate_number: known?.plate_number ?? '',
      since: known?.since_ms ?? null,
    }
    return { topic: `${base}/lot/${topicLevel(lot_no)}`, payload: JSON.stringify(lot), retain: true }
  })
}

/** Makes the broker delete the retained message of a topic. */
export const emptied = (topic: string): BrokerMessage => ({ topic, payload: '', retain: true })

/** As many of the open alarms as fit into `max_payload` bytes, the oldest first. */
export async function healthMessage(
  deps: HealthNeeds,
  { base, box }: Sender,
  max_payload: (topic: string) => number,
): Promise<BrokerMessage> {
  const { application, storage, platform, queue, clock, disk, cpu, memory, temperature, run_s } =
    await boxHealth(deps)
  const health: z.output<typeof mqtt_health> = {
    box,
    time: deps.now(),
    application: application.state,
    storage: storage.state,
    platform: platform.state,
    clock: clock.state,
    queue: queue.state,
    waiting: queue.waiting,
    cameras: countStates(deps.db),
    disk_percent: disk.percent_used,
    cpu,
    memory,
    temperature,
    run_s,
    alarms: openAlarms(deps.db).map(({ kind, subject, severity, since_ms }) => ({
      kind,
      subject,
      severity,
      since: since_ms,
    })),
  }
  const topic = `${base}/health`
  let payload = JSON.stringify(health)
  while (Buffer.byteLength(payload) > max_payload(topic) && health.alarms.length > 0) {
    health.alarms = health.alarms.slice(0, Math.floor(health.alarms.length / 2))
    payload = JSON.stringify(health)
  }
  return { topic, payload, retain: true }
}
