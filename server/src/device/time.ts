/** The clock: its zone, its time and the server it follows (spec §3 "Time", §7). */
import type { time_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const time_handlers = {
  time_para: notYet,
  set_time: notYet,
  test_ntp: notYet,
  set_ntp: notYet,
} satisfies Handlers<keyof typeof time_calls>
