/** Creates each daily statement once its day is over and sealed. */
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { makeStatements } from './make-statements.ts'

/**
 * The first check after the start, delayed because startup has other work. It catches up on days when the
 * device was off.
 */
const first_delay_ms = 10_000

export function createStatementWorker(deps: Deps & { proof_log: ProofLog }, every_ms = 60_000): Part {
  let stopped = false
  let running: Promise<void> | undefined
  let timers: NodeJS.Timeout[] = []

  const check = () =>
    void (running ??= makeStatements(deps, () => stopped)
      .then((days) => {
        if (days.length > 0) deps.log.info({ days: days.slice(-31) }, 'daily statements were made')
      })
      .catch((error: unknown) => deps.log.error({ err: error }, 'a daily statement could not be made'))
      .finally(() => (running = undefined)))

  return {
    start() {
      timers = [setTimeout(check, first_delay_ms), setInterval(check, every_ms)]
    },
    async stop() {
      stopped = true
      timers.forEach((timer) => clearTimeout(timer))
      await running
    },
  }
}
