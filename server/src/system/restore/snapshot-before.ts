/**
 * Makes automatic snapshots before a software update and before work on many cameras. They hold only the
 * configuration: a few pages of the database.
 */
import type { CallContext } from '#src/core/call-context.ts'
import { requireFreeSpace } from './restore.ts'
import { makeSnapshot, pruneSnapshots } from './snapshot.ts'

/** Throws 7000 `disk_full` if the snapshot does not fit. Nothing is updated then. */
export async function snapshotBeforeUpdate(context: CallContext): Promise<void> {
  await requireFreeSpace(context.folder, 0)
  makeSnapshot(context, 'update')
  pruneSnapshots(context.folder, context.now())
}

/**
 * Operations less than this time apart form one batch, because
 * the page sends one request per camera, a few at a time.
 */
const batch_ms = 60_000
type Batch = { last_ms: number; made: Promise<void> }

export class CameraSnapshots {
  #batch: Batch | undefined

  /**
   * Call before cameras are deleted or measured again. Makes one snapshot for
   * the whole batch, of the state before its first operation. If that fails
   * (a full disk), the work continues: deleting a camera may free space.
   */
  takeBefore(context: CallContext): Promise<void> {
    const now = context.now()
    const last = this.#batch
    const made = last && Math.abs(now - last.last_ms) < batch_ms ? last.made : makeOne(context)
    this.#batch = { last_ms: now, made }
    return made
  }
}

async function makeOne(context: CallContext): Promise<void> {
  try {
    await requireFreeSpace(context.folder, 0)
    makeSnapshot(context, 'cameras')
    pruneSnapshots(context.folder, context.now())
  } catch (error) {
    context.log.warn({ err: error }, 'no snapshot could be made before the cameras were changed')
  }
}
