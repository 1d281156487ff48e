/**
 * Builds the new database of a restore next to the current one: an empty one, or that of a snapshot, plus the
 * data to keep. Nothing is deleted from the old one, so no wiped data remains in free pages, and a failure
 * leaves everything as it was. Long because a restore and a return to a snapshot share its steps.
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { endAllUndos } from '#src/changes/change.store.ts'
import { databaseVersion, openDatabase, openOwnDatabase, readDatabase, type Db } from '#src/core/db.ts'
import { first_username } from '#src/user/first-user.ts'
import { endAllSessions } from '#src/user/session.store.ts'
import { addUser } from '#src/user/user.store.ts'
import { markPlan, type BringBackPlan, type Plan, type WipePlan } from './restore-plan.ts'
import {
  camera_settings,
  dropped_settings,
  filled_tables,
  lasting_settings,
  lasting_tables,
  network_settings,
  search_tables,
  tables_of,
  tallies,
} from './restore-tables.ts'
import { fileHash, holdsNoEvents, readAbout, snapshotFolder } from './snapshot-folder.ts'

export const incomingIn = (folder: string) => ({
  database: join(folder, 'parking.db.incoming'),
  key: join(folder, 'secret.key.incoming'),
})

/** A snapshot that was damaged after the call that asked for it had checked it. */
export class DamagedSnapshot extends Error {
  override readonly name = 'DamagedSnapshot'
  constructor(snapshot: string) {
    super(`The snapshot ${snapshot} is damaged`)
  }
}

/** Removes files left by an earlier attempt. */
export function dropIncoming(folder: string): void {
  const { database, key } = incomingIn(folder)
  for (const side of ['', '-wal', '-shm']) rmSync(`${database}${side}`, { recursive: true, force: true })
  rmSync(key, { recursive: true, force: true })
}

/** Returns when the new database is completely on the disk. Throws errors of the database or file system. */
export function buildIncoming(folder: string, migrations: string, plan: Plan): void {
  dropIncoming(folder)
  const old = join(folder, 'parking.db')
  openDatabase(old, migrations).close() // migrates it to this version and empties its write-ahead log
  const { database, key } = incomingIn(folder)
  if (plan.kind === 'bring_back') {
    copyFileSync(join(snapshotFolder(folder, plan.from), 'parking.db'), database)
    copyFileSync(join(snapshotFolder(folder, plan.from), 'secret.key'), key)
    const about = readAbout(folder, plan.from)
    if (about?.database.sha256 !== fileHash(database) || about.key_sha256 !== fileHash(key))
      throw new DamagedSnapshot(plan.from)
  }
  const db = openDatabase(database, migrations)
  try {
    // Related rows are copied together. Checking each row would only prevent SQLite from copying whole pages.
    db.run('PRAGMA foreign_keys = OFF')
    db.run('ATTACH ? AS old', [old])
    db.transaction(() => {
      if (plan.kind === 'bring_back') putBack(db, plan)
      else keepFrom(db, plan)
      markPlan(db, plan, plan.asked_ms)
    })
  } finally {
    db.close()
  }
  for (const file of plan.kind === 'bring_back' ? [database, key] : [database]) syncFile(file)
  for (const path of [old, database]) dropEmptyLog(path)
}

/**
 * Copies the configuration of the migrated database at `old`, without events and logs, to a new database at
 * `copy`. Returns when it is on the disk.
 */
export function copyConfiguration(old: string, copy: string): void {
  rmSync(copy, { force: true })
  // On a disk the server would wait for each step; to run the migrations again would take five times as long.
  const db = openOwnDatabase(':memory:', schemaOf(old))
  try {
    db.run('PRAGMA foreign_keys = OFF')
    db.run('ATTACH ? AS old', [old])
    db.transaction(() => {
      copyTables(db, [
        ...filled_tables,
        ...tables_of.network,
        ...tables_of.users.filter((table) => table !== 'sessions'),
        ...tables_of.cameras,
        ...tables_of.params,
      ])
      copySettings(db, 'NOT IN', [])
      for (const [table, zeros] of Object.entries(tallies)) db.run(`INSERT INTO main.${table} ${zeros}`)
    })
    db.run('VACUUM INTO ?', [copy])
  } finally {
    db.close()
  }
  syncFile(copy)
}

