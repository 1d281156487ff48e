/** The possible judgements of a sampled decision, and the groupings of its rates. Without schemas. */

/** What a user sees on the lot. `unclear`: the picture does not show it. */
export const lot_answers = ['occupied', 'vacant', 'unclear'] as const
export type LotAnswer = (typeof lot_answers)[number]

/** `unreadable`: no user could read it. `none`: the picture shows no plate of this vehicle. */
export const plate_answers = ['read', 'unreadable', 'none'] as const
export type PlateAnswer = (typeof plate_answers)[number]

export const accuracy_by = ['camera', 'lot', 'hour'] as const
export type AccuracyBy = (typeof accuracy_by)[number]

/**
 * What a tested threshold shows. too_few: not enough judgements to support or refute it. not_tested: a
 * stricter one was not supported, which ends the series.
 */
export const promise_verdicts = ['supported', 'refuted', 'too_few', 'not_tested'] as const
export type PromiseVerdict = (typeof promise_verdicts)[number]

/**
 * Why a decision could not be drawn: nothing was sampled, its picture may not be shown, several vehicles have
 * room on the lot, it has no picture, or it cannot have happened as reported.
 */
export const undrawn_causes = ['off', 'hidden', 'several', 'no_picture', 'implausible'] as const
export type UndrawnCause = (typeof undrawn_causes)[number]

/** Fewer judgements than this give no verdict on a promise. */
export const min_judgements = 10
