/**
 * Makes calls that restart the device. Its boot ID and the overlay are fetched first, while the device still
 * answers.
 */
import type { Path } from '@parking/contract/calls.ts'
import { call, CallError, isUnknown, outcomeOf, type AnswerAt, type BodyAt } from '#src/core/api.ts'
import type { SentCall } from '#src/core/lost-answer.ts'
import { fetchRestartOverlay } from '#src/connection/restart-overlay-chunk.ts'
import { beginRestart } from '#src/stores/planned-restart.ts'
import type { PlannedRestart } from '#src/stores/restart-phase.ts'
import { wordsNow } from '#src/core/words.ts'

type RestartingPath =
  | '/api/system/reboot'
  | '/api/system/restore'
  | '/api/system/bring_back_snapshot'
  | '/api/system/erase_for_good'

export type Plan = Pick<PlannedRestart, 'url' | 'landing' | 'snapshot' | 'token'> & {
  one_time_password?: string | undefined
}

/**
 * Makes the call and shows the overlay that waits for the device. Returns the failure if the device does not
 * restart. `planOf`: what follows the restart; its argument is undefined if the answer was lost.
 */
export async function restartBy<P extends RestartingPath & Path>(
  why: PlannedRestart['why'],
  usual_s: number | null,
  path: P,
  body: BodyAt<P>,
  planOf: (answer: AnswerAt<P> | undefined) => Plan,
): Promise<CallError | undefined> {
  const [before, fetched] = await Promise.all([
    outcomeOf(bootId()),
    fetchRestartOverlay().then(
      () => true,
      () => false,
    ),
  ])
  if (before.error) return before.error
  if (!fetched) return new CallError('unreachable', wordsNow('errors').unreachable)
  const showOverlay = (answer: AnswerAt<P> | undefined, sent?: SentCall) => {
    const { one_time_password, ...plan } = planOf(answer)
    const lost = sent && { key: sent.key, sent_ms: Date.now() - (performance.now() - sent.sent_ms) }
    beginRestart({ why, usual_s, boot_id: before.answer, ...(lost && { lost }), ...plan }, one_time_password)
    return undefined
  }
  const { answer, error } = await outcomeOf(call(path, body, { quiet: true, patience_ms: 2_000 }))
  if (!error) return showOverlay(answer)
  // Without an answer the device may already be restarting, unless it still answers with the same boot ID.
  if (!isUnknown(error)) return error
  const now = await outcomeOf(bootId())
  return now.answer === before.answer ? error : showOverlay(undefined, error.sent)
}

/** Empty on a device without boot IDs. */
async function bootId(): Promise<string> {
  const answer: { boot_id?: string } | undefined = await call(
    '/api/utils/ping',
    {},
    { quiet: true, repeatable: true },
  )
  return answer?.boot_id ?? ''
}