/** The statements that make an empty database like the one at `path`. */
function schemaOf(path: string): string {
  const db = readDatabase(path)
  try {
    const made = db.all<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
        ORDER BY type <> 'table', type = 'trigger'`,
    )
    const version = `PRAGMA user_version = ${databaseVersion(db).migration}`
    return [...made.map(({ sql }) => sql), version].join(';\n')
  } finally {
    db.close()
  }
}

function keepFrom(db: Db, { keep, password_hash, asked_ms }: WipePlan): void {
  copyTables(db, [...keep.flatMap((what) => tables_of[what]), ...lasting_tables])
  const belonging = [
    ['network', network_settings],
    ['cameras', camera_settings],
  ] as const
  const settings_of = (kept: boolean) =>
    belonging.flatMap(([what, names]) => (keep.includes(what) === kept ? names : []))
  const { sql, names } = keep.includes('params')
    ? { sql: 'NOT IN', names: [...dropped_settings, ...settings_of(false)] }
    : { sql: 'IN', names: [...lasting_settings, ...settings_of(true)] }
  copySettings(db, sql as 'IN' | 'NOT IN', names)
  if (keep.includes('users')) return
  addUser(
    db,
    {
      username: first_username,
      name: 'Administrator',
      role: 'admin',
      password_hash,
      must_change_password: true,
    },
    asked_ms,
  )
  db.run(
    `INSERT INTO settings (key, value, revision, changed_ms)
     VALUES ('first_password', '{"told":true}', 1, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [asked_ms],
  )
}

/**
 * Users of the snapshot must sign in again. Network and whitelist keep their current values, so that no user
 * is locked out.
 */
function putBack(db: Db, plan: BringBackPlan): void {
  const keeps_events = holdsNoEvents(plan.from)
  copyTables(db, [
    ...tables_of.network,
    ...(keeps_events ? tables_of.events : []),
    'throttle',
    ...lasting_tables,
  ])
  if (!keeps_events) {
    noteLostEvents(db, plan)
    keepSample(db)
  }
  endAllSessions(db)
  copySettings(db, 'IN', [
    ...lasting_settings.filter((name) => name !== 'restore_config'),
    ...network_settings,
  ])
}

/**
 * What was drawn stays drawn and what was judged stays judged, or a snapshot would take errors out of the
 * measured rates. What the snapshot alone has (its events were removed since) gets numbers before all others.
 */
function keepSample(db: Db): void {
  const [sample, correction] = ['accuracy_sample', 'accuracy_correction']
  db.run(`DELETE FROM main.${correction} WHERE sample_id IN (SELECT sample_id FROM main.${sample} AS one
    WHERE EXISTS (SELECT 1 FROM old.${sample} AS was WHERE was.uuid = one.uuid))`)
  db.run(`DELETE FROM main.${sample} WHERE uuid IN (SELECT uuid FROM old.${sample})`)
  const by = `(SELECT max(sample_id) - min(0, (SELECT ifnull(min(sample_id), 0) FROM old.${sample})) + 1
    FROM main.${sample})`
  const shift = db.get<{ by: number | null }>(`SELECT ${by} AS by`)?.by ?? 0
  db.run(`UPDATE main.${correction} SET sample_id = sample_id - ?`, [shift])
  db.run(`UPDATE main.${sample} SET sample_id = sample_id - ?`, [shift])
  for (const [table, number] of [
    [sample, ''],
    [correction, 'correction_id, '],
  ] as const) {
    const columns = storedColumns(db, table).replace(number, '')
    db.run(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table} ORDER BY rowid`)
  }
  db.run(`INSERT INTO main.accuracy_undrawn SELECT * FROM old.accuracy_undrawn WHERE true
    ON CONFLICT DO UPDATE SET n = max(n, excluded.n)`)
  // Further choices of the promise were tries, too.
  db.run(`UPDATE main.settings SET value = json_set(value, '$.promised_ms', json(ifnull((SELECT value ->
    '$.promised_ms' FROM old.settings WHERE key = 'accuracy'), '[]'))) WHERE key = 'accuracy'`)
}

/**
 * The events recorded since the snapshot are lost: each leaves a tombstone, so that the dossier of its stay
 * names it. The evidence log records what the others are now, because it may know a later state of them.
 */
function noteLostEvents(db: Db, { asked_ms, by }: BringBackPlan): void {
  const columns = 'uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, typed'
  db.run(
    `INSERT INTO main.event_tombstone (${columns}, deleted_ms, deleted_by)
     SELECT ${columns}, ?, ? FROM old.event JOIN old.place USING (place_id)
      WHERE uuid NOT IN (SELECT uuid FROM main.event UNION ALL SELECT uuid FROM main.event_tombstone)
     UNION ALL SELECT ${columns}, deleted_ms, deleted_by FROM old.event_tombstone
      WHERE uuid NOT IN (SELECT uuid FROM main.event_tombstone)`,
    [asked_ms, by],
  )
  const state = (database: string, of: string) =>
    [
      ...['status', 'moved_ms', 'checked_plate', 'comment', 'correction', 'media_gone_ms'].map(
        (name) => `${of}.${name}`,
      ),
      ...['event_attempt', 'event_check', 'drawn_picture', 'event_clip'].map(
        (table) => `(SELECT count(*) FROM ${database}.${table} AS x WHERE x.event_id = ${of}.event_id)`,
      ),
    ].join(', ')
  db.run(
    `INSERT OR IGNORE INTO main.proof_todo
     SELECT iif(was.uuid IS NULL, 0, 1), one.event_id, one.uuid
     FROM main.event AS one LEFT JOIN old.event AS was ON was.uuid = one.uuid
      WHERE (${state('main', 'one')}) IS NOT (${state('old', 'was')})`,
  )
}

/** Copies tables as they are, also those that triggers normally maintain (event_tally, event_ledger). */
function copyTables(db: Db, tables: readonly string[]): void {
  const triggers = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'",
  )
  for (const { name } of triggers) db.run(`DROP TRIGGER main.${name}`)
  for (const table of tables.toReversed()) db.run(`DELETE FROM main.${table}`)
  for (const table of tables) {
    const columns = storedColumns(db, table)
    db.run(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table}`)
  }
  if (tables.includes('log')) copyLastLogId(db)
  // The running server builds the search again (workers/event-chunk-builder.ts).
  if (tables.includes('event')) for (const table of search_tables) db.run(`DELETE FROM main.${table}`)
  for (const { sql } of triggers) db.run(sql)
  endAllUndos(db) // they apply to the other data
}

/** Excludes generated columns, which cannot be written. */
const storedColumns = (db: Db, table: string): string =>
  db
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table])
    .map(({ name }) => name)
    .join(', ')

/** Ensures that the id of a log row is never reused, even if the newest rows were deleted. */
function copyLastLogId(db: Db): void {
  db.run("DELETE FROM main.sqlite_sequence WHERE name = 'log'")
  db.run(
    `INSERT INTO main.sqlite_sequence (name, seq)
     SELECT name, seq FROM old.sqlite_sequence WHERE name = 'log'`,
  )
}

function copySettings(db: Db, which: 'IN' | 'NOT IN', names: readonly string[]): void {
  const marks = names.map(() => '?').join(', ')
  db.run(`DELETE FROM main.settings WHERE key ${which} (${marks})`, [...names])
  db.run(`INSERT INTO main.settings SELECT * FROM old.settings WHERE key ${which} (${marks})`, [...names])
}

/** Every page is in the file itself. A leftover log would corrupt the database renamed to this path. */
function dropEmptyLog(path: string): void {
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0)
    throw new Error(`The log of ${path} was not emptied`)
  for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true })
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
