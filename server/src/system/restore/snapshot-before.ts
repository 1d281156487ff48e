/**
 * Automatic snapshots before a software update and before work on many
 * cameras. They hold the configuration alone: a few pages of the database.
 */
import type { CallContext } from '#src/core/call-context.ts'
import { needRoom } from './restore.ts'
import { makeSnapshot, pruneSnapshots } from './snapshot.ts'

/** Throws 7000 `disk_full` where it does not fit: nothing is updated then. */
export async function snapshotBeforeUpdate(context: CallContext): Promise<void> {
  await needRoom(context.folder, 0)
  makeSnapshot(context, 'update')
  pruneSnapshots(context.folder, context.now())
}

/**
 * Operations that follow one another this closely are one batch:
 * the page requests its cameras one by one, a few at a time.
 */
const batch_ms = 60_000
type Batch = { last_ms: number; made: Promise<void> }

export class CameraSnapshots {
  #batch: Batch | undefined

  /**
   * Before cameras are deleted or measured again: one snapshot for the whole
   * batch, of the state before its first. Where it cannot be made (a full
   * disk) the work continues: deleting a camera may be what frees space.
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
    await needRoom(context.folder, 0)
    makeSnapshot(context, 'cameras')
    pruneSnapshots(context.folder, context.now())
  } catch (error) {
    context.log.warn({ err: error }, 'no snapshot could be made before the cameras were changed')
  }
}
