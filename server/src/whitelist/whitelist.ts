/**
 * Decides which addresses may use the console: those on the list, every address if the list is empty, and
 * always the box itself. The address is that of the connection. X-Forwarded-For, which a client can forge, is
 * used only if a trusted proxy sent it.
 */
import {
  code,
  networkHas,
  networkText,
  parseNetwork,
  type Body,
  type Issue,
  type Network,
} from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { badField, badFields, failed, notFound, Refusal } from '../core/refusal.ts'
import { addEntries, deleteEntries, listEntries } from './whitelist.store.ts'

const max_entries = 1_000
const max_cached = 1_000
const loopback = ['127.0.0.0/8', '::1'].map((text) => parseNetwork(text)!)

/** Caches the list and the verdict for each address, because every request is checked. */
export class WhitelistCache {
  readonly #db: Db
  #networks: readonly Network[] | undefined
  readonly #verdicts = new Map<string, boolean>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Whether the list admits an address. */
  allows(address: string): boolean {
    this.#networks ??= listEntries(this.#db).map((entry) => parseNetwork(entry.address)!)
    const known = this.#verdicts.get(address)
    if (known !== undefined) return known
    if (this.#verdicts.size >= max_cached) this.#verdicts.clear()
    const verdict = isAdmitted(this.#networks, address)
    this.#verdicts.set(address, verdict)
    return verdict
  }

  /** Must be called after every change to the list. */
  clear(): void {
    this.#networks = undefined
    this.#verdicts.clear()
  }
}

function isAdmitted(networks: readonly Network[], text: string): boolean {
  const address = parseNetwork(text.replace(/%.*$/, ''))
  if (networks.length === 0) return true
  return address !== undefined && [...loopback, ...networks].some((network) => networkHas(network, address))
}

type Caller = Pick<Deps, 'db' | 'now'> & { address: string; whitelist: WhitelistCache }

/** Checks every entry first: if one is invalid, nothing is added. */
export function addToWhitelist(
  { list, confirmed }: Body<'add_whitelist'>,
  { db, now, address, whitelist }: Caller,
): void {
  const entries = list
    .map((entry) => ({ comment: entry.comment.trim(), network: parseNetwork(entry.address)! }))
    .map(({ comment, network }) => ({ comment, network, address: networkText(network) }))
  const current = listEntries(db)
  const taken = new Set(current.map((entry) => entry.address))
  const issues = entries.flatMap((entry, at): Issue[] => {
    if (taken.has(entry.address)) return [{ field: `list.${at}.address`, issue: 'duplicate' }]
    taken.add(entry.address)
    return []
  })
  if (issues.length > 0) throw new Refusal(code.duplicate, 'This address is on the list already', { issues })
  if (taken.size > max_entries) throw badField('list', 'too_long', max_entries)
  refuseLockout(
    [...current.map((entry) => parseNetwork(entry.address)!), ...entries.map((entry) => entry.network)],
    address,
    confirmed,
  )
  addEntries(db, entries, now())
  whitelist.clear()
}

export function deleteFromWhitelist(
  { list, confirmed }: Body<'delete_whitelist'>,
  { db, address, whitelist }: Caller,
): void {
  const wanted = list.map((text) => parseNetwork(text))
  const issues = wanted.flatMap((network, at): Issue[] =>
    network ? [] : [{ field: `list.${at}`, issue: 'network' }],
  )
  if (issues.length > 0) throw badFields(issues)
  const removed = new Set(wanted.flatMap((network) => (network ? [networkText(network)] : [])))
  const current = listEntries(db).map((entry) => entry.address)
  if ([...removed].some((text) => !current.includes(text))) throw notFound('This address of the list')
  refuseLockout(
    current.filter((text) => !removed.has(text)).map((text) => parseNetwork(text)!),
    address,
    confirmed,
  )
  deleteEntries(db, [...removed])
  whitelist.clear()
}

/**
 * Replaces the list. Entries on both lists keep their date. The caller has checked that entries are distinct.
 */
export function replaceWhitelist(
  list: readonly { address: string; comment: string }[],
  { db, now, address, whitelist }: Caller,
  confirmed: boolean,
): void {
  const entries = list
    .map((entry) => ({ ...entry, network: parseNetwork(entry.address)! }))
    .map((entry) => ({ ...entry, address: networkText(entry.network) }))
  refuseLockout(
    entries.map(({ network }) => network),
    address,
    confirmed,
  )
  const current = listEntries(db)
  const kept = new Set(
    current
      .filter((old) =>
        entries.some((entry) => entry.address === old.address && entry.comment === old.comment),
      )
      .map((old) => old.address),
  )
  deleteEntries(
    db,
    current.map((old) => old.address).filter((old) => !kept.has(old)),
  )
  addEntries(
    db,
    entries.filter((entry) => !kept.has(entry.address)),
    now(),
  )
  whitelist.clear()
}

/** Whether a list admits this address. A value that is not an address (provisioning) is always admitted. */
export const admits = (list: readonly { address: string }[], address: string): boolean =>
  !parseNetwork(address) ||
  isAdmitted(
    list.flatMap((entry) => parseNetwork(entry.address) ?? []),
    address,
  )

/**
 * Callers must confirm a list that would lock them out. A value
 * that is not an address (provisioning) cannot be locked out.
 */
function refuseLockout(networks: readonly Network[], address: string, confirmed: boolean | undefined): void {
  if (confirmed || !parseNetwork(address) || isAdmitted(networks, address)) return
  throw failed('This list would lock out your own address', {
    issues: [{ field: 'list', issue: 'shut_out' }],
  })
}
