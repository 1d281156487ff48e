/**
 * Makes calls that restart the device. Its boot ID and the overlay are fetched first, while the device still
 * answers.
 */
import type { Path } from '@parking/contract/calls.ts'
import { call, CallError, type AnswerAt, type BodyAt } from '#src/core/api.ts'
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
  const before = await Promise.all([bootId(), fetchRestartOverlay()]).then(
    ([boot_id]) => ({ boot_id }),
    (error: unknown) => asFailure(error),
  )
  if (before instanceof CallError) return before
  const showOverlay = (answer: AnswerAt<P> | undefined) => {
    const { one_time_password, ...plan } = planOf(answer)
    beginRestart({ why, usual_s, boot_id: before.boot_id, ...plan }, one_time_password)
    return undefined
  }
  try {
    return showOverlay(await call(path, body, { quiet: true }))
  } catch (error) {
    const failure = asFailure(error)
    // Without an answer the device may already be restarting, unless it still answers with the same boot ID.
    if (failure.kind === 'refused' || failure.kind === 'http') return failure
    const now = await bootId().catch(() => undefined)
    return now === before.boot_id ? failure : showOverlay(undefined)
  }
}

/** Empty on a device without boot IDs. */
async function bootId(): Promise<string> {
  const answer: { boot_id?: string } | undefined = await call('/api/utils/ping', {}, { quiet: true })
  return answer?.boot_id ?? ''
}

function asFailure(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError('unreachable', wordsNow('errors').unreachable)
}
