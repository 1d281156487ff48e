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
 * How many days and bytes of them are kept is a setting (`look_days`, `look_bytes` of the retention); they
 * never take more than this share of the disk. `file_bytes`: of one event.
 */
export const look_strip_budget = {
  disk_share: 0.05,
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
