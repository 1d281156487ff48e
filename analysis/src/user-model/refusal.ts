/** Why a user's model is refused: a code for programs, and a sentence that says what to change. */
import type { ModelRefusal } from '@parking/contract/models/models.ts'

/** The others are the device's own. */
export type RefusalReason = Exclude<ModelRefusal, 'no_tool' | 'lost'>

export class ModelRefused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The exit status of a trial whose outputs do not fit the decoder of the manifest. */
export const shape_status = 2
