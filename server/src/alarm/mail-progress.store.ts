/** How the mails of the alarms are doing: survives a restart, so that a box that starts again and again does not send again and again. */
import type { MailStep, TlsError } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type MailProgress = {
  /** When the last mail was taken by the server. */
  sent_ms: number | null
  /** How many tries in a row have failed, and before when there is no other. */
  failures: number
  next_ms: number
  failed: MailStep | null
  tls: TlsError | null
  said: string
  /** Recipients of the last mail that did not get it yet: alarms whose notice is `partly` wait for them. */
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
export const keepMailProgress = ({ db, now }: Pick<Deps, 'db' | 'now'>, progress: MailProgress): void =>
  writeSetting(db, key, progress, now())

/** True where server, sender and a recipient are set. */
export function mailIsSet(deps: Pick<Deps, 'db' | 'secrets'>): boolean {
  const { email_server, from_email, to_email } = readParam(deps, 'alarm_param')
  return email_server !== '' && from_email !== '' && to_email.length > 0
}
