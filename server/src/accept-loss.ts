/**
 * `main.js accept-loss FILE`: gives up a key or an evidence file that is lost, so that the next start makes a
 * new one. What is there is kept under another name.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from './core/files/data-folder.ts'
import { openDatabase } from './core/db.ts'
import { acceptLoss } from './guarded-files/evidence-file.ts'
import { checkSetting } from './guarded-files/key-checks.ts'
import { dropSetting } from './core/settings.store.ts'
import { needDevice } from './label.ts'

const keys: Readonly<Record<string, string>> = {
  'secret.key': checkSetting('secret'),
  'media.key': checkSetting('media'),
}
const names = [...Object.keys(keys), 'proof.db', 'audit.db']

/** Returns the names of the files that were moved aside. Throws an Error with one sentence. */
export function acceptLossOf(
  { folder, migrations }: { folder: string; migrations: string },
  name: string,
  now: () => number = Date.now,
): string[] {
  if (!names.includes(name)) throw new Error(`accept-loss takes one of: ${names.join(', ')}.`)
  const file = needDevice(folder)
  const unlock = lockDataFolder(folder)
  try {
    const db = openDatabase(file, migrations)
    try {
      const setting = keys[name]
      if (setting === undefined) acceptLoss(db, name, now())
      else dropSetting(db, setting)
    } finally {
      db.close()
    }
    const aside = [name, `${name}.copy`, `${name}-wal`, `${name}-shm`].filter((one) =>
      existsSync(join(folder, one)),
    )
    for (const one of aside) renameSync(join(folder, one), join(folder, `${one}.lost-${now()}`))
    return aside
  } finally {
    unlock()
  }
}
