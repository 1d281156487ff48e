/** Where a snapshot lies, whether it is whole, and what it holds. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const snapshotFolder = (folder: string, name: string): string => join(folder, 'snapshots', name)

/** The database comes last, by one rename: a snapshot that has it has everything. */
export const isWhole = (folder: string, name: string): boolean =>
  /^[a-z-]+-\d{8}-\d{6}(-\d+)?$/.test(name) &&
  ['parking.db', 'secret.key', 'snapshot.json'].every((file) =>
    existsSync(join(snapshotFolder(folder, name), file)),
  )

/** One from before a switch of the business mode, an import, an update or work on many cameras holds the configuration alone: when it is brought back, today's events stay. */
export const holdsNoEvents = (name: string): boolean => /^(business-mode|import|update|cameras)-/.test(name)
