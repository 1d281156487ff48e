/** The possible judgements of a sampled decision, and the groupings of its rates. Without schemas. */

/** What a user sees on the lot. `unclear`: the picture does not show it. */
export const lot_answers = ['occupied', 'vacant', 'unclear'] as const
export type LotAnswer = (typeof lot_answers)[number]

/** `unreadable`: no user could read it. `none`: the picture shows no plate of this vehicle. */
export const plate_answers = ['read', 'unreadable', 'none'] as const
export type PlateAnswer = (typeof plate_answers)[number]

export const accuracy_by = ['camera', 'lot', 'hour'] as const
export type AccuracyBy = (typeof accuracy_by)[number]
