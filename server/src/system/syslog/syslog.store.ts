/** Syslog settings, the position sent so far, and the rows of the device's log that are sent. */
import { log_level, log_type, syslog_factory, type Answer } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'

export type SyslogSettings = Answer<'get_syslog'>
/** The last chain link (`seq`) and the last log row (`log_id`) that were sent. */
export type SyslogProgress = { chain_id: string; seq: number; log_id: number }
export type DeviceLogRow = {
  id: number
  type: number
  timestamp_ms: number
  level: number
  content: string
  detail: string | null
}

const [settings_key, progress_key] = ['syslog', 'syslog_progress']

export const syslogSettings = (db: Db): SyslogSettings => ({
  ...syslog_factory,
  ...readSetting<Partial<SyslogSettings>>(db, settings_key, {}),
})

export const writeSyslogSettings = (db: Db, settings: SyslogSettings, now: number): void =>
  writeSetting(db, settings_key, settings, now)

/** Alarms from before syslog was set up are not sent; the chain is sent from its first link. */
export function syslogProgress(db: Db, chain_id: string): SyslogProgress {
  const stored = readSetting<SyslogProgress | undefined>(db, progress_key, undefined)
  const log_id = stored?.log_id ?? db.get<{ id: number | null }>('SELECT max(id) AS id FROM log')?.id ?? 0
  return { chain_id, seq: stored?.chain_id === chain_id ? stored.seq : 0, log_id }
}

export const writeSyslogProgress = (db: Db, progress: SyslogProgress, now: number): void =>
  writeSetting(db, progress_key, progress, now)

const reported = [log_type.service, log_type.application, log_type.alarm].join(', ')

/**
 * Alarms and, with `events`, rows reported by the device and the analysis application. User rows are in the
 * chain. The plus sign makes SQLite walk the rows in id order instead of using an index.
 */
export const deviceRowsAfter = (db: Db, id: number, limit: number, events: boolean): DeviceLogRow[] =>
  db.all<DeviceLogRow>(
    `SELECT id, type, timestamp_ms, level, content, detail FROM log
     WHERE id > ? AND +type IN (${events ? reported : log_type.alarm})
     ORDER BY id LIMIT ?`,
    [id, limit],
  )

export const levelOf = (level: number): string => log_level[level] ?? 'INFO'
