/** What is done to the box as a whole: reboot, factory restore, snapshots (spec §1, §7). */
import type { operation_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const operation_handlers = {
  reboot: notYet,
  reboot_preflight: notYet,
  restore: notYet,
  get_restore_config: notYet,
  set_restore_config: notYet,
  list_snapshots: notYet,
  bring_back_snapshot: notYet,
} satisfies Handlers<keyof typeof operation_calls>
