/** Why a mail failed: the step, and what the server's reply says about it. */

/**
 * The steps of sending a mail, in order. implicit_tls: the server encrypts from the first byte and does not
 * answer a client that does not. unencrypted: the server offers no encryption, so no password is sent.
 * sender, recipient: the server refused them. message: refused after the transfer. slow: a
 * test ended before the server had answered; an alarm waits for ten minutes.
 */
export const mail_steps = [
  'address',
  'name',
  'connect',
  'greeting',
  'implicit_tls',
  'tls',
  'unencrypted',
  'sign_in',
  'sender',
  'recipient',
  'message',
  'slow',
] as const
export type MailStep = (typeof mail_steps)[number]

/**
 * Beyond the steps. `later`: the reply asks to try again (4xx: greylisting, too many connections).
 * `turned_away`: a mail server refuses the connection. `no_password`: it signs in without passwords only.
 * `wants_sign_in`, `wants_tls`: it takes no mail before that.
 */
export const mail_causes = [
  ...mail_steps,
  'later',
  'turned_away',
  'no_password',
  'wants_sign_in',
  'wants_tls',
] as const
export type MailCause = (typeof mail_causes)[number]

const with_mail: readonly MailStep[] = ['sender', 'recipient', 'message']

/** `said`: the server's reply, each after `ADDRESS: ` if it refused the recipients; may be cut or empty. */
export function mailCause(failed: MailStep, said: string): MailCause {
  const replies = [...said.matchAll(/(?:^|\S+@\S+: )([45])\d\d(?=[ -]|$)/g)]
  if (replies.length > 0 && replies.every(([, first]) => first === '4')) return 'later'
  const is_refusal = replies.length > 0
  if (failed === 'greeting' && is_refusal) return 'turned_away'
  if (failed === 'sign_in' && said.startsWith('AUTH ')) return 'no_password'
  if (with_mail.includes(failed) && is_refusal) {
    if (/STARTTLS|TLS (is )?required/i.test(said)) return 'wants_tls'
    if (/(^|: )530[ -]|authenticat|(sign|log)(ged)? ?in/i.test(said)) return 'wants_sign_in'
  }
  return failed
}
