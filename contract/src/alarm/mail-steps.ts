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
 * `wants_sign_in`, `wants_tls`: it takes no mail before that. `no_relay`: it takes none
 * for other servers from this device.
 */
export const mail_causes = [
  ...mail_steps,
  'later',
  'turned_away',
  'no_password',
  'wants_sign_in',
  'wants_tls',
  'no_relay',
] as const
export type MailCause = (typeof mail_causes)[number]

const with_mail: readonly MailStep[] = ['sender', 'recipient', 'message']

/**
 * What a server complains of, with 4xx too: Postfix refuses to relay with 454 (wader/postfix-relay 107). It
 * gives reasons that concern the sender and the device at the recipient (mailcow 253).
 */
const lasting: readonly (readonly [pattern: RegExp, cause: MailCause])[] = [
  [/relay(ing)? (access )?(is )?(denied|prohibited|not (permitted|allowed))/i, 'no_relay'],
  [/(unable|not (permitted|allowed)) to relay|do(es)? not relay|rcpthosts/i, 'no_relay'],
  [/sender address rejected(?!: not logged in)|not owned by|send ?as ?denied|to send as/i, 'sender'],
  [/mail from .*(must|should) (be|equal)/i, 'sender'],
  [/helo command rejected|client host|blocked using|cannot find your/i, 'turned_away'],
]
const others: typeof lasting = [
  [/STARTTLS|(TLS|encryption) (is )?required/i, 'wants_tls'],
  [/(^|: )530[ -]|authenticat|(sign|log)(ged)? ?in/i, 'wants_sign_in'],
]

/** `said`: the server's reply, each after `ADDRESS: ` if it refused the recipients; may be cut or empty. */
export function mailCause(failed: MailStep, said: string): MailCause {
  const replies = [...said.matchAll(/(?:^|\S+@\S+: )([45])\d\d(?=[ -]|$)/g)]
  const is_refusal = replies.length > 0
  const named = (table: typeof lasting) =>
    with_mail.includes(failed) && is_refusal ? table.find(([pattern]) => pattern.test(said))?.[1] : undefined
  const cause = named(lasting)
  if (cause) return cause
  if (is_refusal && replies.every(([, first]) => first === '4')) return 'later'
  if (failed === 'greeting' && is_refusal) return 'turned_away'
  if (failed === 'sign_in' && said.startsWith('AUTH ')) return 'no_password'
  return named(others) ?? failed
}
