/** A log row in the user's language where its message has a code, else in the device's own text. */
import { camera_state, code, log_type, wordOf } from '@parking/contract/core/codes.ts'
import type { Areas } from '#src/locales/areas.ts'
import { formatTime } from '#src/time/time.ts'
import type { LogRow } from './filter.ts'

export type LogWords = { log: Areas['log']; errors: Areas['errors']; codes: Areas['codes'] }

export function logSentence(row: LogRow, words: LogWords): string {
  const times = row.facts?.['times']
  return said(row, words) + (typeof times === 'number' && times > 1 ? words.log.times(times) : '')
}

function said(row: LogRow, words: LogWords): string {
  const says = words.log.says
  const text = (name: string) => String(row.facts?.[name] ?? '')
  switch (row.what) {
    case 'call':
      return row.audit ? callSentence(row.audit, words) : row.content
    case 'log_deleted':
      return says.log_deleted(
        row.audit?.who ?? '',
        Number(row.facts?.['deleted'] ?? 0),
        typeLabel(Number(row.facts?.['type'] ?? 0), words.codes),
        formatTime(Number(row.facts?.['end_ms'] ?? 0)),
      )
    case 'started':
      return says.started(text('version'))
    case 'camera_state': {
      const name = text('camera_name') || text('camera_sn')
      const lasted_s = Number(row.facts?.['lasted_s'] ?? 0)
      if (row.facts?.['state'] === camera_state.online)
        return lasted_s > 0 ? says.camera_online_after(name, lasted_s) : says.camera_online(name)
      return row.facts?.['state'] === camera_state.offline
        ? says.camera_offline(name, text('why'))
        : says.camera_error(name, text('why'))
    }
    case 'camera_flaps':
      return says.camera_flaps(text('camera_name') || text('camera_sn'), Number(row.facts?.['changes'] ?? 0))
    case 'timer_no_picture':
      return says.timer_no_picture(text('camera_name') || text('camera_sn'), text('why'))
    case 'cut_after_exit':
      return says.cut_after_exit(text('lot_no'), Number(row.facts?.['cuts'] ?? 0))
    case 'camera_picture': {
      const picture = text('picture')
      return says.camera_pictures[picture === 'dark' || picture === 'frozen' ? picture : 'well'](
        text('camera_name') || text('camera_sn'),
      )
    }
    case 'scene_moved':
      return says.scene_moved(
        text('camera_name') || text('camera_sn'),
        text('parking_no'),
        Number(row.facts?.['px'] ?? 0),
      )
    case 'scene_back':
      return says.scene_back(text('camera_name') || text('camera_sn'), text('parking_no'))
    case 'queue_stalled':
    case 'storage_stalled':
    case 'lot_states_refused':
    case 'platform_down':
    case 'platform_refuses':
      return says[row.what](text('info'))
    case 'name_taken':
    case 'name_unique':
      return says[row.what](text('name'))
    case 'app_connected':
      return says.app_connected(text('name'), text('version'))
    case 'app_cut_off':
      return says.app_cut_off(text('why'))
    case 'alarm_raised':
    case 'alarm_recovered': {
      const kind = text('kind')
      const kinds: Readonly<Record<string, string>> = says.alarm_kinds
      // The subject of `disk` is an internal name.
      const name = text('name') || (kind === 'disk' ? '' : text('subject'))
      return says[row.what](
        `${kinds[kind] ?? kind}${name === '' ? '' : `（${name}）`}`,
        Number(row.facts?.['lasted_s'] ?? 0),
      )
    }
    case 'alarm_mail_failed':
      return says.alarm_mail_failed(text('said'))
    case 'alarm_mail_sent':
      return says.alarm_mail_sent(Number(row.facts?.['alarms'] ?? 0))
    case 'alarm_mail_refused':
      return says.alarm_mail_refused(text('addresses'), text('said'))
    case 'params_refused':
      return says.params_refused(text('problems'))
    case 'app_ended':
      return says.app_ended(text('how'))
    case 'trial_begun':
      return says.trial_started(
        text('by'),
        trial_kind[text('kind')] ?? text('kind'),
        text('old') || words.log.absent,
        text('new'),
      )
    case 'trial_confirmed':
      return says.trial_confirmed(trial_kind[text('kind')] ?? text('kind'), text('new'))
    case 'trial_rolled_back': {
      const why = text('reason')
      const reasons: Readonly<Record<string, string>> = says.trial_reasons
      const detail = text('detail')
      return (
        says.trial_rolled_back(
          trial_kind[text('kind')] ?? text('kind'),
          reasons[why] ?? why,
          text('old') || words.log.absent,
        ) + (detail === '' ? '' : `：${detail}`)
      )
    }
    case 'clock_set':
      return says.clock_set(text('from'), text('to'))
    case 'vpn_failed':
      return says.vpn_failed(text('reason'))
    case 'restored':
      return says.restored(text('by'), text('snapshot'))
    case 'brought_back':
      return says.brought_back(text('by'), text('from'), text('snapshot'))
    case 'rebooted':
      return says.rebooted(Number(row.facts?.['seconds'] ?? 0))
    case 'unsent_at_risk':
      return says.unsent_at_risk(Number(row.facts?.['waiting'] ?? 0))
    case 'unsent_discarded':
      return says.unsent_discarded(Number(row.facts?.['events'] ?? 0))
    case 'lines_dropped':
      return says.lines_dropped(Number(row.facts?.['n'] ?? 0))
    case 'turned_away':
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
      return row.content
  }
}

const trial_kind: Readonly<Record<string, string>> = { ipv4: 'IPv4', dns: 'DNS', vpn: 'VPN' }

function callSentence(
  { who: name, call, address, code: answered }: NonNullable<LogRow['audit']>,
  words: LogWords,
): string {
  const says = words.log.says
  const who = name || words.log.anonymous
  if (call === 'login' && answered === code.success) return says.signed_in(who, address)
  if (call === 'login' && answered === code.failed) return says.sign_in_failed(who, address)
  if (call === 'login' && answered === code.busy) return says.sign_in_held(who, address)
  const label = callLabel(call, words.log)
  if (answered === code.success) return says.did(who, label)
  if (answered === code.permission_denied) return says.denied(who, label)
  return says.refused(who, label, resultLabel(answered, words))
}

export const callLabel = (call: string, words: Areas['log']): string =>
  Object.hasOwn(words.calls, call) ? words.calls[call as keyof Areas['log']['calls']] : call

export function resultLabel(answered: number, words: LogWords): string {
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
