/** Where a snapshot is stored, whether it is complete, and what it holds. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const snapshotFolder = (folder: string, name: string): string => join(folder, 'snapshots', name)

/** The database comes last, by one rename: a snapshot that has it is complete. */
export const isWhole = (folder: string, name: string): boolean =>
  /^[a-z-]+-\d{8}-\d{6}(-\d+)?$/.test(name) &&
  ['parking.db', 'secret.key', 'snapshot.json'].every((file) =>
    existsSync(join(snapshotFolder(folder, name), file)),
  )

/**
 * Snapshots made before a mode switch, an import, an update or work on many
 * cameras hold the configuration alone: their return keeps today's events.
 */
export const holdsNoEvents = (name: string): boolean => /^(business-mode|import|update|cameras)-/.test(name)
