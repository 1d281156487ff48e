/** Area `device`, the VPN: join it online or with a file, bring the tunnel up and down (spec §3 "VPN", §5, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { trial_started } from './network.ts'
import { filled, nothing, rule, secret, text } from '../core/fields.ts'
import { vpnFileNameIssue } from '../core/rules.ts'

/** `off`: no tunnel is wanted. `connected` only while the tunnel is up and has its address. `failed`: one is wanted and its program has ended; `reason` says why. */
export const vpn_status = ['off', 'connecting', 'connected', 'failed'] as const
export type VpnStatus = (typeof vpn_status)[number]
export const vpn_info = z.strictObject({
  /** The first server of the account, `host:port`. */
  server: text(260),
  netmask: text(15),
  ipv4: text(15),
  register_address: text(253),
  key: z.literal(''),
  key_set: z.boolean(),
  status: z.enum(vpn_status),
  /** False where the box has no VPN program: nothing can be registered or started. Ours, like what follows. */
  supported: z.optional(z.boolean()),
  /** Whether there is an account at all, and the file it came with. */
  registered: z.optional(z.boolean()),
  file_name: z.optional(text(210)),
  /** Why it failed, or what keeps it from connecting, as the VPN program says it. */
  reason: z.optional(text(500)),
  /** The tunnel takes all traffic: starting it is a trial. */
  takes_default_route: z.optional(z.boolean()),
  /** Seconds since the tunnel came up, and bytes through it; null while it is not up. */
  up_s: z.optional(z.nullable(z.int())),
  bytes_in: z.optional(z.nullable(z.int())),
  bytes_out: z.optional(z.nullable(z.int())),
})

export const register_vpn_online = defineCall({
  path: '/api/device/register_vpn_online',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Join the VPN with a register address (host, host:port or URL; https unless it says http) and a key, which is good once and kept nowhere (docs/vpn.md).',
  body: z.strictObject({ register_address: filled(253), key: secret(4096) }),
  answer: nothing,
  example: { register_address: 'vpn.example.com:8443', key: 'one-time-key' },
})

export const register_vpn_offline = defineCall({
  path: '/api/device/register_vpn_offline',
  roles: admins,
  effect: 'write',
  summary:
    'Join the VPN with a file: only .ovpn or .conf, at most 64 KiB. What it may contain: docs/vpn.md; each fault is an issue on `content` whose `limit` is its line.',
  body: z.strictObject({
    file_name: z.string().check(rule(vpnFileNameIssue)),
    content: z.string().check(z.minLength(1), z.maxLength(65_536)),
  }),
  answer: nothing,
  example: { file_name: 'box-17.ovpn', content: 'client\nremote vpn.example.com 1194\n' },
})

export const get_vpn_info = defineCall({
  path: '/api/device/get_vpn_info',
  roles: everyone,
  effect: 'read',
  summary: 'The VPN account and whether the tunnel is up. The key is never shown again.',
  body: nothing,
  answer: vpn_info,
  example: {},
})

export const start_vpn = defineCall({
  path: '/api/device/start_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Bring the tunnel up. One that takes the default route is a trial, and the answer says so.',
  body: nothing,
  answer: z.union([trial_started, nothing]),
  example: {},
})
export const stop_vpn = defineCall({
  path: '/api/device/stop_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Take the tunnel down.',
  body: nothing,
  answer: nothing,
  example: {},
})
export const cancel_vpn = defineCall({
  path: '/api/device/cancel_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Log out of the VPN and forget its account.',
  body: nothing,
  answer: nothing,
  example: {},
})

export const vpn_calls = {
  register_vpn_online,
  register_vpn_offline,
  get_vpn_info,
  start_vpn,
  stop_vpn,
  cancel_vpn,
}
