/** Makes changes final once their undo period is over, and deletes the files kept for undoing them. */
import { dropFilesExcept } from '../changes/change-files.ts'
import { openChanges, pruneChanges } from '../changes/change.store.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'

export function createUndoExpiry(
  deps: Pick<Deps, 'db' | 'findings' | 'folder' | 'now' | 'log'>,
  every_ms = 3_600_000,
): Part {
  const prune = () => {
    try {
      pruneChanges(deps.db, deps.now())
      if (!deps.findings.lacks_rows) dropFilesExcept(deps, openChanges(deps.db, deps.now()))
    } catch (error) {
      deps.log.warn({ err: error }, 'old changes could not be pruned')
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
