/** The looks of the analysis application around a decision (ours): why an event was reported. */
import * as z from 'zod/mini'
import { decimal, text, whole } from '../core/fields.ts'

/** What a look showed of the lot; `unknown` is evidence neither for a vehicle nor for an empty lot. */
export const look_seen = ['vehicle', 'empty', 'unknown'] as const
/**
 * Why there was no picture to judge the lot by: it was dark, repeated itself exactly, lacked parts or was
 * smeared, came from another lens or camera, or none came.
 */
export const look_faults = ['dark', 'frozen', 'damaged', 'other_view', 'no_picture'] as const
/**
 * Why a look is `unknown`: hidden by nearer vehicles, glare, no detail, people on the lot, motion, or a fault
 * of the picture.
 */
export const look_unknown = [
  'hidden',
  'glare',
  'blurred',
  'person',
  'moving',
  'other',
  ...look_faults,
] as const
/** Maximum number of looks that an event carries. */
export const max_looks = 32
/**
 * Limits of the thumbnails. The days and bytes to keep are settings (`look_days`, `look_bytes` of the
 * retention), but they never use more than this share of the disk. `file_bytes`: for one event.
 */
export const look_strip_budget = {
  disk_share: 0.05,
  file_bytes: 1_048_576,
} as const

export const look_facts = {
  seen: z.enum(look_seen),
  /** Empty unless `seen` is `unknown`. */
  why: z.enum([...look_unknown, '']),
  /** How strongly the look indicates a vehicle: natural logarithm of a likelihood ratio; null if unknown. */
  llr: z.nullable(decimal(-100, 100)),
  /** The probability, 0 to 1, that the lot is occupied, given this look and all before it. */
  belief: decimal(0, 1),
  /** The share of the vehicle's ground in the lot, 0 to 1. */
  cover: decimal(0, 1),
  /** The plate as this look alone read it, accepted or not; absent if none was read. */
  plate: z.optional(text(32)),
}
/** A look as it is reported; `time` in milliseconds since 1970. */
export const event_look = z.strictObject({ time: whole(0, 4_102_444_800_000), ...look_facts })
export type EventLook = z.output<typeof event_look>
