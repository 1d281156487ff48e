/** Makes the daily statements once their day is over and sealed. */
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { makeStatements } from './make-statements.ts'

/** After the start, which has other work first, for the days on which the device was off. */
const first_ms = 10_000

export function createStatementKeeper(deps: Deps & { proof_log: ProofLog }, every_ms = 60_000): Part {
  let stopped = false
  let under_way: Promise<void> | undefined
  let timers: NodeJS.Timeout[] = []

  const look = () =>
    void (under_way ??= makeStatements(deps, () => stopped)
      .then((days) => {
        if (days.length > 0) deps.log.info({ days: days.slice(-31) }, 'daily statements were made')
      })
      .catch((error: unknown) => deps.log.error({ err: error }, 'a daily statement could not be made'))
      .finally(() => (under_way = undefined)))

  return {
    start() {
      timers = [setTimeout(look, first_ms), setInterval(look, every_ms)]
    },
    async stop() {
      stopped = true
      timers.forEach((timer) => clearTimeout(timer))
      await under_way
    },
  }
}
