/** What is done to the box as a whole: reboot, factory restore, snapshots (spec §1, §7). */
import type { Trials } from '#src/device/trial.ts'
import type { operation_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { preflight, rebootBox } from './reboot.ts'
import { bringBack, restoreBox, restoreConfig, setRestoreConfig } from '../restore/restore.ts'
import { listSnapshots } from '../restore/snapshot.ts'

type Needs = CallContext & { trials: Trials }

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

  list_snapshots: (_, { folder }) => ({ list: listSnapshots(folder) }),

  async bring_back_snapshot(body, context) {
    await bringBack(body, context)
    return {}
  },
} satisfies Handlers<keyof typeof operation_calls, Needs>
