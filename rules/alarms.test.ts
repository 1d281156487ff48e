/** The table of docs/alarms.md agrees with the contract on every kind of alarm. */
import { alarm_kinds, alarm_limits, alarm_rules, type AlarmKind } from '@parking/contract/alarm/alarm.ts'
import { upgrade_reasons } from '@parking/contract/alarm/upgrade-reasons.ts'
import { expect, test } from 'vitest'
import { textOf } from '../scripts/lib/sources.ts'

type Row = { kinds: AlarmKind[]; subject: string; raised: string; cleared: string; level: string }
const rows: Row[] = textOf('docs/alarms.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [kind = '', raised = '', cleared = '', level = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    const [names = '', subject = ''] = kind.split(', subject ')
    return { kinds: names.match(/[a-z_]+/g) as AlarmKind[], subject, raised, cleared, level }
  })
const ofKind = (kind: AlarmKind) => rows.filter(({ kinds }) => kinds.includes(kind))

test('every kind has one row without a subject, and no row has an unknown kind', () => {
  expect(rows.filter(({ subject }) => subject === '').flatMap(({ kinds }) => kinds)).toHaveLength(
    alarm_kinds.length,
  )
  expect([...new Set(rows.flatMap(({ kinds }) => kinds))].toSorted()).toEqual([...alarm_kinds].toSorted())
})

test.each(alarm_kinds)('the row of %s has the severity and the delays of the contract', (kind) => {
  const { severity, raise_s, recover_s } = alarm_rules[kind]
  for (const { subject, raised, cleared, level } of ofKind(kind)) {
    expect(level).toBe(severity)
    // A delay is given in seconds. Other times are conditions.
    const seconds = (text: string) =>
      [...text.matchAll(/for (\d+) s\b/g)].map(([, number = '']) => Number(number))
    expect([subject, seconds(raised)]).toEqual([subject, subject || raise_s === 0 ? [] : [raise_s]])
    expect([subject, seconds(cleared)]).toEqual([subject, recover_s === 0 ? [] : [recover_s]])
  }
})

test('the rows state the thresholds of the contract', () => {
  const { unseen_percent, latency_s } = alarm_limits
  const { disk_percent, queue_minutes, clock_ms, camera_clock_ms, sign_ins, certificate_days } = alarm_limits
  for (const [kind, raised, cleared] of [
    ['disk', `${disk_percent.bad} % free`, `${disk_percent.well} % or more`],
    ['queue', `${queue_minutes.bad} min old`, `${queue_minutes.well} min or less`],
    ['clock', `${clock_ms.bad / 1000} s or more`, `${clock_ms.well / 1000} s or less`],
    ['camera_clock', `${camera_clock_ms.bad / 1000} s or more`, `${camera_clock_ms.well / 1000} s or less`],
    ['camera_unseen', `${unseen_percent.bad} % or more`, `${unseen_percent.well} % or less`],
    ['overload', `${latency_s.bad} s or more`, `${latency_s.well} s or less`],
    ['sign_in', `${sign_ins.bad} failed sign-ins from one address`, 'none for 15 min'],
    [
      'certificate',
      `${certificate_days.first} days, and again (subject \`last\`) in ${certificate_days.last}`,
      '',
    ],
  ] as const) {
    const [row] = ofKind(kind)
    expect(row?.raised).toContain(raised)
    expect(row?.cleared).toContain(cleared)
  }
})

test('docs/upgrades.md, the contract and the guard have the same reasons for a failed upgrade', () => {
  const listed = [...textOf('docs/upgrades.md').matchAll(/^\| `([a-z_]+)` /gm)]
    .map(([, reason = '']) => reason)
    .filter((reason) => reason !== 'reason')
  expect(listed.toSorted()).toEqual([...upgrade_reasons].toSorted())
  const guard = textOf('deploy/guard/machine.mjs') + textOf('deploy/guard/health.mjs')
  for (const reason of upgrade_reasons) expect(guard).toContain(`'${reason}'`)
})
