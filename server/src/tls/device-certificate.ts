/**
 * The certificate of the device's own HTTPS: self-signed from the first start on, or imported. Listeners
 * adopt a change without dropping connections.
 * Long because all ways to change the certificate are here.
 */
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { addressOf } from '../core/address.ts'
import type { Deps } from '../core/deps.ts'
import { failed } from '../core/refusal.ts'
import { certificateRequest, makeKey, selfSigned } from './certificate.ts'
import { checkImport } from './import-check.ts'
import { ownNames } from './own-names.ts'
import { PairFiles, type Pair, type TlsState } from './pair-files.ts'

const day_ms = 86_400_000
const refresh_ms = 60_000
/** The device's own certificate is replaced this long before it expires. */
const renew_ms = 30 * day_ms
/** HSTS starts with one day for the first week, so that an early mistake lasts no longer than that. */
const [careful_ms, careful_s, full_s] = [7 * day_ms, 86_400, 365 * 86_400]

type Needs = Pick<Deps, 'folder' | 'now' | 'log'> & {
  /** Names of the installation in addition to the host name. */
  names?: readonly string[]
  /** When this program was built. A box without a battery may start in 1970. */
  built_ms?: number
  /** Whether the console is served by HTTPS. */
  serves?: boolean
}
export type Fingerprints = { certificate: string; public_key: string }

