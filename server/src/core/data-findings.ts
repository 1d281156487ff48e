/** Damaged files of the data folder that the device found; each becomes an alarm (docs/data-folder.md). */
import { damage_sentences_en, type DataDamage } from '@parking/contract/alarm/data-damages.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db.ts'
import { readSetting, writeSetting } from './settings.store.ts'

/** `file`: relative to the data folder. */
export type Finding = { file: string; damage: DataDamage }
type Lasting = Finding & { at_ms: number }

/** Damages that a later check may not find again by itself. */
const lasting: readonly DataDamage[] = [
  'restore_failed',
  'restore_plan',
  'database_log',
  'database_older',
  'database_replaced',
  'chain_older',
  'evidence_log_older',
  'erasure_certificate',
  'trial',
  'picture',
]
const lasting_ms = 7 * 86_400_000
const setting = 'data_findings'

export class DataFindings {
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #found = new Map<string, Finding>()
  #store: { db: Db; now: () => number } | undefined

  constructor(log: Pick<FastifyBaseLogger, 'error'>) {
    this.#log = log
  }

  /** Reports a damage: an error in the log and an alarm until it is settled. Repeated reports are one. */
  report(file: string, damage: DataDamage): void {
    if (this.#found.get(file)?.damage === damage) return
    this.#log.error({ file, damage }, `${file}: ${damage_sentences_en[damage]}`)
    this.#found.set(file, { file, damage })
    this.#keep()
  }

  /** The file is sound. */
  settle(file: string): void {
    if (this.#found.delete(file)) this.#keep()
  }

  has(file: string): boolean {
    return this.#found.has(file)
  }

  /**
   * Whether the main database lacks rows that it once had. Files without a row are not left-overs then: they
   * may be all that is left of an event, a scene or a model.
   */
  get lacks_rows(): boolean {
    return this.has('parking.db')
  }

  all(): Finding[] {
    return [...this.#found.values()]
  }

  /** Call once the database is open: damages that leave no trace are kept there for a week. */
  open(db: Db, now: () => number): void {
    this.#store = { db, now }
    for (const { file, damage, at_ms } of readSetting<Lasting[]>(db, setting, []))
      if (Math.abs(now() - at_ms) < lasting_ms && !this.#found.has(file))
        this.#found.set(file, { file, damage })
    this.#keep()
  }

  #keep(): void {
    if (!this.#store) return
    const { db, now } = this.#store
    const known = readSetting<Lasting[]>(db, setting, [])
    const kept = this.all()
      .filter(({ damage }) => lasting.includes(damage))
      .map((one): Lasting => {
        const before = known.find(({ file, damage }) => file === one.file && damage === one.damage)
        return { ...one, at_ms: before?.at_ms ?? now() }
      })
    if (known.length > 0 || kept.length > 0) writeSetting(db, setting, kept, now())
  }
}
