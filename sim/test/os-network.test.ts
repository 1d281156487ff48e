/**
 * The simulated nmcli, busctl, ip and networkctl are as strict as the real programs, and the box's address is
 * really served. Long because each program has its own cases.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMachine, type Machine } from '../src/os/machine.ts'
import { until } from './until.ts'

let folder: string
let machine: Machine

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'machine-'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
})
afterEach(async () => {
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (program: string, ...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(join(machine.env.PARKING_PROGRAMS, program), args, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end()
  })

const uuid = async () =>
  (await run('nmcli', '-t', '-f', 'DEVICE,CON-UUID', 'device', 'status')).stdout
    .split('\n')[0]!
    .split(':')[1]!
const modify = async (...more: string[]) =>
  run(
    'nmcli',
    'connection',
    'modify',
    ...(more[0] === '--temporary' ? [more.shift()!] : []),
    'uuid',
    await uuid(),
    ...more,
  )
const nm = [
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
] as const
const checkpoint = async (seconds: string) =>
  (
    JSON.parse(
      (
        await run(
          'busctl',
          '--json=short',
          'call',
          ...nm,
          'CheckpointCreate',
          'aouu',
          '1',
          '/org/freedesktop/NetworkManager/Devices/2',
          seconds,
          '1',
        )
      ).stdout,
    ) as { data: string[] }
  ).data[0]!
const call = (method: string, path: string) => run('busctl', '--json=short', 'call', ...nm, method, 'o', path)

test('a temporary change is lost in a power cut; a saved one stays', async () => {
  await modify('--temporary', 'ipv4.addresses', '127.77.0.20/24')
  expect(machine.network.now.ipv4).toBe('127.77.0.10')
  expect(await run('nmcli', '--wait', '10', 'device', 'reapply', 'eth0')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('successfully reapplied'),
  })
  expect(machine.network.now.ipv4).toBe('127.77.0.20')
  machine.network.reboot()
  expect(machine.network.now.ipv4).toBe('127.77.0.10')
  await modify('ipv4.addresses', '127.77.0.30/25')
  machine.network.reboot()
  expect(machine.network.now).toMatchObject({ ipv4: '127.77.0.30', netmask: '255.255.255.128' })
})

test('a checkpoint rolls back on request and on timeout, and is then gone', async () => {
  const first = await checkpoint('60')
  await modify('ipv4.addresses', '127.77.0.20/24')
  await run('nmcli', '--wait', '10', 'device', 'reapply', 'eth0')
  expect(JSON.parse((await call('CheckpointRollback', first)).stdout)).toEqual({
    type: 'a{su}',
    data: [{ '/org/freedesktop/NetworkManager/Devices/2': 0 }],
  })
  expect(machine.network.now.ipv4).toBe('127.77.0.10')
  expect(await call('CheckpointDestroy', first)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not exist'),
  })
  await checkpoint('1')
  await modify('--temporary', 'ipv4.addresses', '127.77.0.21/24')
  await run('nmcli', 'device', 'reapply', 'eth0')
  await until('the old address', () => machine.network.now.ipv4 === '127.77.0.10')
})

test.each([
  [['nmcli', '--foo'], 2, "Error: Option '--foo' is unknown"],
  [['nmcli', 'device', 'dance'], 2, "argument 'dance' not understood"],
  [['nmcli', 'device', 'reapply', 'eth9'], 10, "Device 'eth9' not found"],
  [['nmcli', 'connection', 'modify', 'uuid', 'nobody', 'ipv4.dns', ''], 10, 'unknown connection'],
  [
    ['busctl', '--json=short', 'call', ...nm, 'CheckpointCreate', 'aou', '1', '/x', '5'],
    1,
    'does not match expected type',
  ],
  [['busctl', '--json=short', 'call', ...nm, 'Explode', 'o', '/x'], 1, 'No such method'],
  [['ip', '-j', 'addr', 'show', 'dev', 'eth9'], 1, 'Device "eth9" does not exist.'],
  [['ip', '-j', 'dance'], 1, 'Object "dance" is unknown'],
  [['networkctl', 'status', 'eth9'], 1, 'not found'],
  [['cat', '/etc/shadow'], 1, 'No such file or directory'],
])('%j is refused', async ([program, ...args], status, words) => {
  expect(await run(program!, ...args)).toMatchObject({ status, stderr: expect.stringContaining(words) })
})

test.each([
  [['ipv4.addresses', '127.77.0.300/24'], 'invalid IP address'],
  [['ipv4.method', 'magic'], 'not among'],
  [['ipv4.dns', 'one.one'], 'ipv4.dns: 1. DNS server address is invalid'],
  [['ipv4.gateway', 'x'], 'invalid gateway address'],
  [['ipv4.addresses', '', 'ipv4.gateway', ''], 'cannot be empty'],
  [['tap.mode', '1'], 'invalid or not allowed setting'],
  [['ipv4.dns'], 'is missing'],
])('modify %j is refused', async (settings, words) => {
  expect((await modify(...settings)).stderr).toContain(words)
  expect((await run('nmcli', '-t', '-f', 'ipv4.addresses', 'connection', 'show', await uuid())).stdout).toBe(
    'ipv4.addresses:127.77.0.10/24\n',
  )
})

test('only one of networkd and NetworkManager runs', async () => {
  expect((await run('networkctl', '--no-legend', 'list')).stdout).toMatch(/eth0\s+ether\s+-\s+unmanaged/)
  machine.network.manager = 'networkd'
  expect(await run('nmcli', '-t', '-f', 'DEVICE', 'device', 'status')).toMatchObject({
    status: 8,
    stderr: 'Error: NetworkManager is not running.\n',
  })
  expect((await run('networkctl', '--no-legend', 'list')).stdout).toMatch(
    /eth0\s+ether\s+routable\s+configured/,
  )
  expect((await call('CheckpointDestroy', '/x')).status).toBe(1)
})

test('the simulated root helper refuses what the real one refuses', async () => {
  machine.network.manager = 'networkd'
  const ask = async (verb: string, request: string) => {
    mkdirSync(join(folder, 'root'), { recursive: true })
    writeFileSync(join(folder, 'root', verb), request)
    return (await run('systemctl', 'start', `parking-edge-root@${verb}.service`)).status
  }
  const good = 'interface=eth0\nmethod=static\naddress=127.77.0.20/24\ngateway=127.77.0.1\n'
  expect(await ask('networkd-change', good)).toBe(1) // not armed
  expect(await ask('networkd-arm', 'interface=eth0\nseconds=1e3\n')).toBe(1)
  expect(await ask('networkd-arm', 'interface=eth0\nseconds=60\n')).toBe(0)
  for (const bad of [
    good.replace('/24', '/33'),
    good.replace('eth0', 'eth1'),
    good.replace('static', 'magic'),
    good.replace('127.77.0.1\n', '127.77.0.1;reboot\n'),
  ])
    expect([bad, await ask('networkd-change', bad)]).toEqual([bad, 1])
  expect(await ask('networkd-change', good)).toBe(0)
  expect(machine.network.now.ipv4).toBe('127.77.0.20')
  expect(await ask('networkd-undo', '')).toBe(0)
  expect(await ask('networkd-keep', '')).toBe(1)
  expect(machine.network.now.ipv4).toBe('127.77.0.10')
})

// Only Linux serves all of 127.0.0.0/8.
test.runIf(process.platform === 'linux')(
  'serves the address of the box, and closes all connections to it when it changes',
  async () => {
    const server = await new Promise<Server>((resolve) => {
      const one = createServer((_, answer) => answer.end('the box'))
      one.listen(0, '127.0.0.1', () => resolve(one))
    })
    const { port } = server.address() as AddressInfo
    await machine.network.serve(port)
    expect(machine.network.url).toBe(`http://127.77.0.10:${port}`)
    expect(await (await fetch(machine.network.url)).text()).toBe('the box')
    await modify('--temporary', 'ipv4.addresses', '127.77.0.20/24')
    await run('nmcli', 'device', 'reapply', 'eth0')
    await until('the new address', () => machine.network.url === `http://127.77.0.20:${port}`)
    expect(await (await fetch(machine.network.url)).text()).toBe('the box')
    await expect(fetch(`http://127.77.0.10:${port}`)).rejects.toThrow('fetch failed')
    await modify('--temporary', 'ipv4.addresses', '192.0.2.20/24')
    await run('nmcli', 'device', 'reapply', 'eth0')
    await until('an address that cannot be served', () => machine.network.url === '')
    server.close()
  },
)
