/** The folder of a snapshot, whether the snapshot is complete, and whether it holds events. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const snapshotFolder = (folder: string, name: string): string => join(folder, 'snapshots', name)

/** The database is put in place last, by one rename, so a snapshot that has it is complete. */
export const isComplete = (folder: string, name: string): boolean =>
  /^[a-z-]+-\d{8}-\d{6}(-\d+)?$/.test(name) &&
  ['parking.db', 'secret.key', 'snapshot.json'].every((file) =>
    existsSync(join(snapshotFolder(folder, name), file)),
  )

/**
 * Snapshots made before a mode switch, an import, an update or work on many cameras hold only the
 * configuration: restoring one keeps the current events.
 */
export const holdsNoEvents = (name: string): boolean => /^(business-mode|import|update|cameras)-/.test(name)
