/**
 * Counts the open connections of each client and decides whether one more is admitted. A client is an IPv4
 * address or an IPv6 /64, because one subscriber owns all addresses of a /64.
 */
import { networkHas, networkText, parseNetwork } from '@parking/contract'

export type Caps = {
  /** Connections in total; kept below the process's limit of open files. */
  total: number
  /** Connections of one client. */
  client: number
  /** Connections of one trusted proxy, which represents many clients. */
  proxy: number
  /** Connections in total of clients that the whitelist does not admit: enough for them to see why. */
  stranger: number
}

export const default_caps: Caps = { total: 2_000, client: 64, proxy: 1_000, stranger: 16 }
/** Connections of one client that the whitelist does not admit. */
const per_stranger = 2

export type Standing = 'client' | 'proxy' | 'stranger'
export type Connection = { destroy(): unknown }
type Held = { key: string; standing: Standing }
export type Entry =
  | { admitted: true; leave(): void; markUsed(): void }
  /** `full`: all places are taken; this client had not used up its own share. */
  | { admitted: false; client: string; full: boolean }

/**
 * Limits the total to half of the files that the process may open: databases, pictures and cameras need the
 * others.
 */
export const capsWithin = (max_files: number, caps: Caps = default_caps): Caps => ({
  ...caps,
  total: Math.max(16, Math.min(caps.total, Math.floor(max_files / 2))),
})

/** The clients' connections: those that have made a request, and the silent ones, oldest first. */
export class ConnectionRegistry<C extends Connection> {
  readonly #caps: Caps
  readonly #all = new Map<C, Held>()
  readonly #count = new Map<string, number>()
  readonly #silent = new Map<string, Set<C>>()
  #strangers = 0

  constructor(caps: Caps) {
    this.#caps = caps
  }

  get size(): number {
    return this.#all.size
  }

  all(): C[] {
    return [...this.#all.keys()]
  }

  /** The connections that have not made a request. */
  silent(): C[] {
    return [...this.#silent.values()].flatMap((waiting) => [...waiting])
  }

  /**
   * Admits a connection, or returns why not. When all places are taken, the oldest silent connection of the
   * client with the most of them is closed: a flood displaces only itself.
   */
  enter(connection: C, address: string, standing: Standing): Entry {
    const key = clientOf(address)
    const own = this.#count.get(key) ?? 0
    const max = standing === 'stranger' ? per_stranger : this.#caps[standing]
    if (own >= max || (standing === 'stranger' && this.#strangers >= this.#caps.stranger))
      return { admitted: false, client: key, full: false }
    if (this.#all.size >= this.#caps.total) {
      const silent = this.#oldestSilent(key)
      if (silent === undefined) return { admitted: false, client: key, full: true }
      silent.destroy()
      this.#leave(silent)
    }
    this.#all.set(connection, { key, standing })
    this.#count.set(key, own + 1)
    if (standing === 'stranger') this.#strangers++
    const waiting = this.#silent.get(key) ?? new Set()
    this.#silent.set(key, waiting.add(connection))
    return {
      admitted: true,
      leave: () => this.#leave(connection),
      markUsed: () => this.#markUsed(key, connection),
    }
  }

  /** The oldest silent connection of the client with the most of them. */
  #oldestSilent(newcomer: string): C | undefined {
    let [most, found]: [number, Set<C> | undefined] = [this.#silent.get(newcomer)?.size ?? 0, undefined]
    for (const waiting of this.#silent.values())
      if (waiting.size > most) [most, found] = [waiting.size, waiting]
    return (found ?? this.#silent.get(newcomer))?.values().next().value
  }

  #leave(connection: C): void {
    const held = this.#all.get(connection)
    if (!held) return
    this.#all.delete(connection)
    this.#markUsed(held.key, connection)
    if (held.standing === 'stranger') this.#strangers--
    const left = (this.#count.get(held.key) ?? 1) - 1
    if (left > 0) this.#count.set(held.key, left)
    else this.#count.delete(held.key)
  }

  #markUsed(key: string, connection: C): void {
    const waiting = this.#silent.get(key)
    if (waiting?.delete(connection) && waiting.size === 0) this.#silent.delete(key)
  }
}

/** The client that an address belongs to. */
export function clientOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const network = parseNetwork(bare)
  if (!network) return address
  return network.bits === 32 ? networkText(network) : networkText(parseNetwork(`${bare}/64`) ?? network)
}

/** Classifies an address before it has sent anything. `proxies` have been checked (environment.ts). */
export function standingBy(
  whitelist: { allows(address: string): boolean },
  proxies: readonly string[],
): (address: string) => Standing {
  const trusted = proxies.flatMap((text) => parseNetwork(text) ?? [])
  return (text) => {
    const address = parseNetwork(text.replace(/%.*$/, ''))
    // The whitelist judges the clients of a proxy (whitelist-guard.ts), not the proxy.
    if (address && trusted.some((network) => networkHas(network, address))) return 'proxy'
    return whitelist.allows(text) ? 'client' : 'stranger'
  }
}
