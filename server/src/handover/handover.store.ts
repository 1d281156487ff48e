/**
 * Stored state of the installation: test results and postponed steps. Also reads the event that proves it.
 */
import {
  event_status,
  event_type,
  type HandoverResult,
  type HandoverTest,
  type InstallStep,
} from '@parking/contract'
import type { Db } from '../core/db.ts'
import { changedMs, readSetting, writeSetting } from '../core/settings.store.ts'

const key = 'handover'
export type StoredResult = Omit<HandoverResult, 'test' | 'stale'>
type Stored = { tests: Partial<Record<HandoverTest, StoredResult>>; put_off: readonly InstallStep[] }
const factory: Stored = { tests: {}, put_off: [] }

export const storedHandover = (db: Db): Stored => ({
  ...factory,
  ...readSetting<Partial<Stored>>(db, key, {}),
})

export function storeResult(db: Db, test: HandoverTest, result: StoredResult): void {
  const stored = storedHandover(db)
  writeSetting<Stored>(db, key, { ...stored, tests: { ...stored.tests, [test]: result } }, result.tested_ms)
}

export function storePutOff(db: Db, step: InstallStep, put_off: boolean, now: number): void {
  const stored = storedHandover(db)
  const others = stored.put_off.filter((one) => one !== step)
  writeSetting<Stored>(db, key, { ...stored, put_off: put_off ? [...others, step] : others }, now)
}

/** The settings documents that a test depends on. Its result is stale after one of them was changed. */
const settings_of: Partial<Record<HandoverTest, readonly string[]>> = {
  time: ['ntp'],
  platform: ['platform_param'],
  object_storage: ['storage_param'],
}

export const isStale = (db: Db, test: HandoverTest, tested_ms: number): boolean =>
  (settings_of[test] ?? []).some((name) => (changedMs(db, name) ?? 0) > tested_ms)

const printed = ['basic_info', 'address', 'ntp', 'platform_param', 'storage_param', key] as const

/** When anything printed on the sheet was last changed, in milliseconds since 1970. 0 if never. */
export const lastChange = (db: Db): number =>
  Math.max(
    ...printed.map((name) => changedMs(db, name) ?? 0),
    db.get<{ ms: number | null }>('SELECT max(update_ms) AS ms FROM scene')?.ms ?? 0,
    db.get<{ ms: number | null }>('SELECT max(max(state_ms), max(create_ms)) AS ms FROM camera')?.ms ?? 0,
  )

export type ProofRow = {
  event_id: number
  uuid: string
  event_type: number
  lot_no: string
  camera_name: string
  plate_number: string
  plate_color: string
  confidence: number
  event_ms: number
  create_ms: number
  send_ms: number | null
  response_ms: number | null
  response_status: number
  response_info: string
  pictures: number
  bytes: number
  answered: boolean
}

const types = [event_type.initial_entry, event_type.entry, event_type.exit].join()
const success = `status = ${event_status.sent} AND response_status = 0`

/**
 * The first entry or exit that the platform has accepted, else the newest one. Undefined if there is none.
 */
export function proofRow(db: Db): ProofRow | undefined {
  // The tally shows whether there is one, so that a million unaccepted events are not searched.
  const answered =
    db.get(`SELECT 1 FROM event_tally WHERE event_type IN (${types}) AND ${success} AND n > 0 LIMIT 1`) !==
    undefined
  const row = db.get<Omit<ProofRow, 'pictures' | 'bytes' | 'answered'>>(
    `SELECT event_id, uuid, event_type, lot_no, camera_name, plate_number, plate_color, confidence, event_ms,
       create_ms, send_ms, response_ms, response_status, response_info
     FROM event JOIN place USING (place_id) WHERE event_type IN (${types}) ${answered ? `AND ${success}` : ''}
     ORDER BY event_id ${answered ? 'ASC' : 'DESC'} LIMIT 1`,
  )
  if (!row) return undefined
  const pictures = db.get<{ n: number; bytes: number }>(
    'SELECT count(*) AS n, ifnull(sum(bytes), 0) AS bytes FROM event_picture WHERE event_id = ?',
    [row.event_id],
  )
  return { ...row, pictures: pictures?.n ?? 0, bytes: pictures?.bytes ?? 0, answered }
}
