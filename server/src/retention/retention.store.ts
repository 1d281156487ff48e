/**
 * How long events, pictures and clips are kept: a settings document. A missing field has its factory value.
 */
import { retention_factory, type Body, type Retention } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

const key = 'retention'

export const retentionRule = ({ db }: Pick<Deps, 'db'>): Retention => ({
  ...retention_factory,
  ...readSetting<Partial<Retention>>(db, key, {}),
})

/** How many days rows and pictures are kept after an event was sent, skipped or discarded. */
export function retentionDays(
  deps: Pick<Deps, 'db'>,
): Pick<Retention, 'sent_days' | 'media_days' | 'skipped_days' | 'manual_days'> {
  const { sent_days, media_days, skipped_days, manual_days } = retentionRule(deps)
  return { sent_days, media_days, skipped_days, manual_days }
}

/** Changes the given fields. Notifies the worker (workers/retention.ts), which runs at once. */
export function updateRetention(
  deps: Pick<Deps, 'db' | 'now' | 'bus'>,
  change: Body<'update_retention'>,
): void {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  writeSetting(deps.db, key, { ...retentionRule(deps), ...given }, deps.now())
  deps.bus.emit('params')
}

/** Until when an event is kept, in milliseconds: its row, and its pictures and clip. */
export type KeptUntil = { row_ms: number; media_ms: number }

/**
 * Until when an event is kept by its age under the present rule; null while it waits for the platform or a
 * check, because such an event does not expire. Less on a full disk.
 */
export function keptUntil(deps: Pick<Deps, 'db'>, event_id: number): KeptUntil | null {
  const row = deps.db.get<{ kept_as: 0 | 1 | 2 | null; since_ms: number }>(
    'SELECT kept_as, since_ms FROM event WHERE event_id = ?',
    [event_id],
  )
  if (!row || row.kept_as === null) return null
  const { sent_days, media_days, skipped_days, manual_days } = retentionDays(deps)
  const days = [sent_days, skipped_days, manual_days][row.kept_as]!
  const untilAfter = (span_days: number): number => row.since_ms + span_days * 86_400_000
  return {
    row_ms: untilAfter(days),
    media_ms: untilAfter(row.kept_as === 0 ? Math.min(media_days, days) : days),
  }
}
