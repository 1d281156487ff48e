/** Checks whose key signed a dossier or a statement. */
import { checkHead } from './heads.mjs'
import { follows } from './keys.mjs'

/**
 * Whether the key is known from outside the file.
 * @param {{ platform: import('./types.mjs').Platform, keys: import('./keys.mjs').Keys, key_id: string,
 *   known: import('./verify.mjs').Known,
 *   log: import('./log.mjs').Log, report: import('./types.mjs').Report }} needs
 */
export async function checkIdentity({ platform, keys, key_id, known, log, report }) {
  const unlinked = new Set([...keys.keys()].filter((other) => !follows(keys, other, key_id)))
  for (const other of unlinked) report('doubt', 'key_unlinked', { key_id: other })
  let confirmed = false
  for (const head of known.heads ?? [])
    if (await checkHead({ platform, keys, report, log }, head)) confirmed ||= !unlinked.has(head.key_id)
  if (known.keys && known.keys.length > 0) {
    const trusted = known.keys.some((one) => keys.has(one) && follows(keys, one, key_id))
    if (!trusted) report('wrong', 'foreign_device', { key_id })
    confirmed = trusted
  }
  return confirmed
}
