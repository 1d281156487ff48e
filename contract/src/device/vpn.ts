/**
 * The VPN of the device: register it online or with a file, start and stop the tunnel (spec §3 "VPN", §5,
 * §7).
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { trial_started } from './network.ts'
import { filled, lines, nothing, rule, secret, text } from '../core/fields.ts'
import { vpnFileNameIssue } from '../core/rules.ts'
import { serverTrust, serverTrustTyped } from '../core/server-trust.ts'

/**
 * `off`: stopped by the user. `connected`: the tunnel is up and has its address. `failed`: the VPN program
 * has exited; `reason` says why.
 */
export const vpn_status = ['off', 'connecting', 'connected', 'failed'] as const
export type VpnStatus = (typeof vpn_status)[number]
export const vpn_info = z.strictObject({
  /** The first server of the account, `host:port`. */
  server: text(260),
  netmask: text(15),
  ipv4: text(15),
  register_address: text(253),
  /** What the most recently used registrar is verified against (core/server-trust.ts); ours. */
  server_trust: z.optional(serverTrust()),
  key: z.literal(''),
  key_set: z.boolean(),
  status: z.enum(vpn_status),
  /**
   * False if the device has no VPN program, so that registering and starting are impossible. Ours, like the
   * fields below.
   */
  supported: z.optional(z.boolean()),
  /** Whether there is an account, and the file from which it was created. */
  registered: z.optional(z.boolean()),
  file_name: z.optional(text(210)),
  /** Why it failed or does not connect, in the words of the VPN program. */
  reason: z.optional(lines(500)),
  /** Whether the tunnel takes all traffic, so that starting it is a trial. */
  takes_default_route: z.optional(z.boolean()),
  /** Seconds since the tunnel came up, and bytes transferred through it; null while it is not up. */
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
    'Register with the VPN at an address (host, host:port or URL; https by default) with a key, which ' +
    'is valid once and not stored (docs/vpn.md).',
  /**
   * `server_trust`: what the registrar is verified against (core/server-trust.ts); if absent, the trust
   * stored for this registrar applies; ours.
   */
  body: z.strictObject({ register_address: filled(253), key: secret(4096), ...serverTrustTyped() }),
  answer: nothing,
  example: { register_address: 'vpn.example.com:8443', key: 'one-time-key' },
})

export const register_vpn_offline = defineCall({
  path: '/api/device/register_vpn_offline',
  roles: admins,
  effect: 'write',
  summary:
    'Register with the VPN by a file (.ovpn or .conf, at most 64 KiB). docs/vpn.md lists what it may ' +
    'contain; each error is an issue on `content` whose `limit` is the line.',
  body: z.strictObject({
    file_name: z.string().check(rule(vpnFileNameIssue)),
    content: z.string().check(z.minLength(1), z.maxLength(65_536)),
  }),
  answer: nothing,
  example: { file_name: 'box-17.ovpn', content: 'client\nremote vpn.example.com 1194\n' },
})

export const get_vpn_info = defineCall({
  path: '/api/device/get_vpn_info',
  roles: viewers,
  effect: 'read',
  summary: 'The VPN account and the state of the tunnel. The key is never returned.',
  body: nothing,
  answer: vpn_info,
  example: {},
})

export const start_vpn = defineCall({
  path: '/api/device/start_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Start the tunnel. A tunnel that takes the default route is a trial, and the answer says so.',
  body: nothing,
  answer: z.union([trial_started, nothing]),
  example: {},
})
export const stop_vpn = defineCall({
  path: '/api/device/stop_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Stop the tunnel.',
  body: nothing,
  answer: nothing,
  example: {},
})
export const cancel_vpn = defineCall({
  path: '/api/device/cancel_vpn',
  roles: admins,
  effect: 'write',
  summary: 'Remove the VPN account.',
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
