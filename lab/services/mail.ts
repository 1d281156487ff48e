/** Mail servers: the test mail of the alarm settings, and whether it is in the mailbox. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import { type Bench, type Row, tls_files } from './row.ts'

const { certificate, key } = tls_files
const account = 'useradd --create-home duty; install -d -m 1777 /var/mail; ln -sfn /var/mail /var/spool/mail'
const box = '/var/mail/duty'

async function test({ device, admin, root, certificate: trust }: Bench): Promise<string> {
  const param = {
    email_server: 'localhost:25',
    from_user: '',
    from_auth: '',
    from_email: 'box@lab.example',
    to_email: ['duty@localhost'],
    server_trust: trust,
  }
  const { data, message } = await device.call('test_mail', param, admin)
  if (!data || !('failed' in data)) return message
  if (data.failed === 'tls') return `refused: the certificate (${data.tls})`
  if (data.failed) return `${data.failed}: ${data.said}`
  if (data.refused.length > 0) return `the recipient is refused: ${data.refused[0]!.said}`
  await until(async () => mailIn(root) !== '', 20_000, 'the mail in the mailbox')
  return `the mail arrives; encryption: ${data.protection}`
}

/** mbox, or Maildir in the home of the user. */
function mailIn(root: string): string {
  if (existsSync(join(root, box))) return readFileSync(join(root, box), 'utf8')
  const folder = join(root, 'home/duty/Maildir/new')
  return existsSync(folder) ? readdirSync(folder).join('') : ''
}

const postfix = { server: 'Postfix', packages: ['postfix'], port: 25, works: test } as const
const main_cf = `compatibility_level = 3.6
myhostname = mail.lab.example
mydestination = localhost
inet_interfaces = loopback-only
inet_protocols = ipv4
maillog_file = /var/log/postfix.log
alias_maps =
`
const exim = { server: 'Exim', packages: ['exim4-daemon-light'], port: 25, works: test } as const
const opensmtpd = { server: 'OpenSMTPD', packages: ['opensmtpd'], port: 25, works: test } as const

export const mail: readonly Row[] = [
  {
    ...postfix,
    setting: 'stock, no TLS',
    files: { '/etc/postfix/main.cf': main_cf },
    start: `${account}; exec postfix start-fg`,
  },
  {
    ...postfix,
    setting: 'TLS required; EHLO must be a full name; strict envelopes; no early pipelining',
    files: {
      '/etc/postfix/main.cf': `${main_cf}smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${certificate}
smtpd_tls_key_file = ${key}
smtpd_helo_required = yes
strict_rfc821_envelopes = yes
smtpd_delay_reject = no
smtpd_helo_restrictions = reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname
smtpd_data_restrictions = reject_unauth_pipelining
`,
    },
    start: `${account}; exec postfix start-fg`,
  },
  {
    ...exim,
    setting: "stock: Debian's configuration for local delivery",
    start: `${account}; update-exim4.conf; exec exim4 -bdf -q30m`,
  },
  {
    ...exim,
    setting: 'with a certificate (MAIN_TLS_ENABLE)',
    files: {
      '/etc/exim4/exim4.conf.localmacros': `MAIN_TLS_ENABLE = yes
MAIN_TLS_CERTIFICATE = ${certificate}
MAIN_TLS_PRIVATEKEY = ${key}
`,
    },
    start: `${account}; update-exim4.conf; exec exim4 -bdf -q30m`,
  },
  {
    ...opensmtpd,
    setting: 'stock: local delivery',
    files: {
      '/etc/smtpd.conf':
        'listen on localhost\naction "local" mbox\nmatch from local for local action "local"\n',
    },
    start: `${account}; mkdir -p /run/opensmtpd; exec smtpd -d`,
  },
]
