/** Area `parking`: the business mode. */
import type { business_mode_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { businessMode, setBusinessMode } from './business-mode.ts'
import { restoreScenes, snapshotScenes } from './restore-scenes.ts'

export const business_mode_handlers = {
  get_business_mode: (_, { db }) => businessMode(db),
  set_business_mode: (body, context) => setBusinessMode(body, context),
  snapshot_scenes: (body, context) => snapshotScenes(body, context),
  restore_scenes: (body, context) => restoreScenes(body, context),
} satisfies Handlers<keyof typeof business_mode_calls>
