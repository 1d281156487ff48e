/** Deletes old rows to keep the device's logs within their budget. `stop` waits for deletions in progress. */
import type { SingleRun } from '../core/flow/single-run.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import type { AuditChain } from '../system/audit/chain.ts'
import { pruneLogs } from '../system/log/log-delete.ts'

type Needs = Deps & { audit_chain: AuditChain; log_deletion: SingleRun }

export function createLogRetention(deps: Needs, every_ms = 600_000): Part {
  let work: Promise<unknown> | undefined
  const prune = () => {
    work ??= pruneLogs(deps)
      .then(() => deps.audit_chain.noteWitness())
      .catch((error: unknown) => deps.log.warn({ err: error }, 'old log rows could not be deleted'))
      .finally(() => (work = undefined))
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(prune, every_ms)
      prune()
    },
    async stop() {
      clearInterval(timer)
      await work
      await deps.log_deletion.settled()
    },
  }
}
