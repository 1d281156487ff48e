/**
 * After an erasure: clears what is stored outside the data folder and serves the certificate to the holder of
 * its token. The network keeps its address until the certificate is closed, so that the browser can read it.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { certificate_wait_min, restore_network, type Language } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import type { Part } from '#src/core/part.ts'
import { countSessions } from '#src/user/session.store.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { setAside } from '#src/core/sealed/state-file.ts'
import {
  certificate_name,
  dropCertificate,
  readCertificate,
  writeCertificate,
  type EraseCertificate,
  type Facts,
} from '../restore/erase-record.ts'
import { setNetwork } from '../restore/restore-run.ts'
import { digestOf } from './erase.ts'

type Needs = Pick<
  Deps,
  'clock' | 'db' | 'findings' | 'folder' | 'log' | 'network' | 'now' | 'packages' | 'traces' | 'vpn'
> & {
  log_writer: LogWriter
}
export type Certificate = { facts: Facts; sha256: string; language: Language; console_url: string }

export class ErasureService implements Part {
  readonly #needs: Needs
  #record: EraseCertificate | undefined
  #timer: NodeJS.Timeout | undefined
  #closing: Promise<void> | undefined
  /** Password of the first user, as printed at the first start. Held in memory only. */
  first_password: string | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async start(): Promise<void> {
    const { findings, log_writer, folder } = this.#needs
    const found = readCertificate(folder)
    if (found.state === 'damaged') {
      findings.report(certificate_name, 'erasure_certificate')
      setAside(join(folder, certificate_name))
    }
    if (found.state !== 'whole') return
    let record = found.value
    if (record.phase === 'erased') {
      const facts = { ...record.facts, outside: await this.#clearOutside() }
      record = { ...record, phase: 'certified', facts }
      const { by } = facts
      log_writer.audit('WARNING', `the device was erased for good by ${by}`, {
        what: 'erased',
        facts: { by, sha256: hashOf(facts) },
      })
      writeCertificate(folder, record)
    }
    this.#record = record
    this.#timer = setTimeout(() => void this.expire(), certificate_wait_min * 60_000).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#closing
  }

  /** Undefined if there is no certificate for this token. */
  certificate(token: string): Certificate | undefined {
    if (!this.#record || digestOf(token) !== this.#record.token_sha256) return undefined
    const { facts, language, console_url } = this.#record
    return { facts, sha256: hashOf(facts), language, console_url }
  }

  /** Deletes the certificate. False if there is none for this token. */
  close(token: string): boolean {
    if (!this.certificate(token)) return false
    void this.#close({ network: true })
    return true
  }

  /**
   * Closes the certificate. If a user is signed in and may be setting up the box, the network is unchanged.
   */
  expire(): Promise<void> {
    const { db, now } = this.#needs
    return this.#close({ network: countSessions(db, now()).size === 0 })
  }

  #close({ network }: { network: boolean }): Promise<void> {
    clearTimeout(this.#timer)
    this.#record = undefined
    this.first_password = undefined
    dropCertificate(this.#needs.folder)
    return (this.#closing ??= network ? setNetwork(restore_network, this.#needs) : Promise.resolve())
  }

  async #clearOutside(): Promise<Facts['outside']> {
    const { clock, packages, traces, vpn } = this.#needs
    const work: Record<Facts['outside'][number]['what'], () => Promise<void>> = {
      vpn: () => vpn.remove(),
      ntp: () => clock.setNtp(true, ''),
      repository: () => packages.setRepository(''),
      traces: () => traces.clear(), // last, because it also clears what the others have logged
    }
    const results: Facts['outside'] = []
    for (const what of ['vpn', 'ntp', 'repository', 'traces'] as const)
      results.push({ what, result: await this.#resultOf(what, work[what]) })
    return results
  }

  async #resultOf(what: string, work: () => Promise<void>): Promise<'done' | 'absent' | 'failed'> {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (error instanceof SystemError && error.reason === 'unsupported') return 'absent'
      this.#needs.log.error({ err: error, part: what }, 'a part of the erasure failed')
      return 'failed'
    }
  }
}

/** SHA-256 of the facts in the canonical JSON of RFC 8785. The certificate prints both. */
export const hashOf = (facts: Facts): string =>
  createHash('sha256').update(canonicalJson(facts)).digest('hex')
