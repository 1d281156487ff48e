/** The guided check, the support bundle, the disk (ours). */
import type { diagnose_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const diagnose_handlers = {
  diagnose: notYet,
  support_bundle: notYet,
  disk_status: notYet,
} satisfies Handlers<keyof typeof diagnose_calls>
