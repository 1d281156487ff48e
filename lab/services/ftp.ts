/** FTP servers: the test of the object storage, which writes, reads back, compares and removes an object. */
import { storage_protocol } from '@parking/contract'
import { type Bench, type Row, tls_files } from './row.ts'

const user = { username: 'kerb', password: 'Kerb#2026' }
const account =
  `useradd --create-home --shell /bin/sh ${user.username} && ` +
  `echo '${user.username}:${user.password}' | chpasswd`
const { certificate, key } = tls_files

const test =
  (scheme: 'ftp' | 'ftps') =>
  async ({ device, admin, certificate: trust }: Bench): Promise<string> => {
    const param = {
      protocol: storage_protocol.ftp,
      endpoint: `${scheme}://127.0.0.1`,
      ...user,
      directory: 'evidence',
      key_re: '',
      ...(scheme !== 'ftp' && { server_trust: trust }),
    }
    const { data, message } = await device.call('test_storage', param, admin)
    if (!data?.passed) return message
    const { failed, passed } = data
    return failed ? `${failed.step}: ${failed.reason} (${failed.said})` : `${passed.length} steps passed`
  }

const plain = 'stock, local users may write'
const strict = 'TLS required for both connections, the session of the control connection required'
const vsftpd = { server: 'vsftpd', packages: ['vsftpd'], port: 21 } as const
const vsftpd_conf =
  'listen=YES\nanonymous_enable=NO\nlocal_enable=YES\nwrite_enable=YES\nseccomp_sandbox=NO\n'
const vsftpd_start = `${account} && mkdir -p /var/run/vsftpd/empty && exec vsftpd /etc/vsftpd.conf`
const proftpd = { server: 'ProFTPD', packages: ['proftpd-core', 'proftpd-mod-crypto'], port: 21 } as const
const pure = { server: 'Pure-FTPd', packages: ['pure-ftpd'], port: 21 } as const

export const ftp: readonly Row[] = [
  {
    ...vsftpd,
    setting: plain,
    files: { '/etc/vsftpd.conf': vsftpd_conf },
    start: vsftpd_start,
    works: test('ftp'),
  },
  {
    ...vsftpd,
    setting: strict,
    files: {
      '/etc/vsftpd.conf': `${vsftpd_conf}ssl_enable=YES
rsa_cert_file=${certificate}
rsa_private_key_file=${key}
force_local_logins_ssl=YES
force_local_data_ssl=YES
require_ssl_reuse=YES
ssl_ciphers=HIGH
`,
    },
    start: vsftpd_start,
    works: test('ftps'),
  },
  {
    ...proftpd,
    setting: plain,
    start: `${account} && mkdir -p /run/proftpd && exec proftpd -n`,
    works: test('ftp'),
  },
  {
    ...proftpd,
    setting: strict,
    files: {
      '/etc/proftpd/conf.d/lab.conf': `LoadModule mod_tls.c
TLSEngine on
TLSRequired on
TLSProtocol TLSv1.2 TLSv1.3
TLSRSACertificateFile ${certificate}
TLSRSACertificateKeyFile ${key}
`,
    },
    start: `chmod 600 ${key} && ${account} && mkdir -p /run/proftpd && exec proftpd -n`,
    works: test('ftps'),
  },
  { ...pure, setting: plain, start: `${account} && exec pure-ftpd -l unix -E`, works: test('ftp') },
  {
    ...pure,
    setting: 'TLS required for both connections',
    start:
      `${account} && cat ${key} ${certificate} > /etc/ssl/private/pure-ftpd.pem && ` +
      'exec pure-ftpd -l unix -E -Y 3',
    works: test('ftps'),
  },
]
