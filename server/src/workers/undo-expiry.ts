/** Makes acts final once their undo period is over, and deletes the files kept for undoing them. */
import { dropFilesOfActs } from '../acts/act-files.ts'
import { openActs, pruneActs } from '../acts/act.store.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'

export function createUndoExpiry(
  deps: Pick<Deps, 'db' | 'folder' | 'now' | 'log'>,
  every_ms = 3_600_000,
): Part {
  const prune = () => {
    try {
      pruneActs(deps.db, deps.now())
      dropFilesOfActs(deps, openActs(deps.db, deps.now()))
    } catch (error) {
      deps.log.warn({ err: error }, 'old acts could not be pruned')
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
