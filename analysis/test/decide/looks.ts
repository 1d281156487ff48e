/** Handmade looks for the tests of the decision. */
import type { Appearance, Evidence, Look, LotLook, PlateReading } from '#src/look/look.ts'
import type { Box } from '#src/look/boxes.ts'
import type { Decision } from '#src/decide/decision.ts'
import { decide } from '#src/decide/decide.ts'
import { parametersOf, type AlgParam, type Parameters } from '#src/decide/parameters.ts'
import { no_state, type State } from '#src/decide/state.ts'

/** The factory values of spec §3. */
export const factory: AlgParam = {
  track_seconds: 10,
  track_step: 5,
  track_th: 0.5,
  cover_th: 0.4,
  sim_th: 0.7,
  event_th: 0.5,
  merge_seconds: 5,
  auto_event_th: 0.6,
  auto_plate_th: 0.5,
  auto_plate_ch_th: 0.5,
  plate_type: 0,
  motor_det: false,
  motor_mode: 0,
  motor_min_seconds: 10,
  debug_mode: false,
}
export const by = (changes: Partial<AlgParam> = {}): Parameters => parametersOf({ ...factory, ...changes })

/** Appearances of three cars and of the empty lot: uncorrelated patches, non-overlapping colours. */
const patches = {
  empty: [10, 12, 11, 10, 90, 92, 91, 10],
  a: [10, 90, 10, 90, 10, 90, 10, 90],
  b: [90, 90, 10, 10, 90, 90, 10, 10],
  c: [90, 10, 10, 90, 90, 10, 10, 90],
} as const
export type Thing = keyof typeof patches

const colourOf: Record<Thing, number[]> = { empty: [], a: [1, 0, 0], b: [0, 1, 0], c: [0, 0, 1] }
/** Different noise makes two looks independent evidence. */
export const appearanceOf = (thing: Thing, noise = 0): Appearance => ({
  luma: patches[thing].map((value, at) => value + ((at * 7 + noise * 13) % 7)),
  colours: colourOf[thing],
})

export const place: Box = [0.2, 0.4, 0.4, 0.6]

export const reading = (text: string, p = 0.97, width = 100): PlateReading => ({
  signs: [...text].map((sign) => [{ sign, p }]),
  p: p ** text.length,
  color: 'blue',
  width,
  box: [0.25, 0.55, 0.3, 0.57],
})

/** A look at one lot: with a car, or empty. */
export function lotWith(
  thing: Thing,
  { llr, noise = 0, plate, box = place, lot_no = 'A01' }: LotOptions = {},
): LotLook {
  const evidence: Evidence = { kind: 'seen', llr: llr ?? (thing === 'empty' ? -3 : 3) }
  return {
    scene_id: 's',
    lot_no,
    cell: 0,
    evidence,
    appearance: appearanceOf(thing, noise),
    ...(thing !== 'empty' && {
      vehicle: { label: 'car', box, score: 0.8, cover: 0.9, ...(plate && { plate }) },
    }),
  }
}
export type LotOptions = { llr?: number; noise?: number; plate?: PlateReading; box?: Box; lot_no?: string }

export const lookAt = (seconds: number, lots: readonly LotLook[], changes: Partial<Look> = {}): Look => ({
  camera_sn: 'C1',
  time: start + seconds * 1000,
  health: 'ok',
  why: '',
  grey: false,
  lots,
  ...changes,
})
export const start = Date.UTC(2026, 10, 23, 8)

/** Decides the looks; returns all events and the final state. */
export function run(
  looks: readonly Look[],
  parameters: Parameters = by(),
  first: State = no_state,
): { events: Decision[]; state: State } {
  let state = first
  const events: Decision[] = []
  for (const look of looks) {
    const step = decide(state, look, parameters)
    state = step.state
    events.push(...step.events)
  }
  return { events, state }
}

/** A look at one lot every 5 seconds: `[["empty", 4], ["a", 10]]` are 4 looks without, 10 with a car. */
export function looksOf(plan: readonly (readonly [Thing, number, LotOptions?])[], step = 5): Look[] {
  let at = 0
  return plan.flatMap(([thing, count, options]) =>
    Array.from({ length: count }, () => lookAt(step * at, [lotWith(thing, { noise: at++, ...options })])),
  )
}

/** Events as short texts: `1 at 20`, with the plate if there is one. */
export const words = (events: readonly Decision[]): string[] =>
  events.map(({ event_type, event_time, plate_number }) =>
    `${event_type} at ${(event_time - start) / 1000} ${plate_number}`.trim(),
  )
