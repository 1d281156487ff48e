/**
 * Encrypts secrets that an earlier version stored as clear text in the
 * query of an address: once, at start. Snapshots of that version keep them
 * until they are deleted. Restoring such a snapshot repeats the encryption.
 */
import { camera_urls, url_fields } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { withSecretsSealed } from '#src/core/url-secrets.ts'
import { rewriteAddresses } from './old-addresses.store.ts'

/** Holds the time of the encryption, in milliseconds since 1970. */
const setting = 'addresses_sealed'
const names = new Set<string>([...camera_urls, ...Object.values(url_fields).flat()])

export function sealOldAddresses(deps: Pick<Deps, 'db' | 'secrets' | 'now'>): void {
  const { db, now } = deps
  if (readSetting(db, setting, 0) > 0) return
  const hide = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return names.has(name) ? withSecretsSealed(value, deps) : value
    if (Array.isArray(value)) return value.map((item) => hide(item, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hide(item, key)]))
  }
  db.transaction(() => {
    rewriteAddresses(db, {
      url: (url) => withSecretsSealed(url, deps),
      document: (text) => JSON.stringify(hide(JSON.parse(text), '')),
    })
    writeSetting(db, setting, now(), now())
  })
}
