/** Texts in the database that may hold secrets, for the redactor of the support bundle. */
import type { Db } from '#src/core/db.ts'

/**
 * Every column that may hold encrypted text. Settings of later versions are found without being listed.
 */
export function textsWithSecrets(db: Db): string[] {
  const settings = db.all<{ text: string }>("SELECT value AS text FROM settings WHERE value LIKE '%v1:%'")
  // A former secret may still be in use on another device.
  const history = db.all<{ text: string }>(
    `SELECT ifnull(before, '') || ifnull(after, '') AS text FROM changed_part
      WHERE before LIKE '%v1:%' OR after LIKE '%v1:%'`,
  )
  const cameras = db.all<{ text: string }>(
    "SELECT DISTINCT password AS text FROM camera WHERE password <> ''",
  )
  const addresses = db.all<{ text: string }>(
    `SELECT stream_url_main || ' ' || stream_url_sub || ' ' || frame_url AS text FROM camera
     WHERE text LIKE '%v1:%'`,
  )
  const hashes = db.all<{ text: string }>('SELECT password_hash AS text FROM users')
  return [...settings, ...history, ...cameras, ...addresses, ...hashes].map(({ text }) => text)
}

export const cameraUrls = (db: Db): string[] =>
  db
    .all<{ url: string }>(
      `SELECT stream_url_main AS url FROM camera UNION SELECT stream_url_sub FROM camera
       UNION SELECT frame_url FROM camera`,
    )
    .map(({ url }) => url)
