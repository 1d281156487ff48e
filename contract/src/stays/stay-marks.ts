/** The marks of a stay, and the repairs of an irregular one. Without schemas, for the browser. */

/**
 * entry_missing, exit_missing, double_entry, plate_differs: as in `session_flags`. impossible: the same plate
 * was on another lot at the same time. doubtful: one of its events waits for a check, or is held as unsure.
 * corrected: a user corrected its plate. cut: the plan split it. typed: a user added one of its events.
 * withdrawn: an event that was seen in it was withdrawn.
 */
export const stay_marks = [
  'entry_missing',
  'exit_missing',
  'double_entry',
  'plate_differs',
  'impossible',
  'doubtful',
  'corrected',
  'cut',
  'typed',
  'withdrawn',
] as const
export type StayMark = (typeof stay_marks)[number]

/** The marks that a user has to repair or to accept. */
export const irregularities = [
  'entry_missing',
  'exit_missing',
  'double_entry',
  'plate_differs',
  'impossible',
] as const satisfies readonly StayMark[]
export type Irregularity = (typeof irregularities)[number]

/** On the wire, the marks of a stay are one number with a bit for each mark. */
export const markBit = (mark: StayMark): number => 1 << stay_marks.indexOf(mark)
export const marksIn = (bits: number): StayMark[] => stay_marks.filter((mark) => (bits & markBit(mark)) !== 0)
export const bitsOf = (marks: readonly StayMark[]): number =>
  marks.reduce((bits, mark) => bits | markBit(mark), 0)
export const irregular_bits: number = bitsOf(irregularities)

/**
 * What a user does to an irregular stay. restore: takes a withdrawal back. open, close: adds the missing
 * entry or exit. drop: removes an event that did not happen. plate: corrects the plate of its events.
 * accept: confirms it as recorded.
 */
export const stay_repairs = ['restore', 'open', 'close', 'drop', 'plate', 'accept'] as const
export type StayRepair = (typeof stay_repairs)[number]

/** Which repairs fit which irregularity; the first is the suggested one. */
export const repairs_of: Readonly<Record<Irregularity, readonly StayRepair[]>> = {
  entry_missing: ['open', 'drop', 'accept'],
  exit_missing: ['close', 'drop', 'accept'],
  double_entry: ['drop', 'accept'],
  plate_differs: ['plate', 'accept'],
  impossible: ['plate', 'close', 'drop', 'accept'],
}

/**
 * Whether the caller may undo a repair. undone: it was, or each of its checks was. not_last: a later check of
 * one of its events stands, and must be undone first. not_yours: only the user who repaired and
 * administrators may. final: an event that the platform never had stays discarded. gone: its events were
 * deleted.
 */
export const repair_undo_states = ['can', 'undone', 'not_last', 'not_yours', 'final', 'gone'] as const
export type RepairUndoState = (typeof repair_undo_states)[number]

/** A shorter overlap is not a contradiction: an exit may be detected up to a minute late. */
export const impossible_from_ms = 60_000

/** What interrupted the observation. `clock_step`: the clock was set; the device did not stop. */
export const gap_kinds = ['camera', 'picture', 'analysis', 'device_off', 'clock_step'] as const
export type GapKind = (typeof gap_kinds)[number]
