/**
 * The payloads that the device publishes over MQTT, and the request that it accepts (docs/integrate/mqtt.md).
 * Times are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { event_standings } from '../core/event-standings.ts'
import { alarm_kinds, alarm_severities } from '../alarm/alarm.ts'
import { camera_state } from '../core/codes.ts'
import { clock_states, peer_states } from '../system/box-health.ts'
import { app_states } from '../system/app-states.ts'
import { queue_states } from '../queue/queue.ts'

const queued = {
  /** Identifies the message: a receiver that gets the same id twice has received a duplicate. */
  id: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  /** Numbers the events and alarms of one device without gaps. */
  seq: z.int().check(z.gte(1)),
  box: z.string(),
  /** When the device stored the fact. */
  time: z.int(),
}

/**
 * stored: the event was stored, or its deletion was undone. changed: its plate was checked, or `counts`
 * changed. deleted: a user deleted it.
 */
const mqtt_event_changes = ['stored', 'changed', 'deleted'] as const

/** The whole event as it is after the change: the last message about a uuid is the valid one. */
export const mqtt_event = z.strictObject({
  ...queued,
  change: z.enum(mqtt_event_changes),
  event: z.strictObject({
    uuid: z.string(),
    event_time: z.int(),
    parking_no: z.string(),
    camera_sn: z.string(),
    camera_name: z.string(),
    lot_no: z.string(),
    /** `event_type` of the specification. */
    event_type: z.int(),
    /** The checked plate if there is one, else the recognised plate. */
    plate_number: z.string(),
    plate_read: z.string(),
    plate_color: z.string(),
    /** null for an event that a user typed. */
    confidence: z.nullable(z.number()),
    standing: z.enum(event_standings),
    /** `event_status` of the specification, at the time of the change. */
    status: z.int(),
    /**
     * False if the platform does not get it or must not count it, because it was skipped, discarded,
     * withdrawn, deleted or is implausible.
     */
    counts: z.boolean(),
    comment: z.string(),
  }),
})

export const mqtt_alarm = z.strictObject({
  ...queued,
  change: z.enum(['raised', 'recovered']),
  alarm: z.strictObject({
    alarm_id: z.int(),
    kind: z.enum(alarm_kinds),
    subject: z.string(),
    name: z.string(),
    severity: z.enum(alarm_severities),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
    since: z.int(),
    raised: z.int(),
    recovered: z.nullable(z.int()),
  }),
})

export const mqtt_lot_states = ['free', 'occupied', 'unknown'] as const
/**
 * Retained. unknown: the lot is not observed, because of its camera, its scene or the analysis application.
 */
export const mqtt_lot = z.strictObject({
  box: z.string(),
  parking_no: z.string(),
  lot_no: z.string(),
  camera_sn: z.string(),
  state: z.enum(mqtt_lot_states),
  plate_number: z.string(),
  /** Since when it has been unchanged; null while it is unknown. */
  since: z.nullable(z.int()),
})

/** Retained; also the last will, with `online: false` and `reason: lost`. */
export const mqtt_status = z.strictObject({
  box: z.string(),
  online: z.boolean(),
  /** stopped: shut down normally. lost: sent by the broker for the device. off: MQTT was switched off. */
  reason: z.enum(['connected', 'stopped', 'lost', 'off']),
  name: z.string(),
  version: z.string(),
  /** When the connection was established. */
  since: z.int(),
  /**
   * The oldest and the newest message that the device still has, 0 if there is none; null in the last will.
   */
  first_seq: z.nullable(z.int()),
  last_seq: z.nullable(z.int()),
  /** Messages that were deleted unsent because there were too many; null in the last will. */
  dropped: z.nullable(z.int()),
})

const percent = z.nullable(z.number())
/** Retained. */
export const mqtt_health = z.strictObject({
  box: z.string(),
  time: z.int(),
  application: z.enum(app_states),
  storage: z.enum(peer_states),
  platform: z.enum(peer_states),
  clock: z.enum(clock_states),
  queue: z.enum(queue_states),
  /** Events on their way to the platform. */
  waiting: z.int(),
  cameras: z.record(z.enum(Object.keys(camera_state) as (keyof typeof camera_state)[]), z.int()),
  disk_percent: z.number(),
  cpu: percent,
  memory: percent,
  temperature: percent,
  run_s: z.int(),
  alarms: z.array(z.pick(mqtt_alarm.shape.alarm, { kind: true, subject: true, severity: true, since: true })),
})

/** Published to `<base>/request` by a receiver that has missed messages. Both ends are included. */
export const mqtt_request = z.strictObject({
  from_seq: z.int().check(z.gte(1)),
  to_seq: z.int().check(z.gte(1)),
})