export class DeviceCertificate {
  readonly #needs: Needs
  readonly #files: PairFiles
  readonly #listeners = new Set<() => void>()
  #own: Pair | undefined
  #imported: Pair | null | undefined
  #extra: readonly string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#files = new PairFiles(needs.folder)
  }

  get serves(): boolean {
    return this.#needs.serves ?? false
  }

  /** Renews the certificate when addresses change or its end is near. */
  start(): void {
    this.#files.state() // a damaged file stops the start, not the first request
    this.refresh()
    this.#timer = setInterval(() => {
      try {
        this.refresh()
      } catch (error) {
        this.#needs.log.warn({ err: error }, 'the certificate could not be renewed')
      }
    }, refresh_ms).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Calls back after each change. The returned function unsubscribes. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  /** The certificate and key that HTTPS uses now. */
  get current(): Pair {
    return this.imported ?? this.own
  }

  get own(): Pair {
    this.#own ??= this.#files.read('own') ?? this.#issue()
    return this.#own
  }

  get imported(): Pair | undefined {
    if (this.#imported === undefined) this.#imported = this.#files.read('imported') ?? null
    return this.#imported ?? undefined
  }

  get previous(): Pair | undefined {
    return this.#files.read('previous')
  }

  /** Whole days until the imported certificate expires. Undefined without one. */
  importedDaysLeft(now: number): number | undefined {
    if (!this.imported) return undefined
    return Math.floor((Date.parse(new X509Certificate(this.imported.cert).validTo) - now) / day_ms)
  }

  /** When the certificate in use expires, in milliseconds since 1970. */
  endsMs(): number {
    return Date.parse(new X509Certificate(this.current.cert).validTo)
  }

  get trusted(): boolean {
    return this.imported !== undefined && this.#files.state().trusted
  }

  /** The names of the certificate in use, in lower case. */
  names(): string[] {
    return namesOf(new X509Certificate(this.current.cert))
  }

  /** Issues a new certificate with the same key if an address is missing or the end is near. */
  refresh(): void {
    const cert = new X509Certificate(this.own.cert)
    const now = this.#needs.now()
    const ends = Date.parse(cert.validTo)
    const wanted = [...ownNames(this.#needs.names ?? []), ...this.#extra]
    const covers = wanted.every(
      (name) => (isIP(name) ? cert.checkIP(name) : cert.checkHost(name)) !== undefined,
    )
    if (covers && ends - now > renew_ms && Date.parse(cert.validFrom) <= Math.max(now, this.#built())) return
    this.#own = this.#issue()
    if (!this.imported) this.#changed()
  }

  /**
   * Call before an address is tried, so that the browser
   * that confirms it gets a certificate with that address.
   */
  cover(address: string): void {
    if (this.#files.readKey() === undefined) return // HTTPS has never been used
    this.#extra = [address]
    this.refresh()
  }

  /** A certificate request to an authority, for the device's own key. */
  request(names: readonly string[], organization: string): string {
    return certificateRequest(createPrivateKey(this.own.key), { names, organization })
  }

  /** Starts using a certificate. An empty key means the device's own key, for which `request` was made. */
  import(cert: string, key: string): void {
    const checked = checkImport(cert, key === '' ? this.own.key : key, key === '', this.#needs.now())
    const before = this.imported
    if (before) this.#files.write('previous', before)
    const pair = { cert: checked.cert, key: checked.key }
    this.#files.write('imported', pair)
    this.#files.writeState({ trusted: checked.trusted, hsts_since_ms: hstsOff(this.#files.state()) })
    this.#imported = pair
    this.#changed()
  }

  /** Returns to the previously imported certificate or, without one, to the device's own. */
  rollBack(): void {
    if (!this.imported) throw failed('The device uses its own certificate already')
    const previous = this.previous
    if (previous) this.#files.write('imported', previous)
    else this.#files.remove('imported')
    this.#files.remove('previous')
    this.#files.writeState({ trusted: false, hsts_since_ms: hstsOff(this.#files.state()) })
    this.#imported = previous ?? null
    this.#changed()
  }

  setHsts(on: boolean): void {
    if (on && !this.imported) throw failed('Browsers may insist on HTTPS only with an imported certificate')
    const state = this.#files.state()
    this.#files.writeState({
      ...state,
      hsts_since_ms: on ? state.hsts_since_ms || this.#needs.now() : hstsOff(state),
    })
    this.#changed()
  }

  /**
   * How many seconds browsers must insist on HTTPS. 0 revokes an earlier value; undefined sends no header.
   */
  hstsSeconds(): number | undefined {
    const since = this.#files.state().hsts_since_ms
    if (since === null) return undefined
    if (since === 0) return 0
    return this.#needs.now() - since >= careful_ms ? full_s : careful_s
  }

  fingerprints(): Fingerprints {
    return fingerprintsOf(new X509Certificate(this.current.cert))
  }

  #changed(): void {
    for (const changed of this.#listeners) changed()
  }

  #built(): number {
    return this.#needs.built_ms ?? 0
  }

  #issue(): Pair {
    const now = this.#needs.now()
    const key = this.#own?.key ?? this.#files.readKey()
    const private_key = key === undefined ? makeKey() : createPrivateKey(key)
    const names = [...new Set([...ownNames(this.#needs.names ?? []), ...this.#extra])]
    // One hour in the past, for clients whose clock is slow.
    const cert = selfSigned(private_key, { names }, Math.max(now - 3_600_000, this.#built()))
    const pair = { cert, key: key ?? private_key.export({ type: 'pkcs8', format: 'pem' }).toString() }
    if (key === undefined) this.#files.write('own', pair)
    else this.#files.writeOwnCertificate(cert)
    return pair
  }
}

/** If HSTS was ever on, it must be revoked explicitly (0). */
const hstsOff = ({ hsts_since_ms }: TlsState): number | null => (hsts_since_ms === null ? null : 0)

/** SHA-256 of the certificate, as browsers show it, and of the public key, which is kept on renewal. */
export function fingerprintsOf(cert: X509Certificate): Fingerprints {
  const der = cert.publicKey.export({ type: 'spki', format: 'der' })
  const digest = createHash('sha256').update(der).digest('hex').toUpperCase()
  return { certificate: cert.fingerprint256, public_key: digest.match(/../g)!.join(':') }
}

/** Host names and addresses of the extension, in lower case and without their type. */
export const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName
    .split(', ')
    .flatMap((entry) => /^(?:DNS|IP Address):(.*)$/.exec(entry)?.[1] ?? [])
    .map((name) => addressOf(name.toLowerCase()))
