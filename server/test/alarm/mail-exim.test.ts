/**
 * The SMTP adapter against Debian's own Exim, run unprivileged from a folder: STARTTLS, implicit TLS,
 * sign-in, refusals. libnss-wrapper provides the system user that Exim looks up.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackDebian } from '../debian.ts'
import certificates from '@parking/sim/peers/mail/certificates.json' with { type: 'json' }
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import type { Mail } from '#src/ports/mail-port.ts'
import { until } from '../until.ts'

const unpacked = await unpackDebian('exim', ['exim4-daemon-light', 'libnss-wrapper'])
const program = unpacked?.program('exim4')
// Without Debian's packages only the simulated mail server is tested, in mail.test.ts.
const missing = unpacked === undefined || program === undefined

const unprivileged_id = 65_534
const owner =
  process.getuid?.() === 0
    ? { uid: unprivileged_id, gid: unprivileged_id }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
const mail: Mail = {
  from: { name: '深南大道-01', address: 'box@street.test' },
  to: ['duty@street.test'],
  subject: '告警：磁盘空间不足',
  text: '第一行\n',
  id: 'alarm.1',
  date: new Date(0),
}

let [folder, port, tls_port]: [string, number, number] = ['', 0, 0]
let daemon: ChildProcess | undefined

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

const config = () => `
primary_hostname = localhost
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
pid_file_path = ${folder}/spool/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port} : ${tls_port}
tls_on_connect_ports = ${tls_port}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt
queue_only = true
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
begin acl
rcpt:
  deny message = no such user here
       local_parts = nobody
  accept authenticated = *
  deny message = relay not permitted
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{box}}{eq{$auth3}{Mail-2026}}}}
  server_set_id = $auth2
`

describe.skipIf(missing)('Exim', () => {
  beforeAll(async () => {
    if (!unpacked || program === undefined) return
    folder = mkdtempSync(join(tmpdir(), 'parking-exim-'))
    chmodSync(folder, 0o755)
    ;[port, tls_port] = [await freePort(), await freePort()]
    mkdirSync(join(folder, 'spool'))
    chownSync(join(folder, 'spool'), owner.uid, owner.gid)
    for (const [name, text] of [
      ['cert.pem', certificates.good.cert],
      ['key.pem', certificates.good.key],
      ['exim.conf', config()],
    ] as const)
      writeFileSync(join(folder, name), text, { mode: 0o644 })
    const known = (file: string) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('Debian-exim:'))
        .join('\n')
        .trimEnd()
    writeFileSync(
      join(folder, 'passwd'),
      `${known('/etc/passwd')}\nDebian-exim:x:${owner.uid}:${owner.gid}::/:/bin/false\n`,
    )
    writeFileSync(join(folder, 'group'), `${known('/etc/group')}\nDebian-exim:x:${owner.gid}:\n`)
    const library = (unpacked.env['LD_LIBRARY_PATH'] ?? '')
      .split(':')
      .map((place) => join(place, 'libnss_wrapper.so'))
    daemon = spawn(program, ['-C', join(folder, 'exim.conf'), '-bdf'], {
      stdio: 'ignore',
      env: {
        ...unpacked.env,
        LD_PRELOAD: library[0],
        NSS_WRAPPER_PASSWD: join(folder, 'passwd'),
        NSS_WRAPPER_GROUP: join(folder, 'group'),
      },
    })
    await until('Exim listens', () =>
      Promise.all([port, tls_port].map(listens)).then((both) => both.every(Boolean)),
    )
  })
  afterAll(async () => {
    if (daemon && daemon.exitCode === null) {
      daemon.kill()
      await once(daemon, 'exit')
    }
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })

  const send = (over: { server?: string; user?: string; password?: string; to?: string[] } = {}) =>
    smtpMail({ allow_loopback: true, ca: certificates.ca, timeout_ms: 10_000 }).send(
      {
        server: over.server ?? `localhost:${port}`,
        user: over.user ?? 'box',
        password: over.password ?? 'Mail-2026',
      },
      { ...mail, ...(over.to ? { to: over.to } : {}) },
    )

  test('accepts a mail over STARTTLS and implicit TLS and stores it unchanged', async () => {
    expect(await send()).toMatchObject({
      failed: undefined,
      protection: 'starttls',
      signed_in: true,
      accepted: ['duty@street.test'],
    })
    expect(await send({ server: `smtps://localhost:${tls_port}` })).toMatchObject({
      failed: undefined,
      protection: 'tls',
      signed_in: true,
    })
    const input = join(folder, 'spool', 'input')
    const heads = readdirSync(input)
      .filter((name) => name.endsWith('-H'))
      .map((name) => readFileSync(join(input, name), 'utf8'))
    expect(heads).toHaveLength(2)
    for (const head of heads)
      expect(head).toMatch(/-auth_id box[\s\S]*duty@street\.test[\s\S]*Auto-Submitted: auto-generated/)
  })

  test("reports a refusal with its step and Exim's message", async () => {
    expect(await send({ password: 'wrong' })).toMatchObject({
      failed: 'sign_in',
      said: expect.stringContaining('535') as string,
    })
    expect(await send({ to: ['nobody@street.test'] })).toMatchObject({
      failed: 'recipient',
      said: expect.stringContaining('no such user here') as string,
    })
    expect(await send({ to: ['nobody@street.test', 'duty@street.test'] })).toMatchObject({
      failed: undefined,
      refused: [{ address: 'nobody@street.test', for_good: true }],
    })
    expect(await send({ user: '' })).toMatchObject({
      failed: 'recipient',
      said: expect.stringContaining('relay not permitted') as string,
    })
    expect(
      await smtpMail({ allow_loopback: true }).send(
        { server: `localhost:${port}`, user: 'box', password: 'Mail-2026' },
        mail,
      ),
    ).toMatchObject({ failed: 'tls', tls: 'unknown_issuer' })
  })
})

const listens = (at: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
  })
