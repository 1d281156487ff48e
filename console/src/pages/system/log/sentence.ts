/**
 * A log row as a sentence in the user's language if its message has a key, otherwise in the words of its
 * writer. Long because the facts of every message are read here.
 */
import { isAlarmSubject } from '@parking/contract/alarm/alarm-subjects.ts'
import { mail_steps, mailCause } from '@parking/contract/alarm/mail-steps.ts'
import { camera_finding } from '@parking/contract/camera/findings.ts'
import { camera_state, code, log_type, wordOf } from '@parking/contract/core/codes.ts'
import { translateDeviceText, type DeviceTextWords } from '#src/core/translate-device-text.ts'
import { personName, type PeopleWords } from '#src/core/people.ts'
import type { Areas } from '#src/locales/areas.ts'
import { damageText } from '#src/lib/damage-text.ts'
import { upgradeText } from '#src/lib/upgrade-text.ts'
import { formatTime } from '#src/time/time.ts'
import type { LogRow } from './filter.ts'

export type LogWords = {
  log: Areas['log']
  errors: Areas['errors']
  codes: Areas['codes']
  said: DeviceTextWords
  people: PeopleWords
}

export function logSentence(row: LogRow, words: LogWords): string {
  const times = row.facts?.['times']
  return said(row, words) + (typeof times === 'number' && times > 1 ? words.log.times(times) : '')
}

function said(row: LogRow, words: LogWords): string {
  const says = words.log.says
  const text = (name: string) => String(row.facts?.[name] ?? '')
  const number = (name: string) => Number(row.facts?.[name] ?? 0)
  const camera = () => text('camera_name') || text('camera_sn')
  const off = () => (Math.abs(number('offset_ms')) / 1000).toFixed(1)
  /** The step that failed, or the text of a device that names no step. */
  const why = () =>
    wordIn(words.log.camera_steps, text('step')) ?? translateDeviceText(text('why'), words.said)
  const person = (name: string) => personName(text(name), words.people)
  switch (row.what) {
    case 'call':
      return row.audit ? callSentence(row.audit, words) : row.content
    case 'log_deleted':
      return says.log_deleted(
        personName(row.audit?.who ?? '', words.people),
        number('deleted'),
        typeLabel(number('type'), words.codes),
        formatTime(number('end_ms')),
      )
    case 'started':
      return says.started(text('version'))
    case 'camera_state': {
      if (row.facts?.['state'] === camera_state.online)
        return number('lasted_s') > 0
          ? says.camera_online_after(camera(), number('lasted_s'))
          : says.camera_online(camera())
      return row.facts?.['state'] === camera_state.offline
        ? says.camera_offline(camera(), why())
        : says.camera_error(camera(), why())
    }
    case 'camera_flaps':
      return says.camera_flaps(camera(), number('changes'))
    case 'timer_no_picture':
      return says.timer_no_picture(camera(), why())
    case 'cut_after_exit':
      return says.cut_after_exit(text('lot_no'), number('cuts'))
    case 'camera_changed': {
      const finding = camera_finding.find((one) => one === text('finding')) ?? 'value_changed'
      return says.camera_changed[finding](camera(), text('said'))
    }
    case 'camera_picture': {
      const picture = text('picture')
      return says.camera_pictures[picture === 'dark' || picture === 'frozen' ? picture : 'well'](camera())
    }
    case 'scene_moved':
      return says.scene_moved(camera(), text('parking_no'), number('px'))
    case 'scene_lost':
      return says.scene_lost(camera(), text('parking_no'), number('minutes'))
    case 'scene_back':
      return says.scene_back(camera(), text('parking_no'))
    case 'queue_stalled':
    case 'storage_stalled':
    case 'lot_states_refused':
    case 'platform_down':
    case 'platform_refuses':
      return says[row.what](translateDeviceText(text('info'), words.said))
    case 'name_taken':
    case 'name_unique':
      return says[row.what](text('name'))
    case 'app_connected':
      return says.app_connected(text('name'), text('version'))
    case 'app_cut_off':
      return says.app_cut_off(wordIn(says.app_cut_off_reasons, text('reason')) ?? text('why'))
    case 'app_watching':
      return says.app_watching(number('cameras'), number('lots'))
    case 'app_camera_back':
      return says.app_camera_back(text('camera_name'), number('attempts'))
    case 'app_camera_silent':
      return says.app_camera_silent(text('camera_name'), translateDeviceText(text('why'), words.said))
    case 'app_slowed':
    case 'app_keeps_up':
      return says[row.what](text('camera_name'), number('seconds'))
    case 'app_event_refused':
      return says.app_event_refused(text('uuid'), text('said'))
    case 'alarm_raised':
    case 'alarm_recovered': {
      const kind = text('kind')
      const name = text('name') || (isAlarmSubject(text('subject')) ? '' : text('subject'))
      const what = `${wordIn(says.alarm_kinds, kind) ?? kind}${name === '' ? '' : `（${name}）`}`
      const facts = row.facts ?? {}
      const why =
        row.what === 'alarm_recovered'
          ? ''
          : kind === 'upgrade'
            ? `：${upgradeText(facts, says.upgrades)}`
            : kind === 'data_file'
              ? `：${damageText(facts, says.damages)}`
              : ''
      return says[row.what](what + why, number('lasted_s'))
    }
    case 'alarm_mail_failed': {
      const [step, said] = [text('step'), text('said')]
      const cause = mail_steps.find((one) => one === step)
      return says.alarm_mail_failed(cause ? words.log.mail_steps[mailCause(cause, said)] : step, said)
    }
    case 'alarm_mail_sent':
      return says.alarm_mail_sent(number('alarms'))
    case 'alarm_mail_refused':
      return says.alarm_mail_refused(text('addresses'), text('said'))
    case 'syslog_up':
      return says.syslog_up
    case 'syslog_down':
      return says.syslog_down(
        wordIn(words.log.syslog_steps, text('step')) ?? text('step'),
        translateDeviceText(text('said'), words.said),
      )
    case 'mqtt_up':
      return says.mqtt_up
    case 'mqtt_down':
      return says.mqtt_down(
        wordIn(words.log.mqtt_steps, text('step')) ?? text('step'),
        translateDeviceText(text('said'), words.said),
      )
    case 'mqtt_full':
      return says.mqtt_full(number('messages'))
    case 'mqtt_resend':
      return says.mqtt_resend(number('messages'), number('from_seq'), number('to_seq'))
    case 'params_refused':
      return says.params_refused(text('problems'))
    case 'app_ended':
      return says.app_ended(translateDeviceText(text('how'), words.said))
    case 'model_left':
      return says.model_left(text('name'), wordIn(says.model_left_reasons, text('why')) ?? text('why'))
    case 'trial_begun':
      return says.trial_started(
        person('by'),
        trial_kind[text('kind')] ?? text('kind'),
        text('old') || words.log.absent,
        text('new'),
      )
    case 'trial_confirmed':
      return says.trial_confirmed(trial_kind[text('kind')] ?? text('kind'), text('new'))
    case 'trial_rolled_back':
      return (
        says.trial_rolled_back(
          trial_kind[text('kind')] ?? text('kind'),
          wordIn(says.trial_reasons, text('reason')) ?? text('reason'),
          text('old') || words.log.absent,
        ) + (text('detail') === '' ? '' : says.trial_detail(text('detail')))
      )
    case 'clock_set':
      return says.clock_set(text('from'), text('to'))
    case 'camera_clock_set':
      return says.camera_clock_set(camera(), off())
    case 'camera_clock_left':
      return text('reason') === 'follows_ntp'
        ? says.camera_clock_follows(camera(), off())
        : says.camera_clock_refused(camera(), off())
    case 'vpn_failed':
      return says.vpn_failed(text('reason'))
    case 'restored':
      return says.restored(person('by'), text('snapshot'))
    case 'brought_back':
      return says.brought_back(person('by'), text('from'), text('snapshot'))
    case 'erasure_asked':
      return says.erasure_asked(person('by'))
    case 'erased':
      return says.erased(person('by'), text('sha256'))
    case 'admin_reset':
      return says.admin_reset(person('by'))
    case 'recovery_code_used':
      return says.recovery_code_used(person('by'), number('left'))
    case 'sessions_capped':
      return says.sessions_capped(person('by'), number('ended'), number('max'))
    case 'rebooted':
      return says.rebooted(number('seconds'))
    case 'unsent_at_risk':
      return says.unsent_at_risk(number('waiting'))
    case 'unsent_discarded':
      return says.unsent_discarded(number('events'))
    case 'lines_dropped':
      return says.lines_dropped(number('n'))
    case 'metrics_refused':
    case 'turned_away':
    case 'connections_refused':
    case 'cross_site':
      return says[row.what](text('address'))
    case 'stopped':
    case 'queue_moves':
    case 'storage_moves':
    case 'lot_states_taken':
    case 'platform_up':
    case 'app_gone':
    case 'vpn_connected':
    case 'storage_test_swept':
    case 'storage_test_left':
    case 'vpn_lost':
    case 'restore_failed':
    case 'restore_network_failed':
    case 'pictures_unjudged':
      return says[row.what]
    default:
      return lineWithoutKey(row, says)
  }
}

