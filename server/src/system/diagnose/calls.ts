/** The guided check, the support bundle, the disk (ours). */
import type { diagnose_calls } from '@parking/contract'
import type { Handlers } from '#src/http/serve.ts'
import { checkStep } from './diagnose-step.ts'
import { diskStatus } from '../disk/disk.ts'
import { makeSupportBundle } from '../support-bundle/support-bundle.ts'

export const diagnose_handlers = {
  diagnose: ({ step }, context) => checkStep(step, context),
  support_bundle: (_, context) => makeSupportBundle(context),
  disk_status: (_, context) => diskStatus(context),
} satisfies Handlers<keyof typeof diagnose_calls>
