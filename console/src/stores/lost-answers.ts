/**
 * Calls whose answer was lost: whether the device is being asked about one, and a count of those whose result
 * it does not know, after which the page reads everything again.
 */
import { createStore } from '../lib/store.ts'

/** Number of calls that the device is being asked about and has not answered at once. */
export const asking = createStore(0)
/** Counts the calls whose result stayed unknown, or became known late. */
export const doubts = createStore(0)
