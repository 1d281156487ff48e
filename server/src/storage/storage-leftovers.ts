/**
 * Test objects that may still be in an object storage: each is recorded before it is written, and removed
 * from the list when it is deleted. After a crash, or if deleting failed, the server tries again.
 */
import { log_type } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { StorageError, type StorageTarget } from '../ports/storage-port.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

const setting = 'storage_leftovers'
/** After this time the server gives up, and a user has to delete the object. */
const given_up_ms = 7 * 86_400_000
const most = 20
const sweep_ms = 20_000

/** `sealed` contains the target with its password, and the key. */
type Leftover = { id: string; since_ms: number; sealed: string }
type Needs = Pick<Deps, 'db' | 'secrets' | 'now' | 'log' | 'storage'>

const leftovers = (db: Deps['db']): Leftover[] => readSetting<Leftover[]>(db, setting, [])

/** Records that `key` is about to be written. Keeps the newest 20. */
export function recordLeftover(
  { db, secrets, now }: Needs,
  id: string,
  target: StorageTarget,
  key: string,
): void {
  writeSetting<Leftover[]>(
    db,
    setting,
    [...leftovers(db), { id, since_ms: now(), sealed: secrets.seal(JSON.stringify({ target, key })) }].slice(
      -most,
    ),
    now(),
  )
}

export function removeLeftover({ db, now }: Pick<Needs, 'db' | 'now'>, id: string): void {
  const kept = leftovers(db).filter((one) => one.id !== id)
  if (kept.length < leftovers(db).length) writeSetting(db, setting, kept, now())
}

/** Ids of the running tests of an object storage, whose objects are not leftovers yet. */
export type RunningTests = Set<string>

/**
 * Tries to delete each once more. Never throws: an object that cannot be deleted stays in the list for a
 * week.
 */
export async function sweepLeftovers(
  deps: Needs & { running_tests: RunningTests },
  signal?: AbortSignal,
): Promise<void> {
  for (const { id, since_ms, sealed } of leftovers(deps.db)) {
    if (deps.running_tests.has(id) || signal?.aborted) continue
    try {
      const { target, key } = JSON.parse(deps.secrets.open(sealed)) as { target: StorageTarget; key: string }
      const session = deps.storage.open(target)
      try {
        await session.remove(key, {
          signal: AbortSignal.any([AbortSignal.timeout(sweep_ms), ...(signal ? [signal] : [])]),
        })
      } finally {
        session.close()
      }
      removeLeftover(deps, id)
      deps.log.info(
        { log_type: log_type.service, what: 'storage_test_swept' },
        'the marked object of a storage test has been removed',
      )
    } catch (error) {
      if (deps.now() - since_ms < given_up_ms && error instanceof StorageError) continue
      removeLeftover(deps, id)
      deps.log.warn(
        { log_type: log_type.service, what: 'storage_test_left' },
        'the marked object of a storage test could not be removed and stays',
      )
    }
  }
}
