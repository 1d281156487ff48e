/** What was previewed and may be applied: in memory alone, for a quarter of an hour, for the one who looked. Secrets of a file never touch the disk before they are applied. */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { canonical } from './canonical.ts'
import { storedConfiguration, type Configuration, type Sections } from './current.ts'
import type { DocumentSecrets } from './wrap.ts'

export type Preview = {
  user_id: number
  made_ms: number
  /** Of the configuration that the differences were told against. */
  revision: string
  time: Sections['time']
  sections: Sections
  /** Null where the file has none, or they were not opened. */
  secrets: DocumentSecrets | null
}

const kept_ms = 15 * 60_000
/** Each may be as large as a file: an old one makes room. */
const max_kept = 4
const kept = new WeakMap<Db, Map<string, Preview>>()

export function keepPreview({ db, now }: Pick<Deps, 'db' | 'now'>, preview: Preview): string {
  const all = kept.get(db) ?? new Map<string, Preview>()
  kept.set(db, all)
  for (const [token, old] of all)
    if (old.user_id === preview.user_id || now() - old.made_ms > kept_ms) all.delete(token)
  for (const token of all.keys()) if (all.size >= max_kept) all.delete(token)
  const token = randomBytes(24).toString('base64url')
  all.set(token, preview)
  return token
}

/** Undefined for a token that is too old, used, or somebody else's. */
export function findPreview(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
  user_id: number,
): Preview | undefined {
  const found = kept.get(db)?.get(token)
  return found && found.user_id === user_id && now() - found.made_ms <= kept_ms ? found : undefined
}

export const dropPreview = (db: Db, token: string, user_id: number): void => {
  if (kept.get(db)?.get(token)?.user_id === user_id) kept.get(db)?.delete(token)
}

/** Names a configuration: another one after any change, secrets included. */
export const revisionOf = (configuration: Configuration): string =>
  createHash('sha256').update(canonical(configuration)).digest('hex')
export const revisionNow = (deps: Pick<Deps, 'db' | 'secrets'>): string =>
  revisionOf(storedConfiguration(deps))
