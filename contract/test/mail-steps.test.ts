/** What failed mails mean, by the replies that relays give word for word. */
import { mailCause, type MailCause, type MailStep } from '@parking/contract/alarm/mail-steps.ts'
import { expect, test } from 'vitest'

const rows: readonly (readonly [MailStep, string, MailCause])[] = [
  ['connect', 'ECONNREFUSED', 'connect'],
  ['greeting', '', 'greeting'],
  ['greeting', 'HTTP/1.1 400 Bad Request', 'greeting'],
  ['greeting', '220 FTP server ready', 'greeting'],
  ['greeting', '421 4.7.0 Too many connections', 'later'],
  ['greeting', '421', 'later'],
  ['greeting', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked', 'turned_away'],
  ['greeting', '554-relay 554 not allowed', 'turned_away'],
  ['greeting', '504 5.5.2 <box>: Helo command rejected: need fully-qualified hostname', 'turned_away'],
  ['unencrypted', '454 4.7.0 TLS not available', 'later'],
  ['unencrypted', '502 unknown', 'unencrypted'],
  ['sign_in', '454 4.7.0 Temporary authentication failure', 'later'],
  ['sign_in', '535-5.7.8 Username and Password not accepted. 535 5.7.8 x', 'sign_in'],
  ['sign_in', '535 5.7.139 SmtpClientAuthentication is disabled for the Tenant.', 'sign_in'],
  ['sign_in', 'AUTH NTLM GSSAPI', 'no_password'],
  ['sender', '530 5.7.0 Must issue a STARTTLS command first', 'wants_tls'],
  ['sender', '530 5.7.0 Authentication required', 'wants_sign_in'],
  ['sender', '530 5.7.57 Client not authenticated to send mail', 'wants_sign_in'],
  ['sender', '553 5.7.1 Sender address rejected: not logged in', 'wants_sign_in'],
  ['sender', '553 5.7.1 Sender address rejected: not owned by user', 'sender'],
  ['sender', '452 4.3.1 Insufficient system storage', 'later'],
  ['recipient', 'duty@example.com: 450 4.2.0 Greylisted', 'later'],
  ['recipient', 'duty@example.com: 451 4.7.1 Try again b@example.com: 450 4.2.0 Greylisted', 'later'],
  ['recipient', 'duty@example.com: 450 4.2.0 Greylisted b@example.com: 550 5.1.1 none', 'recipient'],
  ['recipient', 'duty@example.com: 550 5.7.1 Client was not authenticated', 'wants_sign_in'],
  ['recipient', 'duty@example.com: 554 5.7.1 Relay access denied', 'recipient'],
  ['message', '451 4.3.0 queue file write error', 'later'],
  ['message', '552 5.3.4 Message size exceeds fixed limit', 'message'],
  ['slow', '', 'slow'],
]

test.each(rows)('%s, "%s": %s', (step, said, cause) => expect(mailCause(step, said)).toBe(cause))
