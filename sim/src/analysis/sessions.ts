/** Derives entries and exits from the vehicles seen in a lot. Each needs two frames. */
import type { Occupant } from './occupancy.ts'
import { default_params, type Params } from './params.ts'
import { confidenceOf } from './reading.ts'

export type Stay = {
  plate: string
  color: string
  confidence: number
  /** When the vehicle was first seen. */
  since: number
  hits: number
  misses: number
  gone: number
  entered: boolean
  /** True if it was there in the first frame, so that its arrival time is unknown. */
  early?: boolean
}
/** The stays in a lot. */
export type Session = { stays: Stay[]; looks: number; last: number }
export type Change = { event_type: 0 | 1 | 3; time: number; stay: Stay; occupant: Occupant | undefined }

const frames_needed = 2
/**
 * After a gap this long the arrival time of a new vehicle is unknown: an initial entry, as at the first
 * frame.
 */
const gap_ms = 60_000

export const newSession = (): Session => ({ stays: [], looks: 0, last: 0 })

/** The parameters, and the number of vehicles that fit into the lot (`room`). */
export type FrameRules = Pick<Params, 'min_confidence' | 'merge_ms' | 'motorcycles' | 'plate_type'> & {
  room: number
}
const default_rules: FrameRules = { ...default_params, room: 1 }

/**
 * Applies one frame; returns the new session and the changes, and does not change its arguments. A vehicle
 * has left if it does not return within the merge time, or if the lot is full without it.
 */
export function applyFrame(
  session: Session,
  occupants: readonly Occupant[],
  time: number,
  by: FrameRules = default_rules,
): { session: Session; changes: Change[] } {
  const fresh = session.last > 0 && time - session.last > gap_ms
  const looks = fresh ? 1 : session.looks + 1
  const changes: Change[] = []
  const stays: Stay[] = []

  for (const stay of session.stays) {
    const occupant = occupants.find(({ vehicle }) => vehicle.plate === stay.plate)
    if (occupant) stays.push(seen(stay, occupant, by))
    else if (!stay.entered) continue // a single frame is not enough for an entry
    else if (stay.misses + 1 < frames_needed) stays.push({ ...stay, misses: stay.misses + 1, gone: time })
    else if (time - (stay.gone || time) < by.merge_ms && occupants.length < by.room)
      stays.push({ ...stay, misses: stay.misses + 1 })
    else changes.push({ event_type: 3, time: stay.gone || time, stay, occupant: undefined })
  }
  for (const occupant of occupants) {
    if (session.stays.some(({ plate }) => plate === occupant.vehicle.plate)) continue
    const { plate, color } = occupant.vehicle
    stays.push({
      plate,
      color,
      confidence: confidenceOf(occupant.vehicle, by.plate_type),
      since: time,
      hits: 1,
      misses: 0,
      gone: 0,
      entered: false,
      early: looks === 1,
    })
  }
  for (const stay of stays) {
    if (stay.entered || stay.hits < frames_needed || stay.confidence < by.min_confidence) continue
    const rides = occupants.some(
      ({ vehicle }) => vehicle.plate === stay.plate && vehicle.kind === 'motorcycle',
    )
    if (rides && time - stay.since < by.motorcycles.min_ms) continue
    stay.entered = true
    changes.push({
      event_type: stay.early ? 0 : 1,
      time: stay.since,
      stay,
      occupant: occupants.find(({ vehicle }) => vehicle.plate === stay.plate),
    })
  }
  return { session: { stays, looks, last: time }, changes }
}

const seen = (stay: Stay, { vehicle }: Occupant, { plate_type }: FrameRules): Stay => ({
  ...stay,
  hits: stay.hits + 1,
  misses: 0,
  gone: 0,
  confidence: Math.max(stay.confidence, confidenceOf(vehicle, plate_type)),
})
