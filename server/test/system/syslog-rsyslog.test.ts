/** The audit sent by syslog to Debian's rsyslog over TLS: Chinese, line feeds and brackets arrive as sent. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackDebian } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { issue } from '../tls/authority.ts'
import { until } from '../until.ts'

const unpacked = await unpackDebian('rsyslog', ['rsyslog', 'rsyslog-openssl'])
const program = unpacked?.program('rsyslogd')
// Without Debian's packages only the server of syslog.test.ts is tested.
const missing = unpacked === undefined || program === undefined

const modulesIn = (root: string): string | undefined =>
  readdirSync(join(root, 'usr/lib'))
    .map((one) => join(root, 'usr/lib', one, 'rsyslog'))
    .find((one) => existsSync(join(one, 'lmnsd_ossl.so')))

let [folder, port, box]: [string, number, Device] = ['', 0, undefined!]
let daemon: ChildProcess | undefined
const now = Date.now()
const ca = issue('A private authority', now, { ca: true })

type Line = {
  msg: string
  pri: string
  'app-name': string
  msgid: string
  '$!': { 'rfc5424-sd': Record<string, Record<string, string>> }
}
const lines = (): Line[] =>
  existsSync(join(folder, 'out.log'))
    ? readFileSync(join(folder, 'out.log'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
    : []

const config = () => `
global(workDirectory="${folder}" maxMessageSize="64k" parser.escapeControlCharactersOnReceive="off"
  defaultNetstreamDriver="ossl"
  defaultNetstreamDriverCAFile="${folder}/ca.pem" defaultNetstreamDriverCertFile="${folder}/s.pem"
  defaultNetstreamDriverKeyFile="${folder}/s.key")
module(load="imtcp" StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
module(load="mmpstrucdata")
template(name="j" type="list"){ property(name="jsonmesg") constant(value="\\n") }
input(type="imtcp" port="${port}" address="127.0.0.1")
action(type="mmpstrucdata")
action(type="omfile" file="${folder}/out.log" template="j")
`

describe.skipIf(missing)('rsyslog', () => {
  beforeAll(async () => {
    if (!unpacked || program === undefined) return
    folder = mkdtempSync(join(tmpdir(), 'parking-rsyslog-'))
    port = await freePort()
    const own = issue('localhost', now, { names: ['localhost'] }, ca)
    for (const [name, text] of [
      ['ca.pem', ca.cert],
      ['s.pem', own.cert],
      ['s.key', own.key_pem],
      ['rsyslog.conf', config()],
    ] as const)
      writeFileSync(join(folder, name), text, { mode: 0o600 })
    daemon = spawn(
      program,
      [
        '-n',
        '-f',
        join(folder, 'rsyslog.conf'),
        '-i',
        join(folder, 'pid'),
        '-M',
        modulesIn(unpacked.root) ?? '',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], env: unpacked.env },
    )
    await until('rsyslog listens', listens)
    box = await openDevice()
    box.deps.syslog_sender.start()
  })
  afterAll(async () => {
    await box?.deps.syslog_sender.stop()
    await box?.close()
    if (daemon && daemon.exitCode === null) {
      daemon.kill()
      await once(daemon, 'exit')
    }
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })

  test('receives every link and the head, with Chinese, line feeds and brackets unchanged', async () => {
    const admin = await box.tokenOf('admin')
    const comment = '第一行 ] " \\'
    await box.call('add_whitelist', { list: [{ address: '127.0.0.0/8', comment }] }, admin)
    const server = { host: 'localhost', port, trust: ca.cert }
    await box.call('update_syslog', { enabled: true, events: true, ...server }, admin)
    const name = '停车]场"一\\号\n第二行'
    await until('it is connected', () => lines().length > 0)
    box.deps.log.warn({ log_type: 4, what: 'alarm_raised', kind: 'camera_down', name }, 'an alarm was raised')
    box.deps.log.error({ log_type: 1, what: 'app_ended', how: 'a] "b" \\c', crashes: 2 }, 'it ended')
    box.deps.log_writer.flush()
    await until('every link and the alarm', () => {
      const { seq } = box.deps.audit_chain.head()
      return lines().filter(({ msgid }) => !['head', 'event'].includes(msgid)).length > seq
    })
    const ended = await until('the row of the log', () =>
      lines().find((line) => line['$!']['rfc5424-sd']['event@32473']?.['what'] === 'app_ended'),
    )
    // Facility 3, severity 3.
    expect(ended).toMatchObject({ msgid: 'event', pri: '27', 'app-name': 'parking-edge' })
    expect(ended['$!']['rfc5424-sd']['event@32473']).toMatchObject({ how: 'a] "b" \\c', crashes: '2' })
    const head = lines().find(({ msgid }) => msgid === 'head')
    expect(head?.msg).toContain('The newest link is ')
    const about = lines().map(({ msg }) => msg)
    const row = about.find((text) => text.includes('add_whitelist'))!
    expect(row).toContain('第一行')
    expect(Object.values(JSON.parse(row.replace(/^\ufeff/, '')).audit.after)).toContain(comment)
    const data = lines()
      .map((line) => line['$!']['rfc5424-sd']['audit@32473'])
      .filter((one) => one !== undefined)
    expect(data.map((one) => one['name'])).toContain(name)
    const { chain_id, seq, hash } = box.deps.audit_chain.head()
    expect(data).toContainEqual(expect.objectContaining({ chain: chain_id, seq: String(seq), hash }))
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
  })
