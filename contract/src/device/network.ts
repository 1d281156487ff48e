/**
 * The network of the device: address and name servers, each changed as a trial that is rolled back unless
 * confirmed (spec §3 "Network", §7).
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { filled, ipv4, lines, netmask, nothing, text, whole } from '../core/fields.ts'

export const ipv4_settings = z.strictObject({ ipv4: ipv4(), netmask: netmask(), gateway: ipv4() })
export const dns_settings = z.strictObject({ dns_main: ipv4(), dns_sub: z.union([ipv4(), z.literal('')]) })

export const trial_kinds = ['ipv4', 'dns', 'vpn'] as const
/** `none`: there has been no trial. `running`: it will be rolled back unless it is confirmed. */
export const trial_states = ['none', 'running', 'confirmed', 'rolled_back'] as const
/**
 * Why a trial was rolled back. silence: it was not confirmed in time. asked: a user cancelled it.
 * not_applied: the change could not be made. crash: the server process ended. power_cut: the device lost
 * power or was restarted.
 */
export const trial_reasons = ['', 'silence', 'asked', 'not_applied', 'crash', 'power_cut'] as const

/** The running trial, or the last one, so that a page opened later can show the result. */
export const trial = z.strictObject({
  id: text(64),
  kind: z.enum(trial_kinds),
  state: z.enum(trial_states),
  reason: z.enum(trial_reasons),
  /** The operating system's message if the change could not be made. */
  detail: lines(500),
  /**
   * Seconds left to confirm, by the device's monotonic clock; 0 unless the trial is running. This time ends
   * before the trial does, by the duration of a rollback.
   */
  left_s: whole(0, 3600, 's'),
  /** Seconds after which the trial is rolled back; without a trial, the value for the next one. */
  total_s: whole(0, 3600, 's'),
  /** The user who started it, and when (milliseconds since 1970; 0 without a trial). */
  by: text(64),
  /** Whether the user of this session started it. */
  own: z.boolean(),
  begun_ms: z.int(),
  /** The old and the new values. */
  before: z.record(z.string(), z.string()),
  after: z.record(z.string(), z.string()),
  /**
   * The address of the console during the trial, `http://address:port`; empty if the address does not change.
   */
  old_url: text(300),
  new_url: text(300),
})

export type Trial = z.infer<typeof trial>
/**
 * The answer to a call that starts a trial. `confirm_token` is valid once, for this user and this trial, and
 * is never shown again.
 */
export const trial_started = z.strictObject({ trial, confirm_token: text(100) })
export type TrialStarted = z.infer<typeof trial_started>

/**
 * The service that manages the network card. `ifupdown` (/etc/network/interfaces) is only read: the command
 * `parking-edge network take-over` hands its card to NetworkManager.
 */
export const network_managers = ['networkmanager', 'networkd', 'ifupdown'] as const

export const get_ipv4 = defineCall({
  path: '/api/device/get_ipv4',
  roles: viewers,
  effect: 'read',
  summary: 'The address of the device on its network.',
  body: nothing,
  answer: z.strictObject({
    ipv4: text(15),
    netmask: text(15),
    gateway: text(15),
    macaddr: text(17),
    interface: z.optional(text(15)),
    dhcp: z.optional(z.boolean()),
    manager: z.optional(z.enum(network_managers)),
    /** Whether netplan has written the settings of the manager. */
    netplan: z.optional(z.boolean()),
  }),
  example: {},
})

export const set_ipv4 = defineCall({
  path: '/api/device/set_ipv4',
  roles: admins,
  effect: 'write',
  summary:
    'Change the address as a trial that is rolled back unless confirmed. The answer is sent before the ' +
    'change is made.',
  body: ipv4_settings,
  answer: trial_started,
  example: { ipv4: '192.0.2.10', netmask: '255.255.255.0', gateway: '192.0.2.1' },
})

export const get_dns = defineCall({
  path: '/api/device/get_dns',
  roles: viewers,
  effect: 'read',
  summary: 'The name servers.',
  body: nothing,
  answer: z.strictObject({ dns_main: text(15), dns_sub: text(15) }),
  example: {},
})

export const set_dns = defineCall({
  path: '/api/device/set_dns',
  roles: admins,
  effect: 'write',
  summary: 'Change the name servers as a trial that is rolled back unless confirmed.',
  body: dns_settings,
  answer: trial_started,
  example: { dns_main: '192.0.2.53', dns_sub: '' },
})

export const get_trial = defineCall({
  path: '/api/device/get_trial',
  roles: viewers,
  effect: 'read',
  summary: 'The running trial of a network change, or the result of the last one.',
  body: nothing,
  answer: trial,
  example: {},
  ours: true,
})

export const confirm_trial = defineCall({
  path: '/api/device/confirm_trial',
  roles: admins,
  effect: 'write',
  summary:
    'Confirm the change. Refused (7000) if the call arrived by the address that the change removes, or ' +
    'by another user than the one who started it, or with a wrong token. Without a token if the answer ' +
    'that held it was lost.',
  body: z.strictObject({ confirm_token: z.optional(filled(100)) }),
  answer: trial,
  example: { confirm_token: 'single-use-token' },
  ours: true,
})

export const cancel_trial = defineCall({
  path: '/api/device/cancel_trial',
  roles: admins,
  effect: 'write',
  summary: 'Roll the change back now.',
  body: nothing,
  answer: trial,
  example: {},
  ours: true,
})

export const network_calls = { get_ipv4, set_ipv4, get_dns, set_dns, get_trial, confirm_trial, cancel_trial }
