/** Reads the database while the server is running and reports every violated invariant. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabase, type Db } from '@parking/server/core/db.ts'

/** SQLITE_BUSY and SQLITE_CANTOPEN: the database cannot be opened at the moment. */
const not_now = [5, 14]

/**
 * Runs a query in one read transaction. Returns undefined if the database cannot be opened because the server
 * is migrating it. The connection is closed at once, so that recovery after a kill is left to the server.
 */
export function queryDatabase<T>(data: string, question: (db: Db) => T): T | undefined {
  const path = join(data, 'parking.db')
  // Without the server's shared-memory file, a reader would have to create it.
  if (!existsSync(`${path}-shm`)) return undefined
  let db: Db | undefined
  try {
    db = readDatabase(path)
    db.run('BEGIN')
    return question(db)
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && not_now.includes(Number(error.errcode) & 0xff))
      return undefined
    throw error
  } finally {
    db?.close()
  }
}

export type Sample = { created: number; deleted: number; by_status: ReadonlyMap<number, number> }

/**
 * The counters at one moment and what is wrong with them. `acked`: uuids that must exist, as events or
 * tombstones.
 */
export function sample(
  data: string,
  acked: readonly string[],
): { sample: Sample; wrong: string[] } | undefined {
  return queryDatabase(data, (db) => {
    const counted = (sql: string) =>
      new Map(db.all<{ status: number; n: number }>(sql).map(({ status, n }) => [status, n]))
    const { created = 0, deleted = 0 } =
      db.get<{ created: number; deleted: number }>('SELECT created, deleted FROM event_ledger') ?? {}
    const by_status = counted('SELECT status, count(*) AS n FROM event GROUP BY status')
    const tallied = counted('SELECT status, sum(n) AS n FROM event_tally GROUP BY status HAVING sum(n) <> 0')
    const tombstones = db.get<{ n: number }>(
      'SELECT count(*) AS n FROM event_tombstone t WHERE NOT EXISTS (SELECT 1 FROM event e WHERE ' +
        'e.uuid = t.uuid)',
    )?.n
    const events = [...by_status.values()].reduce((sum, n) => sum + n, 0)
    const wrong: string[] = []
    if (created !== events + deleted)
      wrong.push(`created ${created} is not the sum over statuses ${events} + deleted ${deleted}`)
    if (tombstones !== deleted) wrong.push(`deleted ${deleted}, but ${tombstones} tombstones`)
    for (const status of new Set([...by_status.keys(), ...tallied.keys()]))
      if (by_status.get(status) !== tallied.get(status))
        wrong.push(
          `status ${status}: ${by_status.get(status) ?? 0} events, tallied ` + `${tallied.get(status) ?? 0}`,
        )
    for (const uuid of acked)
      if (
        !db.get(
          'SELECT 1 FROM event WHERE uuid = :uuid UNION ALL SELECT 1 FROM event_tombstone WHERE uuid = :uuid',
          { uuid },
        )
      )
        wrong.push(`acknowledged, and not in the database: ${uuid}`)
    return { sample: { created, deleted, by_status }, wrong }
  })
}
