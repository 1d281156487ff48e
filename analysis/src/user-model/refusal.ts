/** Why a user's model is refused: a code for programs, and a sentence that says what to change. */

export const refusal_reasons = [
  'manifest',
  'absent',
  'too_large',
  'hash',
  'no_onnx',
  'external_data',
  'domains',
  'nodes',
  'shape',
  'time',
  'memory',
  'crash',
  'trial',
] as const
export type RefusalReason = (typeof refusal_reasons)[number]

export class ModelRefused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
