/** An alarm in words: its name, its figures, and the help about it. */
import { alarm_subjects, isAlarmSubject } from '@parking/contract/alarm/alarm-subjects.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { translateDeviceText, type DeviceTextWords } from '#src/core/translate-device-text.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { damageText } from '#src/lib/damage-text.ts'
import { upgradeText } from '#src/lib/upgrade-text.ts'
import type { Areas } from '#src/locales/areas.ts'

export type Alarms = AnswerAt<'/api/parking/alarms'>
export type Row = Alarms['list'][number]
type Words = Areas['alarms']

export function nameOf(
  { kind, subject, name }: Pick<Row, 'kind' | 'subject' | 'name'>,
  words: Words,
  kinds: Areas['codes']['alarm_kind'],
): string {
  const about =
    name || (isAlarmSubject(subject) || (kind === 'certificate' && subject === 'last') ? '' : subject)
  return about ? words.about(kinds[kind], about) : kinds[kind]
}

/** The row of the help: its kind, or a subject with a help of its own. */
export const helpOf = ({ kind, subject }: Pick<Row, 'kind' | 'subject'>): keyof Words['help'] =>
  kind === 'queue' && subject === alarm_subjects.refused
    ? 'refused'
    : kind === 'disk' && subject === alarm_subjects.unsent
      ? 'unsent'
      : kind

/** The figures at the time the alarm was raised. */
export function factsText({ kind, facts }: Row, words: Words, said: DeviceTextWords): string {
  const number = (name: string) => Number(facts[name] ?? 0)
  const text = (name: string) => String(facts[name] ?? '')
  if (kind === 'disk' && 'waiting' in facts)
    return words.facts.unsent(bytesText(number('free')), number('waiting'))
  if (kind === 'disk') return words.facts.disk(bytesText(number('free')), number('percent'))
  if (kind === 'certificate') return words.facts.certificate(number('days'))
  if (kind === 'model') return words.facts.model(text('name'))
  if (kind === 'upgrade') return upgradeText(facts, words.upgrades)
  if (kind === 'data_file') return damageText(facts, words.damages)
  if (kind === 'queue' && 'events' in facts)
    return words.facts.refused(number('events'), translateDeviceText(text('said'), said))
  if (kind === 'queue') return words.facts.queue(number('minutes'))
  if (kind === 'clock')
    return words.facts.clock(
      (number('offset_ms') / 1000).toFixed(1),
      text('by') === 'platform' ? words.facts.clock_platform : text('by'),
    )
  if (kind === 'sign_in') return words.facts.sign_in(text('address'), number('failures'))
  if (kind === 'camera_unseen')
    return words.facts.unseen(number('percent'), translateDeviceText(text('why'), said))
  if (kind === 'overload')
    return words.facts.overload(number('cameras'), number('interval_s'), number('latency_s'))
  return translateDeviceText(text(kind === 'analysis' ? 'reason' : 'said'), said)
}
