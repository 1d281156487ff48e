/**
 * Whether a user has paused uploading and sending. It is stored, so that a restart does not end the pause.
 */
import type { Bus } from '../core/bus.ts'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

/** `paused_ms`: since when, in milliseconds since 1970; null if not paused. */
export type SendingPause = { paused: boolean; paused_by: string; paused_ms: number | null }

const key = 'event_sending'
const not_paused: SendingPause = { paused: false, paused_by: '', paused_ms: null }

export const sendingPause = (db: Db): SendingPause => readSetting<SendingPause>(db, key, not_paused)

/**
 * Running requests are not aborted. When a pause ends, all waiting events become due at once. Pausing again
 * keeps the first user and time.
 */
export function setSendingPause(db: Db, bus: Bus, paused: boolean, by: string, now: number): void {
  if (sendingPause(db).paused === paused) return
  writeSetting<SendingPause>(db, key, paused ? { paused, paused_by: by, paused_ms: now } : not_paused, now)
  if (!paused) bus.emit('resume')
}
