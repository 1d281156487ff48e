/**
 * The evidence log (docs/evidence.md): records each event right after it was committed, and each of its
 * changes. Leaves are appended and never rewritten. Long because days, leaves and the clock share one open
 * day.
 */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { closeQuietly, damagedFile, type Db } from '#src/core/db.ts'
import { endAcceptance, openEvidence } from '#src/guarded-files/evidence-file.ts'
import type { Part } from '#src/core/part.ts'
import type { ProofSource, PublicKey, SignedText } from '#src/core/proof-head.ts'
import { Refusal } from '#src/core/refusal.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { DeviceKey } from './device-key.ts'
import { goneOf, stateOf } from './event-facts.ts'
import { leafOf, type ProofNeeds } from './event-leaf.ts'
import {
  bodiesAfter,
  dropBodies,
  insertDay,
  insertKey,
  insertLeaf,
  knownKeys,
  lastSeq,
  openDayOf,
  openProofFile,
  recorded,
  writeOpenDay,
  type OpenDay,
} from './proof-log.store.ts'
import { lastMadeMs, noteLastLeaf, recordLostEndAgain } from './lost-end.ts'
import { dropTodo, hasTodo, knownUuids, nextTodo, provenEvent, todo, type Todo } from './proof-todo.store.ts'
import { empty_edge, leafHash, rootOf, withLeaf } from './tree.ts'

/** Number of events that are recorded in one transaction: a few milliseconds of work. */
const batch_size = 100
/**
 * New events wait this long for others. Changes of an event, which come in bursts, wait for the next poll.
 */
const soon_ms = 1_000
const poll_ms = 5_000
const prune_ms = 86_400_000
/** A larger drift between two polls is a clock step; slewing stays far below it. */
const step_ms = 150

type Append = (kind: string, uuid: string, about: object) => void

export class ProofLog implements ProofSource, Part {
  readonly key: DeviceKey
  readonly #needs: ProofNeeds
  readonly #mono: () => number
  #proof: Db | undefined
  #day: OpenDay | undefined
  #sn: string | undefined
  #drift: number | undefined
  #timers: NodeJS.Timeout[] = []
  #soon: NodeJS.Timeout | undefined
  #unsubscribe: () => void = () => undefined
  #working: Promise<void> | undefined
  #stopped = false

  constructor(needs: ProofNeeds) {
    this.#needs = needs
    this.#mono = needs.mono ?? (() => performance.now())
    this.key = new DeviceKey(needs)
  }

