/** Records a restore as an act, so that an undo brings the settings back without another restart. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepFiles } from '#src/acts/act-files.ts'
import { changedParts, picturesOf } from '#src/acts/act-parts.ts'
import { configurationRows } from '#src/acts/configuration-rows.store.ts'
import { noteAct } from '#src/acts/record-act.ts'
import type { Deps } from '#src/core/deps.ts'
import type { Plan } from './restore-plan.ts'
import { readSnapshot } from './snapshot-read.ts'
import { snapshotFolder } from './snapshot-folder.ts'

type Needs = Pick<Deps, 'db' | 'folder' | 'log' | 'media' | 'now'>

/**
 * The previous state is read from the snapshot. If its secrets were sealed with another key, they would be
 * unreadable after an undo: no act is recorded, and the snapshot is the only way back. A failure here does
 * not stop the start.
 */
export function noteRestore(plan: Plan, deps: Needs): void {
  const { db, folder, log, media, now } = deps
  try {
    const at = snapshotFolder(folder, plan.snapshot)
    if (keyIn(at) !== keyIn(folder)) return
    const parts = changedParts(readSnapshot(folder, plan.snapshot, configurationRows), configurationRows(db))
    if (parts.length === 0) return
    const context = { db, folder, media, now, session: { username: plan.by } }
    const call = plan.kind === 'restore' ? 'restore' : 'bring_back_snapshot'
    const act_id = noteAct(context, { kind: 'restore', call, gaps: ['beyond_settings'] }, parts)
    const files = parts.flatMap(({ before }) => picturesOf(before))
    keepFiles(deps, act_id, files, join(at, 'media'))
  } catch (error) {
    log.warn({ err: error }, 'the restore could not be recorded among the acts')
  }
}

const keyIn = (folder: string): string => {
  const file = join(folder, 'secret.key')
  return existsSync(file) ? readFileSync(file, 'latin1') : ''
}
