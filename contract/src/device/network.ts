/** Area `device`, the network: address and name servers, each changed as a trial that rolls itself back (spec §3 "Network", §7, DESIGN §8). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { filled, ipv4, netmask, nothing, text, whole } from '../core/fields.ts'

export const ipv4_settings = z.strictObject({ ipv4: ipv4(), netmask: netmask(), gateway: ipv4() })
export const dns_settings = z.strictObject({ dns_main: ipv4(), dns_sub: z.union([ipv4(), z.literal('')]) })

export const trial_kinds = ['ipv4', 'dns', 'vpn'] as const
/** `none`: there never was one. `running`: until it is confirmed it goes back by itself. */
export const trial_states = ['none', 'running', 'confirmed', 'rolled_back'] as const
/**
 * Why a trial went back: nobody confirmed in time; somebody asked; the change itself could not be made; the server was stopped or killed, or
 * crashed, while it ran; the box lost its power or was restarted.
 */
export const trial_reasons = ['', 'silence', 'asked', 'not_applied', 'crash', 'power_cut'] as const

/** The trial that runs, or the last one, so that a page opened afterwards can say what became of it. */
export const trial = z.strictObject({
  id: text(64),
  kind: z.enum(trial_kinds),
  state: z.enum(trial_states),
  reason: z.enum(trial_reasons),
  /** The sentence of the operating system, where it could not be done. */
  detail: text(500),
  /** Seconds left to confirm, by the box's own steady clock; 0 unless it runs. It ends before the trial does, by what going back takes. */
  left_s: whole(0, 3600, 's'),
  /** After how many seconds at most it is back; where there is none, of the next. */
  total_s: whole(0, 3600, 's'),
  /** Who began it, and when (milliseconds since 1970; 0 where there is none). */
  by: text(64),
  begun_ms: z.int(),
  /** Old and new, field by field. */
  before: z.record(z.string(), z.string()),
  after: z.record(z.string(), z.string()),
  /** Where the console is found while the trial runs, `http://address:port`; empty where the address does not change. */
  old_url: text(300),
  new_url: text(300),
})

export type Trial = z.infer<typeof trial>
/** What a call answers that began a trial. `confirm_token` is good once, for this user and this trial; it is shown here and never again. */
export const trial_started = z.strictObject({ trial, confirm_token: text(100) })
export type TrialStarted = z.infer<typeof trial_started>

export const get_ipv4 = defineCall({
  path: '/api/device/get_ipv4',
  roles: everyone,
  effect: 'read',
  summary: "The box's address on its network.",
  body: nothing,
  answer: z.strictObject({
    ipv4: text(15),
    netmask: text(15),
    gateway: text(15),
    macaddr: text(17),
    interface: z.optional(text(15)),
    dhcp: z.optional(z.boolean()),
  }),
  example: {},
})

export const set_ipv4 = defineCall({
  path: '/api/device/set_ipv4',
  roles: admins,
  effect: 'write',
  summary:
    'Change the address, as a trial that rolls itself back. The answer goes out before the change is made.',
  body: ipv4_settings,
  answer: trial_started,
  example: { ipv4: '192.0.2.10', netmask: '255.255.255.0', gateway: '192.0.2.1' },
})

export const get_dns = defineCall({
  path: '/api/device/get_dns',
  roles: everyone,
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
  summary: 'Change the name servers, as a trial that rolls itself back.',
  body: dns_settings,
  answer: trial_started,
  example: { dns_main: '192.0.2.53', dns_sub: '' },
})

export const get_trial = defineCall({
  path: '/api/device/get_trial',
  roles: everyone,
  effect: 'read',
  summary: 'The trial of a network change that runs, or what became of the last one.',
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
    "Keep the change. Refused (7000) when the call came by the address that the change takes away, or with a token that is not this trial's and this user's.",
  body: z.strictObject({ confirm_token: filled(100) }),
  answer: trial,
  example: { confirm_token: 'single-use-token' },
  ours: true,
})

export const cancel_trial = defineCall({
  path: '/api/device/cancel_trial',
  roles: admins,
  effect: 'write',
  summary: 'Take the change back now.',
  body: nothing,
  answer: trial,
  example: {},
  ours: true,
})

export const network_calls = { get_ipv4, set_ipv4, get_dns, set_dns, get_trial, confirm_trial, cancel_trial }
