/** The VPN account and its tunnel (spec §3 "VPN", §5, §7). */
import type { vpn_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const vpn_handlers = {
  register_vpn_online: notYet,
  register_vpn_offline: notYet,
  get_vpn_info: notYet,
  start_vpn: notYet,
  stop_vpn: notYet,
  cancel_vpn: notYet,
} satisfies Handlers<keyof typeof vpn_calls>
