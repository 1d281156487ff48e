/** Operations on the whole box: reboot, factory restore, snapshots (spec §1, §7). */
import {
  refreshPackages,
  setAutoUpdate,
  setRepository,
  updateSoftware,
  type SoftwareState,
} from './software.ts'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import type { Trials } from '#src/device/trial.ts'
import type { operation_calls, software_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { preflight, rebootBox } from './reboot.ts'
import { bringBack, restoreBox, restoreConfig, setRestoreConfig } from '../restore/restore.ts'
import { snapshotBreaks } from '../restore/snapshot-breaks.ts'
import { listSnapshots } from '../restore/snapshot.ts'
import { deleteSnapshots } from '../restore/snapshot-delete.ts'

type Needs = CallContext & { trials: Trials; restore_request: SingleRun }

export const software_handlers = {
  async get_repository(_, { packages }) {
    return { repository: await packages.repository() }
  },
  async set_repository({ repository }, context) {
    await setRepository(repository, context)
    return {}
  },
  async software_version(_, { packages }) {
    return { list: await packages.versions() }
  },
  apt_status: (_, { packages }) => packages.work(),
  async update_software_cache(_, context) {
    await refreshPackages(context)
    return {}
  },
  async update_software(_, context) {
    await updateSoftware(context)
    return {}
  },
  async set_auto_update({ auto_update }, context) {
    await setAutoUpdate(auto_update, context)
    return {}
  },
} satisfies Handlers<keyof typeof software_calls, CallContext & { software: SoftwareState }>

export const operation_handlers = {
  async reboot(_, context) {
    await rebootBox(context)
    context.log.warn({ user: context.session.username }, 'the box restarts')
    return {}
  },

  reboot_preflight: (_, context) => preflight(context),
  restore: (body, context) => restoreBox(body, context),
  get_restore_config: (_, { db }) => restoreConfig(db),

  set_restore_config(body, context) {
    setRestoreConfig(body, context)
    return {}
  },

  list_snapshots: (_, context) => ({
    list: listSnapshots(context.folder).map((row) => ({
      ...row,
      broken_rules: snapshotBreaks(row, context),
    })),
  }),

  delete_snapshots: (body, context) => deleteSnapshots(body, context),

  async bring_back_snapshot(body, context) {
    await bringBack(body, context)
    return {}
  },
} satisfies Handlers<keyof typeof operation_calls, Needs>
