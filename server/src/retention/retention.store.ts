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