/**
 * A line without a key is shown unchanged; lines of the application and internal errors name their writer.
 */
function lineWithoutKey({ type, level, content }: LogRow, says: Areas['log']['says']): string {
  if (type === log_type.application) return says.app_line(content)
  const ours = type === log_type.service && (level === 'ERROR' || level === 'CRITICAL')
  return ours ? says.internal(content) : content
}

const wordIn = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const trial_kind: Readonly<Record<string, string>> = { ipv4: 'IPv4', dns: 'DNS', vpn: 'VPN' }

function callSentence(
  { who: name, call, address, code: answered }: NonNullable<LogRow['audit']>,
  words: LogWords,
): string {
  const says = words.log.says
  const who = personName(name, words.people) || words.log.anonymous
  if (call === 'login' && answered === code.success) return says.signed_in(who, address)
  if (call === 'login' && answered === code.failed) return says.sign_in_failed(who, address)
  if (call === 'login' && answered === code.busy) return says.sign_in_held(who, address)
  const label = callLabel(call, words.log)
  if (answered === code.success) return says.did(who, label)
  if (answered === code.permission_denied) return says.denied(who, label)
  return says.refused(who, label, resultLabel(answered, words))
}

export const callLabel = (call: string, words: Areas['log']): string =>
  Object.hasOwn(words.calls, call) ? words.calls[call as keyof Areas['log']['calls']] : words.other_call

export function resultLabel(answered: number, words: Pick<LogWords, 'log' | 'errors'>): string {
  const word = wordOf(code, answered)
  return word === undefined
    ? String(answered)
    : word === 'success'
      ? words.log.done
      : words.errors.codes[word]
}

export function typeLabel(type: number, codes: Areas['codes']): string {
  const word = wordOf(log_type, type)
  return word ? codes.log_type[word] : String(type)
}
