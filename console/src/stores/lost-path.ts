/** The path that was not found, for the 404 page. Not in the URL, because spec §2 requires a plain /404. */
import { createStore } from '../lib/store.ts'

export const lostPath = createStore('')
