/**
 * The alarms of one box. Readings pass through the state machine, and each change is recorded in the table
 * and the log, and for the mail.
 */
import { isDeepStrictEqual } from 'node:util'
import { alarm_rules, log_type, type AlarmKind } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import {
  closeAlarm,
  dropNotice,
  insertAlarm,
  notice,
  openAlarms,
  renewFacts,
  type AlarmRow,
} from './alarm.store.ts'
import { mailIsSet } from './mail-progress.store.ts'
import { open, quiet, nextPhase, type Phase } from './machine.ts'
import type { Facts, Reading } from './reading.ts'
import { alarmMailRule } from './rule.store.ts'
import { isSilenced, silences } from './silence.store.ts'

const keyOf = ({ kind, subject }: Pick<Reading, 'kind' | 'subject'>): string => `${kind} ${subject}`

export type AlarmRegistry = {
  /**
   * Processes the readings made at `steady_ms` (monotonic clock). `gone`: whether a subject no longer exists.
   */
  take(
    readings: readonly Reading[],
    gone: (alarm: Pick<AlarmRow, 'kind' | 'subject'>) => boolean,
    steady_ms: number,
  ): void
}

/** Resumes the alarms that were open when the server ended. */
export function openAlarmRegistry(deps: Pick<Deps, 'db' | 'log' | 'now' | 'secrets'>): AlarmRegistry {
  const { db, log } = deps
  const open_now = new Map(openAlarms(db).map((row) => [keyOf(row), row]))
  const phases = new Map<string, Phase>([...open_now.keys()].map((key) => [key, open]))

  /** No notice is queued if mail is not set up or this kind is not to be mailed. */
  const noticeFor = (kind: AlarmKind) =>
    alarmMailRule(deps)[kind] && mailIsSet(deps) ? notice.waits : notice.none

  function raise({ kind, subject, name, facts }: Reading, lasted_ms: number): void {
    const raised_ms = deps.now()
    const { severity } = alarm_rules[kind]
    db.transaction(() =>
      insertAlarm(db, {
        kind,
        subject: subject.slice(0, 100),
        name: name.slice(0, 100),
        severity,
        facts,
        since_ms: raised_ms - Math.round(lasted_ms),
        raised_ms,
        raised_notice: noticeFor(kind),
      }),
    )
    log.warn(
      {
        log_type: log_type.alarm,
        what: 'alarm_raised',
        kind,
        subject,
        name,
        facts: factsText(facts),
        ...(kind === 'upgrade' && { reason: facts['reason'], from: facts['from'], result: facts['result'] }),
        ...(kind === 'data_file' && { damage: facts['damage'] }),
      },
      'an alarm was raised',
    )
  }

  function recover(row: AlarmRow): void {
    const now = deps.now()
    // An alarm that begins and ends within a silence is never mailed.
    const unmailed = isSilenced(silences(deps), row) && dropNotice(db, row.alarm_id)
    const is_mailed = row.raised_notice !== notice.none && !unmailed && alarmMailRule(deps).recovered
    closeAlarm(db, row.alarm_id, now, is_mailed ? notice.waits : notice.none)
    log.info(
      {
        log_type: log_type.alarm,
        what: 'alarm_recovered',
        kind: row.kind,
        subject: row.subject,
        name: row.name,
        lasted_s: Math.max(0, Math.round((now - row.since_ms) / 1000)),
      },
      'an alarm is over',
    )
  }

  function renew(): void {
    open_now.clear()
    for (const row of openAlarms(db)) open_now.set(keyOf(row), row)
  }

  return {
    take(readings, gone, steady_ms) {
      let changed = false
      for (const reading of readings) {
        const key = keyOf(reading)
        const before = phases.get(key) ?? quiet
        const rule = alarm_rules[reading.kind]
        const { phase, report } = nextPhase(
          before,
          reading.level,
          steady_ms,
          reading.at_once ? { ...rule, raise_s: 0 } : rule,
        )
        if (report === 'raised') raise(reading, before.phase === 'rising' ? steady_ms - before.from : 0)
        const row = open_now.get(key)
        if (report === 'recovered' && row) recover(row)
        const renews =
          row && reading.renews && reading.level === 'bad' && !isDeepStrictEqual(row.facts, reading.facts)
        if (renews) renewFacts(db, row.alarm_id, reading.facts)
        if (report || renews) changed = true
        if (phase.phase === 'quiet') phases.delete(key)
        else phases.set(key, phase)
        if (report) renew()
      }
      for (const [key, row] of open_now) {
        if (!gone(row)) continue
        recover(row)
        phases.delete(key)
        changed = true
      }
      if (changed) renew()
    },
  }
}

/** Facts for the log, which stores only strings and numbers. */
const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
