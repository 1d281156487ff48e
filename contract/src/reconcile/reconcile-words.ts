/** The names and limits of a comparison with the platform's export. Without schemas, for the browser. */

/** Maximum rows of a day in one request: 200 lots with an entry and an exit every 15 minutes are 38,400. */
export const max_platform_rows = 50_000

/** The fields in which a pair may differ. */
export const row_fields = ['time', 'event_type', 'lot_no', 'plate_number'] as const
export type RowField = (typeof row_fields)[number]

/** How a pair was matched. `plate`, `look_alike`: also by lot, type and a time within two minutes. */
export const found_by = ['uuid', 'plate', 'look_alike'] as const
export type FoundBy = (typeof found_by)[number]
