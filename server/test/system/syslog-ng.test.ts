/** The configuration of docs/integrate/logs.md in Debian's syslog-ng: both drivers keep what was sent. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syslog_factory } from '@parking/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, unpackDebian } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const unpacked = await unpackDebian('syslog-ng', ['syslog-ng-core'])
const program = unpacked?.program('syslog-ng')
const missing = unpacked === undefined || program === undefined

let [folder, box, admin]: [string, Device, string] = ['', undefined!, '']
let daemon: ChildProcess | undefined
const ports = { octets: 0, newline: 0 }

/** The configuration of the document, with free ports and a file of the test. */
function config(version: string): string {
  const document = readFileSync(join(root, 'docs/integrate/logs.md'), 'utf8')
  const parts = [...document.matchAll(/```\n((?:source|options) [\s\S]*?)```/g)].map(([, part]) => part ?? '')
  const text = parts.join('').replace('source s_parking { network(', 'source s_lines { network(')
  return `@version: ${version}\n${text
    .replace('port(601)', `ip("127.0.0.1") port(${ports.octets})`)
    .replace('port(514)', `ip("127.0.0.1") port(${ports.newline})`)
    .replace('source(s_parking);', 'source(s_parking); source(s_lines);')
    .replace('/var/log', folder)}`
}
const lines = (): string[] =>
  existsSync(join(folder, 'parking.log'))
    ? readFileSync(join(folder, 'parking.log'), 'utf8').split('\n').slice(0, -1)
    : []

describe.skipIf(missing)('syslog-ng', () => {
  beforeAll(async () => {
    if (!unpacked || program === undefined) return
    folder = mkdtempSync(join(tmpdir(), 'parking-syslog-ng-'))
    for (const framing of ['octets', 'newline'] as const) ports[framing] = await freePort()
    const modules = join(unpacked.root, 'usr/lib/syslog-ng')
    const version = readdirSync(modules).find((one) => /^\d+\.\d+$/.test(one)) ?? ''
    writeFileSync(join(folder, 'conf'), config(version))
    const files = { '-f': 'conf', '-R': 'persist', '-p': 'pid', '-c': 'control' }
    daemon = spawn(
      program,
      [
        '-F',
        '--no-caps',
        '--module-path',
        join(modules, version),
        ...Object.entries(files).flatMap(([option, name]) => [option, join(folder, name)]),
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...unpacked.env, LD_LIBRARY_PATH: `${unpacked.env['LD_LIBRARY_PATH']}:${modules}` },
      },
    )
    box = await openDevice()
    admin = await box.tokenOf('admin')
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

  test.each(['octets', 'newline'] as const)(
    'keeps messages framed by %s as they were sent',
    async (framing) => {
      const server = { host: '127.0.0.1', port: ports[framing], protocol: 'tcp', framing } as const
      const tested = () => box.call('test_syslog', { ...syslog_factory, ...server }, admin)
      await until('it listens', async () => (await tested()).data.failed === null)
      await box.call('update_syslog', { enabled: true, ...server }, admin)
      const state = async () => (await box.call('syslog_state', {}, admin)).data
      await until('it is connected', async () => (await state()).state === 'sending')
      const name = `停车]场"一\\号 ${framing}`
      box.deps.log.warn(
        { log_type: 4, what: 'alarm_raised', kind: 'camera_down', name },
        'an alarm was raised',
      )
      box.deps.log_writer.flush()
      const written = name.replace(/["\\\]]/g, '\\$&')
      await until('the alarm', () => lines().some((line) => line.includes(`name="${written}"`)))
      const head = box.deps.audit_chain.head()
      const { host_sn } = await box.deps.host.identity()
      const link = new RegExp(
        `^<\\d+>1 \\S+ ${host_sn} parking-edge \\d+ \\S+ \\[audit@32473 .*chain="${head.chain_id}"`,
      )
      await until('the link', () => lines().some((line) => link.test(line)))
      expect(lines().every((line) => line.startsWith('<'))).toBe(true)
    },
  )
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
