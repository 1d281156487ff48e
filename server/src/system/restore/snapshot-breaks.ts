/** The rules of evidence that the parameters of a snapshot would break. */
import type { BrokenRule } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { storedParam } from '#src/params/param.store.ts'
import { readSnapshot } from './snapshot-read.ts'

/** Returns none if the snapshot cannot be read: restoring it reports that. */
export function snapshotBreaks(
  { name }: { name: string },
  { folder, db, log }: Pick<Deps, 'folder' | 'db' | 'log'>,
): BrokenRule[] {
  try {
    const then = readSnapshot(folder, name, (kept) => storedParam({ db: kept }, 'event_param'))
    return brokenRules({ db }, storedParam({ db }, 'event_param'), then)
  } catch (error) {
    log.warn({ err: error, name }, 'the parameters of a snapshot could not be read')
    return []
  }
}