  async start(): Promise<void> {
    this.#stopped = false
    this.#drift = this.#needs.now() - this.#mono()
    await this.#loadSerial()
    try {
      this.#opened() // a damaged file or key is reported at the start
      this.key.isUsable()
    } catch (error) {
      this.#failed(error)
    }
    this.#unsubscribe = this.#needs.bus.subscribe('queue', () => this.#wake())
    this.#timers = [
      setInterval(() => void this.#tryWork(true), poll_ms),
      setInterval(() => void this.prune().catch((error: unknown) => this.#failed(error)), prune_ms),
    ]
    this.#wake()
  }

  /** Resolves when nothing is being written; events that are not recorded yet wait in the database. */
  async stop(): Promise<void> {
    this.#unsubscribe()
    this.#timers.forEach((timer) => clearInterval(timer))
    clearTimeout(this.#soon)
    this.#stopped = true
    await this.#working
  }

  close(): void {
    if (this.#proof) closeQuietly(this.#proof)
    this.#proof = undefined
    this.#day = undefined
  }

  /** Resolves when every event and every change is recorded. Throws errors of the database. */
  async caughtUp(): Promise<void> {
    await this.#loadSerial()
    await this.#working
    while (this.#recordWaiting(true) > 0) await new Promise(setImmediate)
  }

  /** Closes and signs the open day if it is over. */
  seal(): void {
    if (this.#dateOfNow() !== this.#opened().date) this.#write(() => undefined)
  }

  /** The current head, after recording as many waiting events as fit into one transaction. */
  head(): SignedText {
    this.#recordWaiting(false)
    this.seal()
    const day = this.#opened()
    const { log_id, prev, date, first_seq, edge } = day
    return this.key.sign(
      'head',
      canonicalJson({
        v: 1,
        type: 'head',
        log_id,
        device_sn: this.#sn ?? '',
        day: day.day,
        date,
        first_seq,
        size: edge.size,
        root: rootOf(edge).toString('hex'),
        prev,
        made: this.#made(),
      }),
    )
  }

  headToSend(): { head: SignedText; key: PublicKey } | undefined {
    if (this.#sn === undefined) return undefined
    try {
      if (!this.key.isUsable()) return undefined
      const { key_id, public_key } = this.key.current
      return { head: this.head(), key: { key_id, public_key } }
    } catch (error) {
      this.#failed(error)
      return undefined
    }
  }

  /** The database of the log, for reading. */
  reader(): Db {
    this.#opened()
    return this.#proof!
  }

  /** Records what happened to the device itself. */
  async note(kind: 'restored', about: object): Promise<void> {
    await this.#loadSerial()
    this.#write((append) => append(kind, '', about))
  }

  /** Creates a new key, signed by the current one. */
  async rotateKey(): Promise<void> {
    await this.#loadSerial()
    this.#opened()
    this.key.rotate()
    this.#write((append) => this.#noteKey(append))
  }

  /** Deletes the text about events that are gone and cannot be restored; the hashes are kept. */
  async prune(): Promise<void> {
    const proof = this.reader()
    for (let after = 0; !this.#stopped;) {
      const leaves = bodiesAfter(proof, after, 500)
      const last = leaves.at(-1)
      if (!last) return
      const known = knownUuids(this.#needs.db, [...new Set(leaves.map(({ uuid }) => uuid))])
      const gone = leaves.filter(({ uuid }) => !known.has(uuid)).map(({ seq }) => seq)
      if (gone.length > 0) dropBodies(proof, gone)
      after = last.seq
      await new Promise(setImmediate)
    }
  }

  #wake(): void {
    if (this.#stopped) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.#tryWork(false)
    }, soon_ms)
  }

  #tryWork(changes: boolean): Promise<void> {
    return (this.#working ??= this.#work(changes)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#working = undefined)))
  }

  /** Works in slices, so that other work can run in between. */
  async #work(changes: boolean): Promise<void> {
    this.#noteClock()
    while (!this.#stopped && this.#recordWaiting(changes) === batch_size) await new Promise(setImmediate)
  }

  #failed(error: unknown): void {
    // A damaged file is one alarm, not a line for each attempt.
    const file = damagedFile(error, 'proof.db')
    if (file) return this.#needs.findings.report(file, file === 'proof.db' ? 'evidence_log' : 'database')
    if (error instanceof Refusal) return
    this.#needs.log.error(
      { err: error },
      'the evidence log could not be written; events wait in the database',
    )
  }

  async #loadSerial(): Promise<void> {
    this.#sn ??= (await this.#needs.host.identity()).host_sn
  }

  /** Records the waiting entries and returns their number. */
  #recordWaiting(changes: boolean): number {
    const { db } = this.#needs
    if (!hasTodo(db)) return 0
    const waiting = nextTodo(db, changes, batch_size)
    if (waiting.length === 0) return 0
    db.sync() // a power cut must not undo what a leaf says
    this.#write((append) => waiting.forEach((one) => this.#record(one, append)))
    // In this order, a crash in between causes at most a duplicate leaf, and never loses an event.
    db.transaction(() => {
      dropTodo(db, waiting)
      noteLastLeaf(this.#proof!, this.#needs)
    })
    return waiting.length
  }

  #record({ what, uuid }: Todo, append: Append): void {
    const { db } = this.#needs
    if (what === todo.deleted) return append('gone', uuid, goneOf(db, uuid))
    const event = provenEvent(db, uuid)
    if (!event) return
    const known = recorded(this.#proof!, uuid)
    if (known !== 'yes') append('event', uuid, leafOf(event, this.#sn ?? '', this.#needs, known === 'no'))
    else append('state', uuid, { uuid, state: stateOf(db, event) })
  }

  #made() {
    return { ms: this.#needs.now(), boot_id: this.#needs.boot_id, mono_ms: Math.round(this.#mono()) }
  }

  /** Records that the clock was set between two polls, because recorded times may be wrong. */
  #noteClock(): void {
    const drift = this.#needs.now() - this.#mono()
    const before = this.#drift ?? drift
    this.#drift = drift
    const by_ms = Math.round(drift - before)
    if (Math.abs(by_ms) > step_ms)
      this.#write((append) => append('clock', '', { by_ms, to_ms: this.#needs.now(), seen: 'running' }))
  }

  /** Runs `work` in one transaction; first closes the open day if it is over. */
  #write(work: (append: Append) => void): void {
    const open = this.#opened()
    const proof = this.#proof!
    let seq = open.first_seq + open.edge.size
    const day = proof.transaction(() => {
      let current = this.#dayOfNow(open)
      work((kind, uuid, about) => {
        const salt = randomBytes(16).toString('hex')
        const body = canonicalJson({ v: 1, type: kind, seq, salt, made: this.#made(), ...about })
        const hash = leafHash(Buffer.from(body))
        insertLeaf(proof, { seq, kind, uuid, hash, body })
        current = { ...current, edge: withLeaf(current.edge, hash) }
        seq++
      })
      writeOpenDay(proof, current)
      return current
    })
    this.#day = day
  }

  #dateOfNow(): string {
    return new Date(this.#needs.now()).toISOString().slice(0, 10)
  }

  #dayOfNow(open: OpenDay): OpenDay {
    const date = this.#dateOfNow()
    // Without its key the device goes on with the open day; it is closed and signed once the key is back.
    if (date === open.date || !this.key.isUsable()) return open
    const { log_id, day, prev, first_seq, edge } = open
    const signed = this.key.sign(
      'day',
      canonicalJson({
        v: 1,
        type: 'day',
        log_id,
        device_sn: this.#sn ?? '',
        day,
        date: open.date,
        first_seq,
        size: edge.size,
        root: rootOf(edge).toString('hex'),
        prev,
        made: this.#made(),
      }),
    )
    insertDay(this.#proof!, { day, first_seq, size: edge.size, ...signed })
    return {
      log_id,
      day: day + 1,
      date,
      prev: createHash('sha256').update(signed.payload).digest('hex'),
      first_seq: first_seq + edge.size,
      edge: empty_edge,
    }
  }

  #opened(): OpenDay {
    if (this.#day) return this.#day
    const { db, folder, now } = this.#needs
    const known = readSetting<string>(db, 'proof_log', '')
    this.#proof ??= openEvidence(
      {
        path: join(folder, 'proof.db'),
        damage: 'evidence_log',
        open: openProofFile,
        is_known: known !== '',
        isThat: (proof) => openDayOf(proof)?.log_id === known,
      },
      this.#needs,
    )
    this.#day = openDayOf(this.#proof) ?? this.#begin(this.#proof)
    const { log_id } = this.#day
    if (known === log_id) recordLostEndAgain(this.#proof, this.#needs)
    this.#write((append) => this.#noteKey(append))
    if (known !== log_id) {
      writeSetting(db, 'proof_log', log_id, now())
      noteLastLeaf(this.#proof, this.#needs)
      endAcceptance(db, 'proof.db', now())
    }
    const made_ms = lastMadeMs(this.#proof)
    if (made_ms > now())
      this.#write((append) => append('clock', '', { by_ms: null, to_ms: now(), seen: 'at a start' }))
    return this.#day
  }

  #begin(proof: Db): OpenDay {
    const { db } = this.#needs
    const known = readSetting<string>(db, 'proof_log', '')
    this.#day = {
      log_id: randomBytes(16).toString('hex'),
      day: 1,
      date: this.#dateOfNow(),
      prev: '0'.repeat(64),
      first_seq: lastSeq(proof) + 1,
      edge: empty_edge,
    }
    this.#write((append) =>
      append('start', '', { why: known === '' ? 'new' : 'lost', ...(known !== '' && { before: known }) }),
    )
    return this.#day
  }

  #noteKey(append: Append): void {
    if (!this.key.isUsable()) return
    const proof = this.#proof!
    const { key_id, public_key, made_ms, before } = this.key.current
    if (knownKeys(proof).some((key) => key.key_id === key_id)) return
    append('key', '', { key_id, public_key, before: before?.key_id ?? null })
    insertKey(proof, {
      key_id,
      public_key,
      since_ms: made_ms,
      statement: before?.statement.payload ?? null,
      before: before?.key_id ?? null,
      signature: before?.statement.signature ?? null,
    })
  }
}
