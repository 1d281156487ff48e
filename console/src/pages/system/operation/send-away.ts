/** The calls after which the device is gone for a while: it is asked who it is, the overlay is fetched while it still can be, and only then is the call made. */
import type { Path } from '@parking/contract/calls.ts'
import { call, CallError, type AnswerAt, type BodyAt } from '#src/api.ts'
import { fetchRestartOverlay } from '#src/layout/connection/restart-overlay-chunk.ts'
import { beginRestart } from '#src/stores/planned-restart.ts'
import type { PlannedRestart } from '#src/stores/restart-phase.ts'
import { wordsNow } from '#src/words.ts'

type AwayPath = '/api/system/reboot' | '/api/system/restore' | '/api/system/bring_back_snapshot'

export type Plan = Pick<PlannedRestart, 'url' | 'landing' | 'snapshot'> & {
  one_time_password?: string | undefined
}

/**
 * Undefined when the device is on its way and the overlay waits for it; otherwise why it did not go. `planOf` says what is to happen
 * afterwards; its argument is undefined where the answer itself was lost because the device was quicker.
 */
export async function sendAway<P extends AwayPath & Path>(
  why: PlannedRestart['why'],
  usual_s: number | null,
  path: P,
  body: BodyAt<P>,
  planOf: (answer: AnswerAt<P> | undefined) => Plan,
): Promise<CallError | undefined> {
  const ready = await Promise.all([bootId(), fetchRestartOverlay()]).then(
    ([boot_id]) => ({ boot_id }),
    (error: unknown) => asFailure(error),
  )
  if (ready instanceof CallError) return ready
  const go = (answer: AnswerAt<P> | undefined) => {
    const { one_time_password, ...plan } = planOf(answer)
    beginRestart({ why, usual_s, boot_id: ready.boot_id, ...plan }, one_time_password)
    return undefined
  }
  try {
    return go(await call(path, body, { quiet: true }))
  } catch (error) {
    const failure = asFailure(error)
    // Nobody answered: it may have gone before it could. Only one that still answers as before has not.
    if (failure.kind === 'refused' || failure.kind === 'http') return failure
    const now = await bootId().catch(() => undefined)
    return now === ready.boot_id ? failure : go(undefined)
  }
}

/** A device that does not say which start it is of says nothing else either. */
async function bootId(): Promise<string> {
  const answer: { boot_id?: string } | undefined = await call('/api/utils/ping', {}, { quiet: true })
  return answer?.boot_id ?? ''
}

function asFailure(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError('unreachable', wordsNow('errors').unreachable)
}
