/** Area `parking`: the calls about alarms, which are not in the specification. */
import {
  alarmCost,
  secret_mask,
  type alarm_calls,
  type Answer,
  type Body,
  type MailStep,
} from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { alarmMailRule, updateAlarmMailRule } from './rule.store.ts'
import type { Deps } from '../core/deps.ts'
import {
  acknowledge,
  alarmById,
  type AlarmRow,
  listAlarms,
  notice,
  openAlarms,
  pendingNotices,
} from './alarm.store.ts'
import { endSilence, isSilenced, setSilence, silences } from './silence.store.ts'
import { mailIsSet, mailProgress } from './mail-progress.store.ts'
import { randomBytes } from 'node:crypto'
import { placeIssues } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { badFields, failed, notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { mailOf, senderOf, serverOf } from './mail-sender.ts'
import { testMail } from './mail-text.ts'
import { mail_words } from './mail-words.ts'

export const alarm_handlers = {
  alarms: (body, context) => alarmList(body, context),
  get_alarm_mail: (_, context) => alarmMailRule(context),
  update_alarm_mail(change, context) {
    updateAlarmMailRule(context, change)
    return {}
  },
  test_mail: (body, context) => sendTestMail(body, context),
  acknowledge_alarm: ({ alarm_id }, context) => acknowledgeAlarm(alarm_id, context),
  silence_alarm: (body, context) => silenceAlarm(body, context),
} satisfies Handlers<keyof typeof alarm_calls>

/** The answer to the call `alarms`. */
function alarmList(body: Body<'alarms'>, deps: Pick<Deps, 'db' | 'secrets' | 'now'>): Answer<'alarms'> {
  const quiet = silences(deps)
  const isQuiet = (row: AlarmRow) => row.acknowledged_ms !== null || isSilenced(quiet, row)
  const { total, list } = listAlarms(deps.db, body, isQuiet)
  const { sent_ms, failures, next_ms, failed: step, tls, said } = mailProgress(deps)
  const open = openAlarms(deps.db)
  return {
    total,
    open: open.length,
    loud: open.filter((row) => !isQuiet(row)).length,
    silences: quiet,
    now_ms: deps.now(),
    list: list.map(({ raised_notice, recovered_notice, ...row }) => ({
      ...row,
      cost: alarmCost(row),
      mail: mailState(raised_notice, recovered_notice),
    })),
    mail: {
      ready: mailIsSet(deps),
      waiting: pendingNotices(deps.db).filter((row) => !isSilenced(quiet, row)).length,
      sent_ms,
      next_ms: failures > 0 ? next_ms : null,
      failures,
      failed: step,
      tls,
      said: said.slice(0, 2000),
    },
  }
}

/** The first user counts, so that two users who acknowledge at once see the same name. */
function acknowledgeAlarm(alarm_id: number, deps: CallContext): Answer<'acknowledge_alarm'> {
  const { db, session, now } = deps
  acknowledge(db, alarm_id, session.username, now())
  const row = alarmById(db, alarm_id)
  if (!row) throw notFound('The alarm')
  const { acknowledged_by, acknowledged_ms } = row
  if (acknowledged_ms === null) throw failed('The alarm has recovered')
  return { acknowledged_by, acknowledged_ms, yours: acknowledged_by === session.username }
}

function silenceAlarm(
  { kind, subject, minutes }: Body<'silence_alarm'>,
  deps: CallContext,
): Answer<'silence_alarm'> {
  const { db, session, now } = deps
  if (minutes === 0) {
    endSilence(deps, { kind, subject })
    return { until_ms: null }
  }
  const { list } = listAlarms(db, { kind, subject, page: 1, page_size: 1 }, () => false)
  if (!list[0]) throw notFound('The alarm')
  const until_ms = now() + minutes * 60_000
  setSilence(deps, { kind, subject, name: list[0].name, until_ms, by: session.username })
  return { until_ms }
}

function mailState(
  raised: AlarmRow['raised_notice'],
  recovered: AlarmRow['recovered_notice'],
): 'none' | 'waiting' | 'sent' {
  const states = [raised, recovered]
  if (states.some((state) => state === notice.waits || state === notice.partly)) return 'waiting'
  return states.includes(notice.mailed) ? 'sent' : 'none'
}

/** Throws if a field is missing or names a host that the device must not connect to. */
async function sendTestMail(typed: Body<'test_mail'>, deps: Deps): Promise<Answer<'test_mail'>> {
  const missing = (['email_server', 'from_email', 'to_email'] as const).filter(
    (field) => typed[field].length === 0,
  )
  if (missing.length > 0) throw badFields(missing.map((field) => ({ field, issue: 'required' })))
  const stored = readParam(deps, 'alarm_param')
  const issues = [
    ...reachIssues('alarm_param', typed, deps),
    ...placeIssues('alarm_param', stored, { ...stored, ...typed }, typed),
  ]
  if (issues.length > 0) throw badFields(issues)
  const param = {
    ...typed,
    from_auth: typed.from_auth === '' ? stored.from_auth : typed.from_auth,
    server_trust: typed.server_trust ?? stored.server_trust,
  }
  const sender = await senderOf(deps)
  const now = deps.now()
  const texts = testMail(sender, mail_words[alarmMailRule(deps).language], stampOf(now))
  const began = performance.now()
  const {
    failed: failed_step,
    tls,
    said,
    ...outcome
  } = await deps.mail.send(
    serverOf(param),
    mailOf(param, param.to_email, sender, texts, `test.${randomBytes(9).toString('hex')}`, now),
  )
  const step: MailStep | null = failed_step ?? null
  return {
    failed: step,
    tls: tls ?? null,
    said: withoutSecret(said, param.from_auth),
    ...outcome,
    refused: outcome.refused.map(({ address, said: words }) => ({
      address,
      said: withoutSecret(words, param.from_auth),
    })),
    took_ms: Math.round(performance.now() - began),
  }
}

/** Some servers repeat the credentials in their answer. */
const withoutSecret = (text: string, secret: string): string =>
  (secret.length < 3
    ? text
    : text.replaceAll(secret, secret_mask).replaceAll(Buffer.from(secret).toString('base64'), secret_mask)
  ).slice(0, 2000)
