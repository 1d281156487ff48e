/** The device's time zone (`Asia/Shanghai`), in which the console shows times; empty until it is known. */
import { createStore } from '../lib/store.ts'

export const deviceZone = createStore('')
