/**
 * Sends alarms by mail: the first at once, later ones in a digest. After a failure, the next attempt (with
 * backoff, also after a restart) builds a new mail from everything pending, so a mail server that was down
 * for days gets one mail. Long because choosing, sending and retrying share the progress.
 */
import { log_type, type Params } from '@parking/contract'
import { countOpen, moveNotices, notice, pendingNotices, type AlarmRow } from '../alarm/alarm.store.ts'
import {
  writeMailProgress,
  mailIsSet,
  mailProgress,
  type MailProgress,
} from '../alarm/mail-progress.store.ts'
import { mailOf, senderOf, serverOf } from '../alarm/mail-sender.ts'
import { alarmMail } from '../alarm/mail-text.ts'
import { mail_words } from '../alarm/mail-words.ts'
import { alarmMailRule } from '../alarm/rule.store.ts'
import { isSilenced, silences } from '../alarm/silence.store.ts'
import type { HeadSource } from '../core/audit-head.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { readParam } from '../params/param.store.ts'
import type { MailOutcome } from '../ports/mail-port.ts'
import { stampOf } from '../core/stamp.ts'
import { backoff, type Random } from '../core/flow/retry-backoff.ts'

export type AlarmMailOptions = {
  random?: Random
  /** Alarms within this time after the first share its mail, in milliseconds. */
  gather_ms?: number
  first_delay_ms?: number
  max_delay_ms?: number
}
export type AlarmMailer = Part & {
  /** Sends what is due; resolves after the attempt. */
  runNow(): Promise<void>
}

/**
 * `from`: the notice of the rows. Rows with the notice `partly` go to the recipients that do not have them
 * yet.
 */
type Batch = { rows: AlarmRow[]; from: 1 | 3; to: readonly string[] }

export function createAlarmMail(
  deps: Deps & { audit_chain: HeadSource },
  {
    random = Math.random,
    gather_ms = 5_000,
    first_delay_ms = 60_000,
    max_delay_ms = 3_600_000,
  }: AlarmMailOptions = {},
): AlarmMailer {
  const { db, log } = deps
  const ending = new AbortController()
  let under_way: Promise<void> | undefined

  async function send(): Promise<void> {
    if (ending.signal.aborted || !mailIsSet(deps)) return
    const param = readParam(deps, 'alarm_param')
    const batch = batchDue(param)
    if (!batch) return
    const now = deps.now()
    const sender = await senderOf(deps)
    const news = batch.rows.map((row) => ({
      row,
      raised: row.raised_notice === batch.from,
      recovered: row.recovered_notice === batch.from,
    }))
    const texts = alarmMail(
      news,
      countOpen(db),
      sender,
      mail_words[alarmMailRule(deps).language],
      stampOf,
      deps.audit_chain.headToSend(),
    )
    const last = batch.rows.at(-1)
    const outcome = await deps.mail.send(
      serverOf(param),
      mailOf(
        param,
        batch.to,
        sender,
        texts,
        `alarm.${last?.alarm_id ?? 0}.${batch.rows.length}.${now.toString(36)}`,
        now,
      ),
      ending.signal,
      true,
    )
    if (!ending.signal.aborted) settle(batch, outcome)
  }

  /** What to send now; undefined if nothing is due yet. */
  function batchDue({ to_email }: Params['alarm_param']): Batch | undefined {
    const progress = mailProgress(deps)
    const now = deps.now()
    if (inFuture(progress.next_ms, now, max_delay_ms)) return undefined
    const pending = pendingNotices(db)
    const inState = (state: number) =>
      pending.filter((row) => row.raised_notice === state || row.recovered_notice === state)
    const partly = inState(notice.partly)
    if (partly.length > 0) {
      const to = progress.left.filter((address) => to_email.includes(address))
      if (to.length > 0) return { rows: partly, from: notice.partly, to }
      moveNotices(db, partly, notice.partly, notice.mailed) // refused recipients are not retried
    }
    const quiet = silences(deps)
    const rows = inState(notice.waits).filter((row) => !isSilenced(quiet, row))
    if (rows.length === 0) return undefined
    const digest_ms = alarmMailRule(deps).digest_minutes * 60_000
    if (progress.sent_ms !== null && inFuture(progress.sent_ms + digest_ms, now, digest_ms)) return undefined
    const first = Math.min(
      ...rows.map((row) =>
        row.raised_notice === notice.waits ? row.raised_ms : (row.recovered_ms ?? row.raised_ms),
      ),
    )
    return inFuture(first + gather_ms, now, gather_ms)
      ? undefined
      : { rows, from: notice.waits, to: to_email }
  }

  function settle({ rows, from }: Batch, outcome: MailOutcome): void {
    const before = mailProgress(deps)
    const now = deps.now()
    const { failed, tls, said, refused } = outcome
    if (failed) {
      const failures = before.failures + 1
      writeMailProgress(deps, {
        ...before,
        failures,
        next_ms: now + Math.max(first_delay_ms / 2, backoff(failures, first_delay_ms, max_delay_ms, random)),
        failed,
        tls: tls ?? null,
        said,
      })
      if (before.failed !== failed)
        log.warn(
          { log_type: log_type.service, what: 'alarm_mail_failed', step: failed, said: said.slice(0, 500) },
          'the mail of the alarms could not be sent; it is tried again',
        )
      return
    }
    const left = refused.filter(({ for_good }) => !for_good).map(({ address }) => address)
    const lost = refused.filter(({ for_good }) => for_good).map(({ address }) => address)
    const failures = left.length > 0 ? before.failures + 1 : 0
    const progress: MailProgress = {
      sent_ms: from === notice.waits ? now : before.sent_ms,
      failures,
      next_ms:
        left.length > 0
          ? now + Math.max(first_delay_ms / 2, backoff(failures, first_delay_ms, max_delay_ms, random))
          : 0,
      failed: refused.length > 0 ? 'recipient' : null,
      tls: null,
      said: refused
        .map((one) => `${one.address}: ${one.said}`)
        .join(' ')
        .slice(0, 2000),
      left,
    }
    db.transaction(() => {
      moveNotices(db, rows, from, left.length > 0 ? notice.partly : notice.mailed)
      writeMailProgress(deps, progress)
    })
    log.info(
      {
        log_type: log_type.service,
        what: 'alarm_mail_sent',
        alarms: rows.length,
        to: outcome.accepted.length,
      },
      'the alarms were mailed',
    )
    if (lost.length > 0)
      log.warn(
        {
          log_type: log_type.service,
          what: 'alarm_mail_refused',
          addresses: lost.join(', ').slice(0, 500),
          said: progress.said.slice(0, 500),
        },
        'the mail server does not take some recipients of the alarms',
      )
  }

  const runNow = () =>
    (under_way ??= send()
      .catch((error: unknown) => log.error({ err: error }, 'the alarms could not be mailed'))
      .finally(() => (under_way = undefined)))
  /** After a change of the settings the next attempt is due at once. */
  const settingsChanged = () => {
    const progress = mailProgress(deps)
    if (progress.failures > 0) writeMailProgress(deps, { ...progress, next_ms: 0 })
  }
  let unsubscribe: (() => void) | undefined
  return {
    runNow,
    start() {
      unsubscribe = deps.bus.subscribe('params', settingsChanged)
    },
    async stop() {
      unsubscribe?.()
      ending.abort()
      await under_way
    },
  }
}

/** Whether a time is still to come. A time that is too far away was stored before the clock was set. */
const inFuture = (moment: number, now: number, at_most: number): boolean =>
  moment > now && moment - now <= at_most * 2
