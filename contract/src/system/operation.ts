/** Area `system`, what is done to the box as a whole: reboot, factory restore, snapshots (spec §1, §7, §9). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from '../core/call.ts'
import { filled, ipv4, netmask, nothing, text } from '../core/fields.ts'

export const restore_keep = ['network', 'users', 'cameras', 'params', 'events'] as const
export type RestoreKeep = (typeof restore_keep)[number]

/** The network that a box comes back with unless its own is kept (spec §9 "Factory restore network"). */
export const restore_network = {
  ipv4: '192.168.1.100',
  netmask: '255.255.255.0',
  gateway: '192.168.1.1',
} as const

export const restore_config = z.strictObject({
  ipv4: ipv4(),
  netmask: netmask(),
  gateway: ipv4(),
  keep: z.array(z.enum(restore_keep)),
})

/** Until somebody has chosen: nobody is locked out, and no event that is not sent yet is lost by an oversight. */
export const restore_factory: z.infer<typeof restore_config> = {
  ...restore_network,
  keep: ['network', 'events'],
}

export const reboot = defineCall({
  path: '/api/system/reboot',
  roles: workers,
  effect: 'write',
  summary: 'Restart the box.',
  body: nothing,
  answer: nothing,
  example: {},
})

export const reboot_preflight = defineCall({
  path: '/api/system/reboot_preflight',
  roles: everyone,
  effect: 'read',
  summary: 'What is running and waiting, to be seen before a reboot or a restore.',
  body: nothing,
  answer: z.strictObject({
    /** Events that are not sent yet. They are on the disk and stay there. */
    waiting: z.int(),
    /** An update of the software or a trial of the network runs: a reboot would cut it short. */
    updating: z.boolean(),
    trial: z.boolean(),
    app_running: z.boolean(),
    /** Other people who have used the console in the last five minutes. */
    others: z.array(z.string()),
    /** How long the last reboot took, in seconds; null where none was seen. */
    last_took_s: z.nullable(z.int()),
  }),
  example: {},
  ours: true,
})

export const restore = defineCall({
  path: '/api/system/restore',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Factory restore. The serial number confirms it. A snapshot is made first; the server starts anew.',
  body: z.strictObject({ host_sn: filled(64) }),
  /** `snapshot` names what can be brought back. `one_time_password` is shown where the users are not kept: the only time. Ours. */
  answer: z.strictObject({
    snapshot: z.optional(text(100)),
    one_time_password: z.optional(text(100)),
    console_url: z.optional(text(300)),
  }),
  example: { host_sn: 'PE-0001' },
})

export const get_restore_config = defineCall({
  path: '/api/system/get_restore_config',
  roles: everyone,
  effect: 'read',
  summary: 'What a factory restore would keep, and the network it would come back with.',
  body: nothing,
  answer: restore_config,
  example: {},
})

export const set_restore_config = defineCall({
  path: '/api/system/set_restore_config',
  roles: admins,
  effect: 'write',
  summary: 'Choose what a factory restore keeps.',
  body: restore_config,
  answer: nothing,
  example: { ipv4: '192.168.1.100', netmask: '255.255.255.0', gateway: '192.168.1.1', keep: ['network'] },
})

export const snapshot_row = z.strictObject({
  name: text(100),
  create_time_str: text(19),
  bytes: z.int(),
  why: text(40),
})

export const list_snapshots = defineCall({
  path: '/api/system/list_snapshots',
  roles: admins,
  effect: 'read',
  summary: 'The snapshots of the configuration that were made before something was wiped.',
  body: nothing,
  answer: z.strictObject({ list: z.array(snapshot_row) }),
  example: {},
  ours: true,
})

export const bring_back_snapshot = defineCall({
  path: '/api/system/bring_back_snapshot',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Put back what a snapshot holds. What is there now becomes a snapshot first; the server starts anew. The serial number confirms it.',
  body: z.strictObject({ name: filled(100), host_sn: filled(64) }),
  answer: nothing,
  example: { name: 'restore-20261121-083000', host_sn: 'PE-0001' },
  ours: true,
})

export const operation_calls = {
  reboot,
  reboot_preflight,
  restore,
  get_restore_config,
  set_restore_config,
  list_snapshots,
  bring_back_snapshot,
}
