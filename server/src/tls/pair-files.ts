/** The device's keys and certificates on disk: `<data>/tls`, mode 0600, each file replaced as a whole. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isThere, readState, writeAtomically, writeState } from '../core/sealed/state-file.ts'

/** A certificate with its chain, and its private key, as PEM. */
export type Pair = { cert: string; key: string }
/** own: self-signed. imported: used instead of own. previous: the one imported before. */
export type PairName = 'own' | 'imported' | 'previous'
export type TlsState = {
  /** Whether the chain of the imported certificate leads to an authority that browsers know. */
  trusted: boolean
  /** Since when browsers are asked to insist on HTTPS. null: never; 0: no longer. */
  hsts_since_ms: number | null
}
const no_state: TlsState = { trusted: false, hsts_since_ms: null }

export class PairFiles {
  readonly #folder: string

  constructor(data_folder: string) {
    this.#folder = join(data_folder, 'tls')
  }

  /** Undefined without a certificate. Throws an Error with one sentence if the pair is damaged. */
  read(name: PairName): Pair | undefined {
    const [cert, key] = [this.#path(`${name}.pem`), this.#path(`${name}.key`)]
    if (!isThere(cert)) return undefined
    try {
      const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
      if (new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key))) return pair
    } catch {
      // the sentence below says what is left to do
    }
    throw new Error(
      `The HTTPS certificate ${cert} or its key ${key} is damaged or missing; nothing else is affected. ` +
        (name === 'own'
          ? 'Move both away: the next start makes new ones, which browsers must accept again.'
          : 'Move both away: the device uses its own certificate until you import this one again.'),
    )
  }

  readKey(): string | undefined {
    const file = this.#path('own.key')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  /** Writes the certificate last: a pair is complete when it has its certificate. */
  write(name: PairName, { cert, key }: Pair): void {
    rmSync(this.#path(`${name}.pem`), { force: true })
    this.#replace(`${name}.key`, key)
    this.#replace(`${name}.pem`, cert)
  }

  writeOwnCertificate(cert: string): void {
    this.#replace('own.pem', cert)
  }

  remove(name: Exclude<PairName, 'own'>): void {
    for (const end of ['pem', 'key']) rmSync(this.#path(`${name}.${end}`), { force: true })
  }

  state(): TlsState {
    const file = this.#path('state.json')
    const found = readState<Partial<TlsState>>(file)
    if (found.state === 'damaged')
      throw new Error(
        `The state of HTTPS is damaged: ${file}; it says only whether browsers insist on HTTPS. Remove it: ` +
          `rm -r '${file}'. Then switch that on again.`,
      )
    return found.state === 'whole' ? { ...no_state, ...found.value } : no_state
  }

  writeState(state: TlsState): void {
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 })
    writeState(this.#path('state.json'), state)
  }

  #path(file: string): string {
    return join(this.#folder, file)
  }

  #replace(name: string, text: string): void {
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 })
    writeAtomically(this.#path(name), text)
  }
}
