/** From "what is in the lot now" to "who came and who went", with two frames before either is believed. */
import type { Occupant } from './occupancy.ts'
import { own_params, type Params } from './params.ts'
import { confidenceOf } from './reading.ts'

export type Stay = {
  plate: string
  color: string
  confidence: number
  /** When it was first seen. */
  since: number
  hits: number
  misses: number
  gone: number
  entered: boolean
  /** It was there at the first look: nobody knows since when. */
  early?: boolean
}
/** A lot's memory. */
export type Session = { stays: Stay[]; looks: number; last: number }
export type Change = { event_type: 0 | 1 | 3; time: number; stay: Stay; occupant: Occupant | undefined }

const frames_needed = 2
/**
 * After so long without a look nobody can say when a newcomer came: an initial entry, as at the first sight.
 */
const gap_ms = 60_000

export const newSession = (): Session => ({ stays: [], looks: 0, last: 0 })

/** How a look is taken: the parameters, and how many vehicles the lot has room for. */
export type LookBy = Pick<Params, 'min_confidence' | 'merge_ms' | 'motorcycles' | 'plate_type'> & {
  room: number
}
const as_it_is: LookBy = { ...own_params, room: 1 }

/**
 * Takes one look into account; answers the session after it and what has happened. Does not change its
 * arguments. Who is out of sight is gone when he has not come back within the time of merging, or when the
 * lot is full without him.
 */
export function look(
  session: Session,
  occupants: readonly Occupant[],
  time: number,
  by: LookBy = as_it_is,
): { session: Session; changes: Change[] } {
  const fresh = session.last > 0 && time - session.last > gap_ms
  const looks = fresh ? 1 : session.looks + 1
  const changes: Change[] = []
  const stays: Stay[] = []

  for (const stay of session.stays) {
    const occupant = occupants.find(({ vehicle }) => vehicle.plate === stay.plate)
    if (occupant) stays.push(seen(stay, occupant, by))
    else if (!stay.entered)
      continue // a single frame was nobody
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

const seen = (stay: Stay, { vehicle }: Occupant, { plate_type }: LookBy): Stay => ({
  ...stay,
  hits: stay.hits + 1,
  misses: 0,
  gone: 0,
  confidence: Math.max(stay.confidence, confidenceOf(vehicle, plate_type)),
})
