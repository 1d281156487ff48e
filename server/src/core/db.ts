/**
 * The embedded database, Node's own SQLite. Only this file uses its interface. Store functions take a `Db`
 * first; a transaction is the same `Db` with the statements inside `transaction`. Long because opening,
 * checking and migrating use the same interface.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DatabaseSync } from 'node:sqlite'

export type Value = string | number | bigint | null | Uint8Array
export type Row = Record<string, Value>
type Params = readonly Value[] | Readonly<Record<string, Value>>

export type Db = {
  all<R = Row>(sql: string, params?: Params): R[]
  get<R = Row>(sql: string, params?: Params): R | undefined
  run(sql: string, params?: Params): { changes: number; lastInsertRowid: number | bigint }
  /**
   * Runs `work` in one transaction: all of it or none. Nested calls join the outer one. With `later`, a power
   * cut may undo it, and everything committed since, until `sync` or the next commit that is forced to disk.
   */
  transaction<T>(work: () => T, forced?: 'now' | 'later'): T
  /** Forces to disk what was committed with `later`. */
  sync(): void
  close(): void
}

/** Only another program (a backup) can hold a lock, and waiting for it blocks everything else. */
const lock_wait_ms = 300

/** The fault of the database itself, if that is what an error reports: nothing was written. */
export function databaseFault(error: unknown): 'locked' | 'full' | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  const primary = Number(error.errcode) & 0xff // SQLite's primary result code
  return primary === 5 || primary === 6 ? 'locked' : primary === 13 ? 'full' : undefined
}

/** SQLite's codes for what cannot be read: a bad sector, a folder, less than was asked, its file system. */
const unreadable = [266, 522, 8_458]

/** Whether an error says that the file is no database, damaged, or cannot be opened (a folder, its mode). */
export const isFileDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  ([8, 11, 14, 26].includes(Number(error.errcode) & 0xff) || unreadable.includes(Number(error.errcode)))

/**
 * The name of the damaged file, if an error of the databases is about one; `otherwise` if the error does not
 * say which.
 */
export const damagedFile = (error: unknown, otherwise: string): string | undefined =>
  isFileDamage(error) ? ((error as { file?: string }).file ?? otherwise) : undefined

/** Closes a database that may be damaged. */
export function closeQuietly(db: Db): void {
  try {
    db.close()
  } catch {
    // the damage is reported already
  }
}

/**
 * Opens (or creates) the database at `path` and brings it up to date with the numbered files of `migrations`.
 */
export function openDatabase(path: string, migrations: string): Db {
  const { sqlite, db } = open(path)
  migrate(sqlite, db, migrations)
  return db
}

/** Opens (or creates) a separate database file next to the main one; `schema` must be safe to run again. */
export function openOwnDatabase(path: string, schema: string): Db {
  const { sqlite, db } = open(path)
  sqlite.exec(schema)
  return db
}

function open(path: string): { sqlite: DatabaseSync; db: Db } {
  const sqlite = new DatabaseSync(path, { timeout: lock_wait_ms })
  try {
    prepare(sqlite)
  } catch (error) {
    sqlite.close() // a damaged file must not stay open
    throw error
  }
  return { sqlite, db: wrap(sqlite, path) }
}

