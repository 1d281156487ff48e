/** Pictures that are reported unasked (spec §4, timer mode): in step with the clock, so that all lots of an area are of one moment. */
import type { Params } from './params.ts'
import type { Session, Stay } from './sessions.ts'

/** Spec §4. */
const mode_of = { timed: 1, smart: 2, timed_resign: 3, area: 4, camera: 5 } as const
const type_of = { smart_image: 4, image: 5, resign: 6 } as const

export type Due = { event_type: 4 | 5 | 6; stay: Stay | undefined }
/** What is remembered between two looks at one lot. */
export type TimerMark = { slot: number; plates: string }

/** What is due for a lot at a look, and the mark after it. `first` is true for the first lot of a camera. The first look after a change only begins to count. */
export function timerDue({ mode, ms }: Params['timer'], mark: TimerMark | undefined, session: Session, first: boolean, time: number): { mark: TimerMark | undefined; due: Due[] } {
  if (ms <= 0) return { mark: undefined, due: [] }
  const slot = Math.floor(time / ms)
  const stays = session.stays.filter((stay) => stay.entered)
  const plates = stays.map(({ plate }) => plate).sort().join(' ')
  if (!mark) return { mark: { slot, plates }, due: [] }
  if (slot <= mark.slot) return { mark, due: [] }
  const next = { slot, plates }
  const image = (stay: Stay | undefined, event_type: Due['event_type'] = type_of.image): Due => ({ event_type, stay })
  switch (mode) {
    case mode_of.timed:
      return { mark: next, due: stays.map((stay) => image(stay)) }
    case mode_of.smart:
      return { mark: next, due: plates === mark.plates ? [] : (stays.length > 0 ? stays : [undefined]).map((stay) => image(stay, type_of.smart_image)) }
    case mode_of.timed_resign:
      return { mark: next, due: stays.map((stay) => image(stay, type_of.resign)) }
    case mode_of.area:
      return { mark: next, due: (stays.length > 0 ? stays : [undefined]).map((stay) => image(stay)) }
    case mode_of.camera:
      return { mark: next, due: first ? [image(stays[0])] : [] }
    default:
      return { mark: next, due: [] }
  }
}
