/** The address that led to the page that is not there, for that page to say. Not in the URL: spec §2 wants /404 as it is. */
import { createStore } from '../lib/store.ts'

export const lostPath = createStore('')
