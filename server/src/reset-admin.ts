/**
 * `main.js reset-admin [USER]`: gives root on the box a one-time password for a user. The server may be
 * running; it applies the change from its next request on.
 */
import { join } from 'node:path'
import { openDatabase } from './core/db.ts'
import { readKey } from './core/sealed/key-file.ts'
import { derivedKey } from './core/sealed/media-key.ts'
import { needDevice } from './label.ts'
import { marks_purpose, openMarks } from './system/audit/marks.ts'
import { LogWriter } from './system/log/log-writer.ts'
import { first_username } from './user/first-user.ts'
import { giveOneTimePassword } from './user/recovery.ts'

/** Returns the one-time password; throws an Error with one sentence. */
export async function resetAdmin(
  { folder, migrations }: { folder: string; migrations: string },
  username = first_username,
  now: () => number = Date.now,
): Promise<string> {
  const db = openDatabase(needDevice(folder), migrations)
  const log_writer = new LogWriter(now)
  try {
    log_writer.open(db, openMarks(derivedKey(readKey(join(folder, 'media.key')), marks_purpose)))
    return await giveOneTimePassword(db, username, now(), () =>
      log_writer.audit('WARNING', `${username}: reset on the box itself, by reset-admin`, {
        what: 'admin_reset',
        facts: { by: username },
      }),
    )
  } finally {
    log_writer.close()
    db.close()
  }
}
