/** The looks of the analysis application around a decision (ours): why an event was reported. */
import * as z from 'zod/mini'
import { decimal, whole } from '../core/fields.ts'

/** What a look showed of the lot; `unknown` is no evidence for either. */
export const look_seen = ['vehicle', 'empty', 'unknown'] as const
/** Why it is unknown: hidden by nearer vehicles, blinded, without detail, people in it, in motion. */
export const look_unknown = ['hidden', 'glare', 'blurred', 'person', 'moving', 'other'] as const
/** An event carries so many looks at most. */
export const max_looks = 32
/**
 * Thumbnails of looks are kept for so many days, and of the newest events so many bytes: 500 MB, or this
 * share of a smaller disk. `file_bytes`: of one event.
 */
export const look_strip_budget = {
  days: 30,
  bytes: 500_000_000,
  disk_share: 0.01,
  file_bytes: 1_048_576,
} as const

export const look_facts = {
  seen: z.enum(look_seen),
  /** Empty unless it is unknown. */
  why: z.enum([...look_unknown, '']),
  /** How much the look says for a vehicle, as a natural logarithm of a likelihood ratio; null if unknown. */
  llr: z.nullable(decimal(-100, 100)),
  /** The probability, 0 to 1, that the lot is occupied, after this look and all before it. */
  belief: decimal(0, 1),
  /** The share of the vehicle's ground in the lot, 0 to 1. */
  cover: decimal(0, 1),
}
/** As it is reported; `time` in milliseconds since 1970. */
export const event_look = z.strictObject({ time: whole(0, 4_102_444_800_000), ...look_facts })
export type EventLook = z.output<typeof event_look>
