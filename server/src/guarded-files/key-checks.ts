/** What the main database knows about the keys of the data folder: a digest of each (key-file.ts). */
import { basename } from 'node:path'
import type { DataFindings } from '../core/data-findings.ts'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import type { KeyCheck } from '../core/sealed/key-file.ts'

const losses = {
  media: 'stored pictures and clips cannot be read, and no evidence can be signed',
  secret: 'the stored passwords of cameras, platform, storage and mail cannot be read',
} as const
export type CheckedKey = keyof typeof losses

/** The setting with the digest. That of `secret` is restored together with its key. */
export const checkSetting = (key: CheckedKey): string => `${key}_key_check`

/** `is_needed`: whether the database is in use, so that its data needs the key. */
export const keyCheck = (
  key: CheckedKey,
  { db, now, findings }: { db: Db; now: () => number; findings: DataFindings },
  is_needed: boolean,
): KeyCheck => ({
  known: readSetting<string | undefined>(db, checkSetting(key), undefined),
  keep: (digest) => writeSetting(db, checkSetting(key), digest, now()),
  is_needed,
  loss: losses[key],
  repaired: (path) => findings.report(basename(path), 'key_repaired'),
})
