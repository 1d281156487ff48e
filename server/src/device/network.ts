/** Address and name servers, changed as a trial (spec §3 "Network", §7). */
import type { network_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const network_handlers = {
  get_ipv4: notYet,
  set_ipv4: notYet,
  get_dns: notYet,
  set_dns: notYet,
  get_trial: notYet,
  confirm_trial: notYet,
  cancel_trial: notYet,
} satisfies Handlers<keyof typeof network_calls>
