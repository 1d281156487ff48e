/** The names and limits of a comparison with the platform's export. Without schemas, for the browser. */

/** Maximum events of one page of `list_reconcile_events`. */
export const reconcile_page = 5_000

/**
 * observed: reported by the analysis application. typed: added by a user. withdrawn: a user decided that it
 * did not happen, so the platform should not count it.
 */
export const reconcile_states = ['observed', 'typed', 'withdrawn'] as const
