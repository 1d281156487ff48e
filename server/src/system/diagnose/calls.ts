/** The guided check, the support bundle, the disk (ours). */
import type { LogBook } from '../log/log-book.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import type { diagnose_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { checkStep } from './diagnose-step.ts'
import { diskStatus } from '../disk/disk.ts'
import { makeSupportBundle } from '../support-bundle/support-bundle.ts'

type Needs = CallContext & { analysis: AnalysisConnection; book: LogBook }

export const diagnose_handlers = {
  diagnose: ({ step }, context) => checkStep(step, context),
  support_bundle: (_, context) => makeSupportBundle(context),
  disk_status: (_, context) => diskStatus(context),
} satisfies Handlers<keyof typeof diagnose_calls, Needs>
