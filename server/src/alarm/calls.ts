/** Area `parking`: the calls about alarms, which are not in the specification. */
import { secret_mask, type alarm_calls, type Answer, type Body, type MailStep } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { alarmMailRule, updateAlarmMailRule } from './rule.store.ts'
import type { Deps } from '../core/deps.ts'
import { type AlarmRow, countNotices, countOpen, listAlarms, notice } from './alarm.store.ts'
import { mailIsSet, mailProgress } from './mail-progress.store.ts'
import { randomBytes } from 'node:crypto'
import { placeIssues } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { badFields } from '../core/refusal.ts'
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
} satisfies Handlers<keyof typeof alarm_calls>

/** The answer to the call `alarms`. */
function alarmList(body: Body<'alarms'>, deps: Pick<Deps, 'db' | 'secrets' | 'now'>): Answer<'alarms'> {
  const { total, list } = listAlarms(deps.db, body)
  const { sent_ms, failures, next_ms, failed, tls, said } = mailProgress(deps)
  return {
    total,
    open: countOpen(deps.db),
    now_ms: deps.now(),
    list: list.map(({ raised_notice, recovered_notice, ...row }) => ({
      ...row,
      mail: mailState(raised_notice, recovered_notice),
    })),
    mail: {
      ready: mailIsSet(deps),
      waiting: countNotices(deps.db),
      sent_ms,
      next_ms: failures > 0 ? next_ms : null,
      failures,
      failed,
      tls,
      said: said.slice(0, 2000),
    },
  }
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
  const { failed, tls, said, ...outcome } = await deps.mail.send(
    serverOf(param),
    mailOf(param, param.to_email, sender, texts, `test.${randomBytes(9).toString('hex')}`, now),
  )
  const step: MailStep | null = failed ?? null
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
