/**
 * The settings document that says which alarms are mailed and how. Missing fields have their factory value.
 */
import { alarm_mail_factory, type Answer, type Body } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type AlarmMailRule = Answer<'get_alarm_mail'>

const key = 'alarm_mail'

export const alarmMailRule = ({ db }: Pick<Deps, 'db'>): AlarmMailRule => ({
  ...alarm_mail_factory,
  ...readSetting<Partial<AlarmMailRule>>(db, key, {}),
})

/** Changes the given fields only. */
export function updateAlarmMailRule(
  deps: Pick<Deps, 'db' | 'now' | 'bus'>,
  change: Body<'update_alarm_mail'>,
): void {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  writeSetting(deps.db, key, { ...alarmMailRule(deps), ...given }, deps.now())
  deps.bus.emit('params')
}
