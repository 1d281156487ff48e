/** Whether somebody has paused the uploading and sending of events. Kept, so that a restart in the middle of a pause does not end it. */
import type { Bus } from '../core/bus.ts'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

/** `paused_ms`: since when, in milliseconds since 1970; null where nothing is paused. */
export type SendingPause = { paused: boolean; paused_by: string; paused_ms: number | null }

const key = 'event_sending'
const going: SendingPause = { paused: false, paused_by: '', paused_ms: null }

export const sendingPause = (db: Db): SendingPause => readSetting<SendingPause>(db, key, going)

/** What is under way is not cut off. Where it is continued everything that waits goes at once. A pause that is one already stays whose and since when it was. */
export function setSendingPause(db: Db, bus: Bus, paused: boolean, by: string, now: number): void {
  if (sendingPause(db).paused === paused) return
  writeSetting<SendingPause>(db, key, paused ? { paused, paused_by: by, paused_ms: now } : going, now)
  if (!paused) bus.emit('resume')
}