function prepare(sqlite: DatabaseSync): void {
  // Deleted rows must return their pages in small steps (workers/retention.ts). Only a new database accepts
  // this setting.
  sqlite.exec('PRAGMA auto_vacuum = INCREMENTAL')
  // FULL: an acknowledged event must survive a power cut, which WAL with NORMAL does not promise.
  sqlite.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000;
     PRAGMA secure_delete = ON`, // deleted content is overwritten in the file
  )
}

/** Opens the database of a running server read-only, without migrations; closing it leaves it unchanged. */
export function readDatabase(path: string, url: string | URL = path): Db {
  const sqlite = new DatabaseSync(url, { readOnly: true, timeout: 5_000 })
  return {
    ...wrap(sqlite, path),
    close() {
      // The driver closes at garbage collection; until then an open
      // transaction would keep the server's log from being reset.
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
      sqlite.close()
    },
  }
}

/** Checking every page of a larger database would delay a start by seconds. */
const fully_checked_bytes = 64 * 1024 * 1024

/**
 * Why the pages of a database at `path` cannot be trusted; undefined if they can. A larger one is checked for
 * its length and its schema only. Content that was changed inside its cell is not found here.
 */
function databaseFaultAt(db: Db, path: string): string | undefined {
  try {
    const number = (pragma: string) => Number(Object.values(db.get(`PRAGMA ${pragma}`) ?? {})[0] ?? 0)
    const bytes = number('page_count') * number('page_size')
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (log === 0 && statSync(path).size < bytes) return 'its end is missing'
    db.get('SELECT count(*) FROM sqlite_schema')
    if (bytes > fully_checked_bytes) return undefined
    const said = String(Object.values(db.get('PRAGMA quick_check(1)') ?? {})[0] ?? '')
    return said === 'ok' ? undefined : said.replaceAll(/\s+/g, ' ').trim()
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/**
 * Whether SQLite finds every page of a database in order, by a thread of its own: a large one takes minutes.
 * Rejects if it is aborted.
 */
export function hasSoundPages(path: string, signal: AbortSignal): Promise<boolean> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const { DatabaseSync } = require('node:sqlite')
     const said = new DatabaseSync(workerData, { readOnly: true }).prepare('PRAGMA quick_check(1)').get()
     parentPort.postMessage(Object.values(said)[0] === 'ok')`,
    { eval: true, workerData: path },
  )
  return new Promise<boolean>((resolve, reject) => {
    const stop = () => reject(new Error('The device stops'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
  }).finally(() => worker.terminate())
}

/** For `readDatabase`: the file without its write-ahead log. */
export function fileAlone(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

/**
 * Like `databaseFaultAt`, for a database that is not open here. Writes nothing: a full disk would otherwise
 * be taken for a damaged database. One with a write-ahead log needs room for its index (`needSpace`).
 */
export function databaseFaultIn(
  path: string,
  how: 'with its log' | 'alone' = 'with its log',
): string | undefined {
  if (!existsSync(path)) return 'it is missing'
  const alone = how === 'alone' || !existsSync(`${path}-wal`)
  try {
    const db = readDatabase(path, alone ? fileAlone(path) : path)
    try {
      return databaseFaultAt(db, path)
    } finally {
      db.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/** The number of the newest migration in a folder. */
export const newestMigration = (folder: string): number =>
  Number(migrationsIn(folder).at(-1)?.slice(0, 4) ?? 0)

const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()

/** Versions of SQLite, and of the newest migration that ran. */
export const databaseVersion = (db: Db): { sqlite: string | undefined; migration: number | undefined } => ({
  sqlite: db.get<{ version: string }>('SELECT sqlite_version() AS version')?.version,
  migration: db.get<{ user_version: number }>('PRAGMA user_version')?.user_version,
})

function wrap(sqlite: DatabaseSync, path: string): Db {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const made = sqlite.prepare(sql)
    if (prepared.size < 500) prepared.set(sql, made)
    return made
  }
  const bind = (params: Params): never[] => (Array.isArray(params) ? params : [params]) as never[]
  let depth = 0
  /** Whether something was committed that may not be on the disk yet. */
  let unforced = false
  const sync = () => {
    if (!unforced) return
    // SQLite's write-ahead log is the only file that it never locks, so closing it releases no lock.
    const log = openSync(`${path}-wal`, 'r+')
    try {
      fdatasyncSync(log)
    } finally {
      closeSync(log)
    }
    unforced = false
  }
  /** Errors say which database they are about (`damagedFile`). */
  const named = <R>(work: () => R): R => {
    try {
      return work()
    } catch (error) {
      throw isFileDamage(error) ? Object.assign(error as Error, { file: basename(path) }) : error
    }
  }
  /** Whether a nested call of the current transaction must be forced to disk. */
  let wants_force = false
  return {
    all: <R>(sql: string, params: Params = []) => named(() => statement(sql).all(...bind(params)) as R[]),
    get: <R>(sql: string, params: Params = []) =>
      named(() => statement(sql).get(...bind(params)) as R | undefined),
    run: (sql, params = []) => {
      const { changes, lastInsertRowid } = named(() => statement(sql).run(...bind(params)))
      return { changes: Number(changes), lastInsertRowid }
    },
    sync,
    transaction(work, forced = 'now') {
      if (depth > 0) {
        wants_force ||= forced === 'now'
        return work()
      }
      if (forced === 'later') sqlite.exec('PRAGMA synchronous = NORMAL')
      wants_force = false
      depth++
      try {
        sqlite.exec('BEGIN IMMEDIATE')
        const result = work()
        sqlite.exec('COMMIT')
        unforced ||= forced === 'later'
        if (wants_force) sync()
        return result
      } catch (error) {
        // On a full disk SQLite rolls back by itself, and a second ROLLBACK would hide the reason.
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
        throw error
      } finally {
        depth--
        if (forced === 'later') sqlite.exec('PRAGMA synchronous = FULL')
      }
    },
    close() {
      // The driver releases its statements late and leaves the log behind: its content is moved into the file
      // first.
      sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      sqlite.close()
    },
  }
}

/**
 * Files are named `0001-start.sql`; `user_version` is the number
 * of the last one that ran. Each runs in a transaction of its own.
 */
function migrate(sqlite: DatabaseSync, db: Db, folder: string): void {
  const at = Number(db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0)
  const newest = newestMigration(folder)
  if (at > newest)
    throw new Error(
      `The database is of a newer version (${at}) than this program (${newest}). ` +
        'Install the newer program again.',
    )
  for (const file of migrationsIn(folder)) {
    const number = Number(file.slice(0, 4))
    if (number <= at) continue
    db.transaction(() => {
      sqlite.exec(readFileSync(join(folder, file), 'utf8'))
      sqlite.exec(`PRAGMA user_version = ${number}`)
    })
  }
}
