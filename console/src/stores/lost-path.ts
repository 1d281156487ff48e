/** The path that was not found, for the 404 page to show. Not in the URL: spec §2 wants a plain /404. */
import { createStore } from '../lib/store.ts'

export const lostPath = createStore('')
