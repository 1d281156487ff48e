/** Deletes expired snapshots, which are otherwise checked only when another one is made. */
import type { SingleRun } from '../core/flow/single-run.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { readPlan } from '../system/restore/restore-plan.ts'
import { pruneSnapshots } from '../system/restore/snapshot.ts'

type Needs = Pick<Deps, 'folder' | 'now' | 'log'> & { restore_request: SingleRun }

export function createSnapshotExpiry(deps: Needs, every_ms = 3_600_000): Part {
  const prune = () => {
    try {
      if (readPlan(deps.folder)) return // the planned restore may need one of them
      const names = pruneSnapshots(deps.folder, deps.now())
      if (names.length > 0) deps.log.info({ names }, 'old snapshots were deleted')
    } catch (error) {
      deps.log.warn({ err: error }, 'old snapshots could not be deleted')
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(prune, every_ms)
      prune()
    },
    stop: () => clearInterval(timer),
  }
}
