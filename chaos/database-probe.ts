/** Looks into the database beside the server, reading only, and says what does not hold. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabase, type Db } from '@parking/server/core/db.ts'

/** What cannot be opened just now: busy, or not there. */
const not_now = [5, 14]

/**
 * One look, at one moment, whatever the server writes meanwhile. Undefined where the database cannot be
 * opened just now: the server is bringing it up to date. It is closed again at once, so that what a kill
 * leaves behind is the server's to mend.
 */
export function queryDatabase<T>(data: string, question: (db: Db) => T): T | undefined {
  const path = join(data, 'parking.db')
  // Without the log that the server keeps in memory a reader would have to write.
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
 * What a moment counts, and what is wrong with it, as sentences. `acked`: uuids that must be there, as events
 * or as tombstones.
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
    const told = counted('SELECT status, sum(n) AS n FROM event_tally GROUP BY status HAVING sum(n) <> 0')
    const tombstones = db.get<{ n: number }>(
      'SELECT count(*) AS n FROM event_tombstone t WHERE NOT EXISTS (SELECT 1 FROM event e WHERE ' +
        'e.uuid = t.uuid)',
    )?.n
    const events = [...by_status.values()].reduce((sum, n) => sum + n, 0)
    const wrong: string[] = []
    if (created !== events + deleted)
      wrong.push(`created ${created} is not the sum over statuses ${events} + deleted ${deleted}`)
    if (tombstones !== deleted) wrong.push(`deleted ${deleted}, but ${tombstones} tombstones`)
    for (const status of new Set([...by_status.keys(), ...told.keys()]))
      if (by_status.get(status) !== told.get(status))
        wrong.push(`status ${status}: ${by_status.get(status) ?? 0} events, told ${told.get(status) ?? 0}`)
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
