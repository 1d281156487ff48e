/** Records a restore in the change log, so that an undo brings the settings back without another restart. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepFiles } from '#src/changes/change-files.ts'
import { configurationRows } from '#src/changes/configuration-rows.store.ts'
import { changedParts, picturesOf } from '#src/changes/parts.ts'
import { noteChange } from '#src/changes/record-change.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Plan } from './restore-plan.ts'
import { readSnapshot } from './snapshot-read.ts'
import { snapshotFolder } from './snapshot-folder.ts'

type Needs = Pick<Deps, 'db' | 'folder' | 'log' | 'media' | 'now'>

/**
 * The previous state is read from the snapshot. If its secrets were sealed with another key, they would be
 * unreadable after an undo: nothing is recorded, and the snapshot is the only way back. The parts only serve
 * the undo, because the history of the restored settings is restored with them. A failure here does not stop
 * the start.
 */
export function noteRestore(plan: Plan, deps: Needs): void {
  const { db, folder, log, media, now } = deps
  try {
    const at = snapshotFolder(folder, plan.snapshot)
    if (keyIn(at) !== keyIn(folder)) return
    const parts = changedParts(readSnapshot(folder, plan.snapshot, configurationRows), configurationRows(db))
    const call = plan.kind === 'restore' ? 'restore' : 'bring_back_snapshot'
    const session = { username: plan.by }
    const context = { db, folder, media, now, session, call, address: '', request_id: '' } as const
    const change_id = noteChange(
      context,
      { kind: 'restore', snapshot: plan.snapshot, gaps: ['beyond_settings'], in_history: false },
      parts,
    )
    if (change_id === undefined) return
    const files = parts.flatMap(({ before }) => picturesOf(before))
    keepFiles(deps, change_id, files, join(at, 'media'))
  } catch (error) {
    log.warn({ err: error }, 'the restore could not be recorded in the change log')
  }
}

const keyIn = (folder: string): string => {
  const file = join(folder, 'secret.key')
  return existsSync(file) ? readFileSync(file, 'latin1') : ''
}
