/** Reboot, factory restore and snapshots (spec §1, §7, §9). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { broken_rule } from '../evidence-rules/broken-rule.ts'
import { filled, ipv4, netmask, nothing, text } from '../core/fields.ts'

export const restore_keep = ['network', 'users', 'cameras', 'params', 'events'] as const
export type RestoreKeep = (typeof restore_keep)[number]

/**
 * The network after a factory restore that does not keep the current one (spec §9 "Factory restore network").
 */
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

/** The default until a user chooses: the device stays reachable, and no unsent event is lost by mistake. */
export const restore_factory: z.infer<typeof restore_config> = {
  ...restore_network,
  keep: ['network', 'events'],
}

export const reboot = defineCall({
  path: '/api/system/reboot',
  roles: workers,
  effect: 'write',
  summary: 'Restart the device.',
  body: nothing,
  answer: nothing,
  example: {},
})

export const reboot_preflight = defineCall({
  path: '/api/system/reboot_preflight',
  roles: viewers,
  effect: 'read',
  summary: 'What a reboot or a restore would interrupt.',
  body: nothing,
  answer: z.strictObject({
    /** Number of unsent events. They are on the disk and stay there. */
    waiting: z.int(),
    /** Whether a software update or a network trial is running, which a reboot would interrupt. */
    updating: z.boolean(),
    trial: z.boolean(),
    app_running: z.boolean(),
    /** Other users who used the console in the last five minutes. */
    others: z.array(z.string()),
    /**
     * Rules of evidence that are met now but would be broken by a factory restore with the current settings.
     */
    broken_rules: z.array(broken_rule),
    /** The duration of the last reboot in seconds; null if none was observed. */
    last_took_s: z.nullable(z.int()),
  }),
  example: {},
  ours: true,
})

export const restore = defineCall({
  path: '/api/system/restore',
  roles: admins,
  effect: 'write',
  fresh: true,
  slow: true,
  summary:
    'Factory restore, confirmed by the serial number. A snapshot is taken first, then the server ' +
    'restarts.',
  body: z.strictObject({ host_sn: filled(64) }),
  /**
   * `snapshot` can be restored with `bring_back_snapshot`. `one_time_password` is returned only here, if the
   * users are not kept. Ours.
   */
  answer: z.strictObject({
    snapshot: z.optional(text(100)),
    one_time_password: z.optional(text(100)),
    console_url: z.optional(text(300)),
  }),
  example: { host_sn: 'PE-0001' },
})

export const get_restore_config = defineCall({
  path: '/api/system/get_restore_config',
  roles: viewers,
  effect: 'read',
  summary: 'What a factory restore keeps, and the network after it.',
  body: nothing,
  answer: restore_config,
  example: {},
})

export const set_restore_config = defineCall({
  path: '/api/system/set_restore_config',
  roles: admins,
  effect: 'write',
  summary: 'Set what a factory restore keeps, and the network after it.',
  body: restore_config,
  answer: nothing,
  example: { ipv4: '192.168.1.100', netmask: '255.255.255.0', gateway: '192.168.1.1', keep: ['network'] },
})

/** The age in days at which a snapshot is deleted: it contains plates and passwords of another time. */
export const snapshot_days = 90

export const snapshot_row = z.strictObject({
  name: text(100),
  create_time_str: text(19),
  /** Until when it can be restored, unless newer snapshots of its kind replace it first. */
  until_time_str: z.optional(text(19)),
  bytes: z.int(),
  why: text(40),
  /** A file of it is not what was stored: it cannot be restored, only deleted. */
  damaged: z.boolean(),
  /** Rules of evidence that are met now but would be broken by the snapshot's parameters. */
  broken_rules: z.array(broken_rule),
})

export const list_snapshots = defineCall({
  path: '/api/system/list_snapshots',
  roles: admins,
  effect: 'read',
  summary: 'The snapshots of the configuration that were taken before something was erased.',
  body: nothing,
  answer: z.strictObject({ list: z.array(snapshot_row) }),
  example: {},
  ours: true,
})

export const bring_back_snapshot = defineCall({
  path: '/api/system/bring_back_snapshot',
  roles: admins,
  effect: 'write',
  fresh: true,
  slow: true,
  summary:
    'Restore a snapshot, confirmed by the serial number. A snapshot of the current state is taken ' +
    'first, then the server restarts.',
  body: z.strictObject({ name: filled(100), host_sn: filled(64) }),
  answer: nothing,
  example: { name: 'restore-20261121-083000', host_sn: 'PE-0001' },
  ours: true,
})

export const delete_snapshots = defineCall({
  path: '/api/system/delete_snapshots',
  roles: admins,
  effect: 'write',
  fresh: true,
  slow: true,
  summary: 'Delete snapshots, their keys first. Their content can no longer be restored.',
  body: z.strictObject({ names: z.array(filled(100)).check(z.minLength(1), z.maxLength(100)) }),
  answer: z.strictObject({ deleted: z.int(), bytes: z.int() }),
  example: { names: ['restore-20261121-083000'] },
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
  delete_snapshots,
}
