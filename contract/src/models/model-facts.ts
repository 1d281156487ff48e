/** What the page of models knows without the schemas, which a browser does not load: limits, and verdicts. */

export const max_model_upload_bytes = 72 * 1024 * 1024
/** Size of one part of an upload in bytes, before base64. */
export const model_part_bytes = 384 * 1024

/** What a trial says of a model beside the one in use; `unknown` if no recorded event could be judged. */
export const model_verdicts = ['better', 'equal', 'worse', 'unknown'] as const
export type ModelVerdictWord = (typeof model_verdicts)[number]

/** A number of events, and at how many of them each model sees what the event says. */
export type JudgedEvents = { readonly events: number; readonly running: number; readonly candidate: number }
export type JudgedKinds = Readonly<Record<'entries' | 'exits' | 'confirmed', JudgedEvents>>

/**
 * The verdict of a trial. A model is worse if it misses more of the entries, of the exits or of the confirmed
 * entries: what it gains at one kind does not make up for another.
 */
export function verdictOf({ entries, exits, confirmed }: JudgedKinds): ModelVerdictWord {
  const kinds = [entries, exits, confirmed]
  if (kinds.every(({ events }) => events === 0)) return 'unknown'
  if (kinds.some(({ running, candidate }) => candidate < running)) return 'worse'
  return kinds.some(({ running, candidate }) => candidate > running) ? 'better' : 'equal'
}

/** Whether a user must type why a model with this verdict is used all the same. */
export const needsReason = (verdict: ModelVerdictWord): boolean =>
  verdict === 'worse' || verdict === 'unknown'
