/** From "what is in the lot now" to "who came and who went", with two frames before either is believed. */
import type { Occupant } from './occupancy.ts'

export type Stay = { plate: string; color: string; confidence: number; /** When it was first seen. */ since: number; hits: number; misses: number; gone: number; entered: boolean }
/** A lot's memory. `settled` once it is known who was there before we looked. */
export type Session = { stays: Stay[]; looks: number; settled: boolean; last: number }
export type Change = { event_type: 0 | 1 | 3; time: number; stay: Stay; occupant: Occupant | undefined }

const frames_needed = 2
/** After so long without a look nobody can say when a newcomer came: an initial entry, as at the first sight. */
const gap_ms = 60_000

export const newSession = (): Session => ({ stays: [], looks: 0, settled: false, last: 0 })

/** Takes one look into account; answers the session after it and what has happened. Does not change its arguments. */
export function look(session: Session, occupants: readonly Occupant[], time: number): { session: Session; changes: Change[] } {
  const fresh = session.last > 0 && time - session.last > gap_ms
  const looks = fresh ? 1 : session.looks + 1
  const settled = session.settled && !fresh
  const changes: Change[] = []
  const stays: Stay[] = []

  for (const stay of session.stays) {
    const occupant = occupants.find(({ vehicle }) => vehicle.plate === stay.plate)
    if (occupant) stays.push(seen(stay, occupant))
    else if (!stay.entered) continue // a single frame was nobody
    else if (stay.misses + 1 < frames_needed) stays.push({ ...stay, misses: stay.misses + 1, gone: time })
    else changes.push({ event_type: 3, time: stay.gone || time, stay, occupant: undefined })
  }
  for (const occupant of occupants) {
    if (session.stays.some(({ plate }) => plate === occupant.vehicle.plate)) continue
    const { plate, color } = occupant.vehicle
    stays.push({ plate, color, confidence: confidenceOf(occupant), since: time, hits: 1, misses: 0, gone: 0, entered: false })
  }
  for (const stay of stays) {
    if (stay.entered || stay.hits < frames_needed) continue
    stay.entered = true
    changes.push({ event_type: settled ? 1 : 0, time: stay.since, stay, occupant: occupants.find(({ vehicle }) => vehicle.plate === stay.plate) })
  }
  return { session: { stays, looks, settled: settled || looks >= frames_needed, last: time }, changes }
}

const seen = (stay: Stay, occupant: Occupant): Stay => ({ ...stay, hits: stay.hits + 1, misses: 0, gone: 0, confidence: Math.max(stay.confidence, confidenceOf(occupant)) })

/** As a recogniser would say it: the wider the plate in the picture, the surer; a hidden one was only read in passing. */
export function confidenceOf({ vehicle }: Occupant): number {
  if (!vehicle.plate_box) return 55
  const pixels = (vehicle.plate_box[2] - vehicle.plate_box[0]) * 1920
  return Math.round(Math.min(99, 72 + pixels / 3.5))
}
