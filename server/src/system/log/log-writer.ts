/**
 * The device's log (spec §3 log). Stores lines of the server's log that have a `log_type` (log.ts) in
 * batches, and each audit row immediately, in the transaction of its change if there is one.
 */
import { offsetOf } from '#src/core/stamp.ts'
import { log_type, type LogLevel } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { Marks } from '../audit/marks.ts'
import { insertLogs, type Facts, type StoredLogType, type LogDetail, type NewLog } from './log.store.ts'

/** Limits, so that a program that logs endlessly neither fills the memory nor wears out the disk. */
const max_waiting = 2_000
const flush_ms = 500

const levels: Record<string, LogLevel> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
}
/** Fields of a log line that are not stored as facts. */
const not_facts: ReadonlySet<string> = new Set(['level', 'time', 'log_type', 'what', 'msg', 'app'])

export class LogWriter {
  readonly #now: () => number
  #db: Db | undefined
  #marks: Pick<Marks, 'ofRow'> | undefined
  #waiting: NewLog[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #onWritten: () => void = () => undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Sets the database. Lines that arrived earlier are written to it with the next batch. */
  open(db: Db, marks: Pick<Marks, 'ofRow'>): void {
    this.#db = db
    this.#marks = marks
    this.#scheduleFlush()
  }

  /** Sets the callback that runs after rows were written, inside their transaction if they have one. */
  setOnWritten(onWritten: () => void): void {
    this.#onWritten = onWritten
  }

  /** A second destination of the server's log, in addition to standard error: one JSON object per line. */
  write(line: string): void {
    // Most lines are not for this log, and parsing costs more than a text search.
    if (
      line.includes('"log_type":') ||
      line.startsWith('{"level":"error"') ||
      line.startsWith('{"level":"fatal"')
    )
      this.#take(JSON.parse(line) as Record<string, unknown>)
  }

  /** Stores a row immediately. Throws if the database cannot store it. */
  audit(level: LogLevel, content: string, detail: LogDetail): void {
    const row = this.#userRow(level, content, detail)
    if (!this.#db) return this.#add(row)
    insertLogs(this.#db, [row], this.#marks?.ofRow)
    this.#onWritten()
  }

  /** Stores a row with the next batch: for callers that must not fail on a full disk. */
  auditLater(level: LogLevel, content: string, detail: LogDetail): void {
    this.#add(this.#userRow(level, content, detail))
  }

  #userRow(level: LogLevel, content: string, detail: LogDetail): NewLog {
    const timestamp_ms = this.#now()
    const utc_offset = offsetOf(timestamp_ms)
    return { timestamp_ms, type: log_type.user, level, content, detail: { ...detail, utc_offset } }
  }

  /**
   * Writes the pending rows. A failed write is retried later and does not throw: callers that need the
   * database get the error from their own queries.
   */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#db || this.#waiting.length === 0) return
    const rows = this.#waiting
    const lost: NewLog[] = this.#dropped === 0 ? [] : [dropped(this.#dropped, this.#now())]
    try {
      insertLogs(this.#db, [...rows, ...lost], this.#marks?.ofRow)
      this.#waiting = []
      this.#dropped = 0
      this.#onWritten()
    } catch {
      this.#scheduleFlush()
    }
  }

  close(): void {
    this.flush()
    clearTimeout(this.#timer)
    this.#db = undefined
  }

  #take(line: Record<string, unknown>): void {
    const type = isStoredType(line['log_type']) ? line['log_type'] : log_type.service
    const facts: Facts = Object.fromEntries(
      Object.entries(line).filter(
        (field): field is [string, Facts[string]] => !not_facts.has(field[0]) && isFact(field[1]),
      ),
    )
    const texts = [line['msg'], line['app'], reasonIn(line['err'])].filter(
      (text) => typeof text === 'string' && text !== '',
    )
    const detail: LogDetail = {
      ...(typeof line['what'] === 'string' ? { what: line['what'] } : {}),
      ...(Object.keys(facts).length > 0 ? { facts } : {}),
    }
    this.#add({
      timestamp_ms: this.#now(),
      type,
      level: levels[String(line['level'])] ?? 'INFO',
      content: texts.join(': '),
      detail,
    })
  }

  #add(row: NewLog): void {
    if (this.#waiting.length >= max_waiting) this.#dropped++
    else this.#waiting.push(row)
    this.#scheduleFlush()
  }

  #scheduleFlush(): void {
    if (this.#db && this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.flush(), flush_ms).unref()
  }
}

const isStoredType = (type: unknown): type is StoredLogType =>
  type === 1 || type === 2 || type === 3 || type === 4
const isFact = (value: unknown): value is Facts[string] =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= 500)
const reasonIn = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined

const dropped = (n: number, now: number): NewLog => ({
  timestamp_ms: now,
  type: log_type.service,
  level: 'WARNING',
  content: `${n} lines were not kept: there were too many at once`,
  detail: { what: 'lines_dropped', facts: { n } },
})
