/**
 * Which pictures the timer takes (spec §4, `timer_mode`; docs/decisions/0022). Pure: computes what is due
 * from the states of the lots now and at the previous moment.
 */
import { event_type, timer_mode } from '@parking/contract'
import type { LotPlace } from '../camera/scene.store.ts'

export type TimerLot = {
  place: LotPlace
  /** Undefined if the analysis does not report this lot. */
  state: { occupied: boolean; plate_number: string } | undefined
}
/** `subject`: what the picture shows: a lot, a scene or a camera. */
export type Capture = { event_type: 4 | 5 | 6; place: LotPlace; plate_number: string; subject: string }

/**
 * Moments are clock times that are multiples of `ms`, not counted from the start of the server: all devices
 * and lots of a street take their pictures together.
 */
export const slotOf = (now: number, ms: number): number => Math.floor(now / ms)

/** The states of the lots, to compare next time. A lot without a report keeps its last state. */
export function seenOf(
  lots: readonly TimerLot[],
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  return new Map(
    lots.flatMap(({ place: { lot_no }, state }) => {
      const seen = state ? (state.occupied ? `occupied ${state.plate_number}` : 'vacant') : before.get(lot_no)
      return seen === undefined ? [] : [[lot_no, seen] as const]
    }),
  )
}

/**
 * `lots`: the lots of enabled scenes, ordered by camera, scene and lot. `before`: the states at the previous
 * moment; a lot that is missing there is new.
 */
export function capturesOf(
  mode: number,
  lots: readonly TimerLot[],
  before: ReadonlyMap<string, string>,
): Capture[] {
  switch (mode) {
    case timer_mode.timed:
      return ofLots(
        lots.filter(({ state }) => state?.occupied),
        event_type.timer_image,
      )
    case timer_mode.timed_resign:
      return ofLots(
        lots.filter(({ state }) => state?.occupied),
        event_type.timed_resign,
      )
    case timer_mode.smart: {
      const now = seenOf(lots)
      return ofLots(
        lots.filter(
          ({ place: { lot_no } }) =>
            before.has(lot_no) && now.has(lot_no) && now.get(lot_no) !== before.get(lot_no),
        ),
        event_type.smart_timer_image,
      )
    }
    case timer_mode.area:
      return firstOfEach(lots, ({ scene_id }) => `scene ${scene_id}`)
    case timer_mode.camera:
      return firstOfEach(lots, ({ camera_sn }) => `camera ${camera_sn}`)
    default:
      return []
  }
}

const ofLots = (lots: readonly TimerLot[], type: Capture['event_type']): Capture[] =>
  lots.map(({ place, state }) => ({
    event_type: type,
    place,
    plate_number: state?.occupied ? state.plate_number : '',
    subject: `lot ${place.lot_no}`,
  }))

/**
 * One picture shows all lots of a scene or camera: it is reported under the number of the first lot, without
 * a plate.
 */
function firstOfEach(lots: readonly TimerLot[], subjectOf: (place: LotPlace) => string): Capture[] {
  const subjects = new Map<string, LotPlace>()
  for (const { place } of lots) if (!subjects.has(subjectOf(place))) subjects.set(subjectOf(place), place)
  return [...subjects].map(([subject, place]) => ({
    event_type: event_type.timer_image,
    place,
    plate_number: '',
    subject,
  }))
}
