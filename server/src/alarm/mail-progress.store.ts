/**
 * Progress of the alarm mails. Survives a restart, so that a box that keeps restarting does not keep mailing.
 */
import type { MailStep, TlsError } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type MailProgress = {
  /** When the mail server accepted the last mail. */
  sent_ms: number | null
  /** Number of consecutive failed attempts, and the earliest time of the next attempt. */
  failures: number
  next_ms: number
  failed: MailStep | null
  tls: TlsError | null
  said: string
  /** Recipients that the last mail has not reached yet. Alarms whose notice is `partly` wait for them. */
  left: string[]
}

const key = 'alarm_mail_progress'
const none: MailProgress = {
  sent_ms: null,
  failures: 0,
  next_ms: 0,
  failed: null,
  tls: null,
  said: '',
  left: [],
}

export const mailProgress = ({ db }: Pick<Deps, 'db'>): MailProgress => ({
  ...none,
  ...readSetting<Partial<MailProgress>>(db, key, {}),
})
export const writeMailProgress = ({ db, now }: Pick<Deps, 'db' | 'now'>, progress: MailProgress): void =>
  writeSetting(db, key, progress, now())

/** Whether server, sender and a recipient are set. */
export function mailIsSet(deps: Pick<Deps, 'db' | 'secrets'>): boolean {
  const { email_server, from_email, to_email } = readParam(deps, 'alarm_param')
  return email_server !== '' && from_email !== '' && to_email.length > 0
}
