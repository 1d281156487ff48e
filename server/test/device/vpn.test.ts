/**
 * The VPN (spec §3, §5; docs/vpn.md): the real adapter on a simulated machine, and a real registrar on
 * loopback. Long because every state of the tunnel and every behaviour of the registrar is tested.
 */
import { started } from '#src/core/part.ts'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import {
  startVpnRegistrar,
  type RegistrarBehaviour,
  type VpnRegistrar,
} from '@parking/sim/peers/vpn-registrar.ts'
import { openvpnClient } from '#src/adapters/network/openvpn-client.ts'
import { openPrograms } from '#src/adapters/system/program.ts'
import { openRootHelper } from '#src/adapters/system/root-helper.ts'
import { createVpnWatch } from '#src/device/vpn-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

let [folder, token] = ['', '']
let box: Device
let machine: Machine
let registrar: VpnRegistrar
const open = () => {
  const { PARKING_PROGRAMS: programs, PARKING_HELPER_RESULTS: results } = machine.env
  const run = openPrograms(programs)
  const vpn = openvpnClient(run, openRootHelper(run, { requests: join(folder, 'data', 'root'), results }), {
    allow_loopback: true,
    timeout_ms: 400,
  })
  return openDevice({ folder: join(folder, 'data'), programs, helper_results: results, ports: { vpn } })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-vpn-'))
  mkdirSync(join(folder, 'data'))
  registrar = await startVpnRegistrar()
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'data', 'root') })
  machine.vpn.connect_ms = 5
  box = await open()
  token = await box.tokenOf('admin')
})
afterEach(async () => {
  await box.close()
  await Promise.all([machine.stop(), registrar.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const file = 'client\ndev tun\nremote vpn.example.com 1195\n<ca>\nx\n</ca>\n'
const offline = (content = file, file_name = 'box-17.ovpn') =>
  box.call('register_vpn_offline', { file_name, content }, token)
const online = (register_address = registrar.url, key = registrar.newKey()) =>
  box.call('register_vpn_online', { register_address, key }, token)
const info = async () => (await box.call('get_vpn_info', {}, token)).data
const status = async (wanted: string) =>
  until(`the VPN is ${wanted}`, async () => (await info()).status === wanted && info())

describe('a file', () => {
  test('is installed readable by root alone; the tunnel starts and stops', async () => {
    expect(await info()).toMatchObject({
      registered: false,
      status: 'off',
      server: '',
      key: '',
      key_set: false,
      up_s: null,
    })
    expect(await offline()).toMatchObject({ code: code.success })
    expect(machine.vpn.config).toBe(file)
    // No copy of its keys is left.
    expect(existsSync(join(folder, 'data', 'root', 'vpn-install'))).toBe(false)
    expect(await info()).toMatchObject({
      registered: true,
      status: 'off',
      server: 'vpn.example.com:1195',
      file_name: 'box-17.ovpn',
      takes_default_route: false,
      key_set: false,
    })
    expect(await box.call('start_vpn', {}, token)).toMatchObject({ code: code.success, data: {} })
    const up = await status('connected')
    expect(up).toMatchObject({ ipv4: '10.8.0.6', netmask: '255.255.255.0', reason: '' })
    expect(up.up_s).toBeGreaterThanOrEqual(0)
    expect((await info()).bytes_in).toBeGreaterThan(up.bytes_in!)
    // The tunnel is up, so there is nothing to do.
    expect(await box.call('start_vpn', {}, token)).toMatchObject({ code: code.success })
    expect(await box.call('stop_vpn', {}, token)).toMatchObject({ code: code.success })
    expect(await info()).toMatchObject({
      registered: true,
      status: 'off',
      ipv4: '',
      bytes_in: null,
      up_s: null,
    })
    expect(await box.call('cancel_vpn', {}, token)).toMatchObject({ code: code.success })
    expect(machine.vpn.config).toBe('')
    expect(await info()).toMatchObject({ registered: false, server: '', file_name: '' })
  })

  test('with errors is refused with its lines, and nothing is stored', async () => {
    expect(await offline('client\nremote a.example\nup /bin/sh\nca ca.crt\nfrobnicate\n')).toMatchObject({
      code: code.format_error,
      data: [
        { field: 'content', issue: 'vpn_directive', limit: 3 },
        { field: 'content', issue: 'vpn_needs_file', limit: 4 },
        { field: 'content', issue: 'vpn_line', limit: 5 },
      ],
    })
    for (const line of ['remote 169.254.169.254', 'http-proxy 0.0.0.0 3128', 'socks-proxy fe80::1 1080'])
      expect(await offline(`${file}${line}\n`)).toMatchObject({
        code: code.format_error,
        data: [{ field: 'content', issue: 'vpn_forbidden', limit: 7 }],
      })
    for (const name of ['box.txt', '../box.ovpn', 'a/b.conf', '.ovpn'])
      expect(await offline(file, name)).toMatchObject({
        code: code.format_error,
        data: [{ field: 'file_name', issue: 'vpn_file_name' }],
      })
    expect(await offline(`${file}#${'x'.repeat(70_000)}`)).toMatchObject({ code: code.format_error })
    expect(await offline(`${file}${'#停\n'.repeat(16_000)}`)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'content', issue: 'too_long', limit: 65_536 }],
    })
    expect([machine.vpn.config, (await info()).registered]).toEqual(['', false])
  })

  test('may not point to the box itself', async () => {
    const strict = await openDevice({ ports: { allow_loopback: false } })
    const admin = await strict.tokenOf('admin')
    for (const line of [
      'remote 127.0.0.1',
      '"remote" localhost',
      'http-proxy 127.0.0.1 3128',
      'remote 127.1',
    ])
      expect(
        await strict.call(
          'register_vpn_offline',
          { file_name: 'a.conf', content: `client\ndev tun\nremote a.example\n${line}\n` },
          admin,
        ),
      ).toMatchObject({ code: code.format_error, data: [{ field: 'content', limit: 4 }] })
    await strict.close()
  })

  test('that the root helper refuses leaves the account unchanged', async () => {
    await offline()
    machine.vpn.refuse('vpn-install', 'No space left on device')
    expect(await offline('client\nremote other.example\n', 'other.conf')).toMatchObject({
      code: code.failed,
      data: { reason: 'disk_full' },
    })
    expect(await info()).toMatchObject({ server: 'vpn.example.com:1195', file_name: 'box-17.ovpn' })
    machine.vpn.refuse('vpn-remove', 'Read-only file system')
    expect(await box.call('cancel_vpn', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'read_only', detail: 'Read-only file system' },
    })
    expect(await info()).toMatchObject({ registered: true })
  })

  test('is not replaced while the tunnel runs', async () => {
    await offline()
    await box.call('start_vpn', {}, token)
    expect(await offline()).toMatchObject({ code: code.failed, data: { reason: 'vpn_running' } })
    expect(await online()).toMatchObject({ code: code.failed, data: { reason: 'vpn_running' } })
    expect(registrar.registered).toEqual([])
  })

  test('is used only by administrators, and only once there is an account', async () => {
    for (const name of ['start_vpn', 'stop_vpn', 'cancel_vpn'] as const) {
      expect(await box.call(name, {}, token)).toMatchObject({
        code: code.failed,
        data: { reason: 'not_registered' },
      })
      expect(await box.call(name, {}, await box.tokenOf('operator'))).toMatchObject({
        code: code.permission_denied,
      })
    }
  })

  test('is refused on a box without OpenVPN, and the page still loads', async () => {
    machine.vpn.installed = false
    expect(await offline()).toMatchObject({ code: code.failed, data: { reason: 'unsupported' } })
    expect(await info()).toMatchObject({ status: 'off', registered: false })
  })
})

describe('the reported state', () => {
  test("unreachable server: connecting, with OpenVPN's message; then up, lost and up again", async () => {
    machine.vpn.server = 'down'
    await offline()
    await box.call('start_vpn', {}, token)
    expect(await status('connecting')).toMatchObject({ ipv4: '', up_s: null })
    await until('the reason is reported', async () => (await info()).reason?.startsWith('TLS Error: '))
    machine.vpn.server = 'up'
    await status('connected')
    machine.vpn.server = 'down'
    expect(await status('connecting')).toMatchObject({ ipv4: '', bytes_in: null })
    machine.vpn.server = 'up'
    await status('connected')
  })

  test('a refused account (exit code 0) is reported as failed, and as off once it is stopped', async () => {
    machine.vpn.server = 'refuses'
    await offline()
    await box.call('start_vpn', {}, token)
    expect(await status('failed')).toMatchObject({ reason: 'AUTH: Received control message: AUTH_FAILED' })
    expect(await box.call('stop_vpn', {}, token)).toMatchObject({ code: code.success })
    expect(await info()).toMatchObject({ status: 'off', reason: '' })
  })

  test('after a restart of the box or its own end, a wanted tunnel is started again', async () => {
    await offline()
    await box.call('start_vpn', {}, token)
    await status('connected')
    machine.vpn.reboot()
    expect((await info()).status).toBe('failed') // wanted, but not running
    const watch = await started(createVpnWatch(box.deps))
    await status('connected')
    await until('it is written down', async () => {
      await watch.runNow()
      return box.logged().includes('"what":"vpn_connected"')
    })
    machine.vpn.reboot() // OpenVPN ends in good order: its unit leaves it off
    await until('it is started again', async () => {
      await watch.runNow()
      return (await info()).status === 'connected'
    })
    machine.vpn.server = 'down'
    await until('and so is its loss', async () => {
      await watch.runNow()
      return box.logged().includes('"what":"vpn_lost"')
    })
    await watch.stop()
    await box.call('stop_vpn', {}, token)
    const again = await started(createVpnWatch(box.deps))
    await again.runNow()
    await again.stop()
    expect((await info()).status).toBe('off')
  })
})

describe('a registrar', () => {
  test('issues one account for a key; the key is not stored', async () => {
    const key = registrar.newKey()
    expect(await online(registrar.url, key)).toMatchObject({ code: code.success })
    expect(registrar.registered).toHaveLength(1)
    expect(await info()).toMatchObject({
      registered: true,
      register_address: registrar.url,
      key: '',
      key_set: true,
      server: '127.0.0.1:1194',
      file_name: 'parking.ovpn',
    })
    expect(await online(registrar.url, key)).toMatchObject({
      code: code.failed,
      data: { reason: 'registration_refused', detail: 'this key is unknown or was used before: ******' },
    })
    box.deps.log_writer.flush()
    const audit = JSON.stringify(
      (await box.call('log', { type: 2, page: 1, page_size: 20 }, token)).data.list,
    )
    expect(audit).toContain('register_vpn_online')
    for (const place of [
      audit,
      box.logged(),
      readFileSync(join(folder, 'data', 'parking.db'), 'latin1'),
      readFileSync(join(folder, 'data', 'parking.db-wal'), 'latin1'),
      JSON.stringify(machine.log),
    ])
      expect(place).not.toContain(key)
    for (const place of [audit, box.logged(), JSON.stringify(machine.log)])
      expect(place).not.toContain('PRIVATE KEY')
  })

  test.each([
    ['refuse', { reason: 'registration_refused' }],
    ['junk', { reason: 'bad_answer', detail: 'no { code, message, data }' }],
    ['redirect', { reason: 'bad_answer', detail: 'HTTP 302' }],
    ['error', { reason: 'bad_answer', detail: 'HTTP 500 the database is not available' }],
    ['hostile', { reason: 'bad_answer', detail: 'line 26: vpn_directive' }],
    ['huge', { reason: 'bad_answer', detail: 'The answer is too large' }],
    ['silent', { reason: 'timeout' }],
    ['empty', { reason: 'bad_answer', detail: 'no { code, message, data }' }],
    ['forbidden', { reason: 'registration_refused', detail: 'this key is locked' }],
    // A proxy knows nothing of the key.
    ['portal', { reason: 'bad_answer', detail: 'HTTP 403' }],
  ] as const satisfies readonly (readonly [RegistrarBehaviour, object])[])(
    'that behaves as "%s" is reported with its reason, and nothing is stored',
    async (behaviour, data) => {
      registrar.behaviour = behaviour
      expect(await online()).toMatchObject({ code: code.failed, data })
      expect([machine.vpn.config, (await info()).registered, registrar.unexpected_requests]).toEqual([
        '',
        false,
        [],
      ])
    },
  )

  test('that writes its code in quotes, on a page with a byte order mark, issues an account', async () => {
    registrar.behaviour = 'quoted'
    expect(await online()).toMatchObject({ code: code.success })
    expect(await info()).toMatchObject({ registered: true, file_name: 'parking.ovpn' })
  })

  test('that is unreachable, unknown, or without TLS is reported', async () => {
    const { port } = new URL(registrar.url)
    expect(await online('http://127.0.0.1:1')).toMatchObject({
      code: code.failed,
      data: { reason: 'unreachable', detail: 'Nothing listens there' },
    })
    expect(await online('vpn.invalid:8443')).toMatchObject({
      code: code.failed,
      data: { reason: 'name_unknown' },
    })
    const plain = await online(`127.0.0.1:${port}`) // https is assumed
    expect(plain).toMatchObject({ code: code.failed, data: { reason: 'tls_not_tls' } })
    expect((plain.data as { detail?: string }).detail).toMatch(/encrypted connection is not good/)
  })

  test.each([
    ['http://vpn.example.com', 'url_forbidden'],
    ['https://169.254.169.254/', 'url_forbidden'],
    ['ftp://vpn.example.com', 'url'],
    ['https://user:pw@vpn.example.com', 'url'],
    ['a b', 'url'],
    ['https://x/?q=1', 'url'],
    ['file:///etc/passwd', 'url'],
  ])('may not be %s', async (address, issue) => {
    expect(await online(address)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'register_address', issue }],
    })
  })

  test('is not contacted without a key', async () => {
    expect(await online(registrar.url, '')).toMatchObject({
      code: code.format_error,
      data: [{ field: 'key', issue: 'required' }],
    })
  })
})

describe('a tunnel that takes all traffic', () => {
  const taking = `${file}redirect-gateway def1\n`

  test('is started as a trial; once confirmed it stays, also after a restart', async () => {
    await offline(taking)
    expect(await info()).toMatchObject({ takes_default_route: true })
    const { data } = await box.call('start_vpn', {}, token)
    if (!('trial' in data)) throw new Error('the answer is no trial')
    expect(data.trial).toMatchObject({
      kind: 'vpn',
      state: 'running',
      after: { server: 'vpn.example.com:1195' },
    })
    expect(await box.call('start_vpn', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'trial_running' },
    })
    expect(await offline(taking)).toMatchObject({ code: code.failed, data: { reason: 'vpn_running' } })
    await status('connected')
    expect(await box.call('confirm_trial', { confirm_token: data.confirm_token }, token)).toMatchObject({
      code: code.success,
    })
    expect((await info()).status).toBe('connected')
    machine.vpn.reboot()
    expect((await info()).status).toBe('failed')
  })

  test('is off after a rollback and is not started again', async () => {
    await offline(taking)
    await box.call('start_vpn', {}, token)
    await status('connected')
    expect(await box.call('cancel_trial', {}, token)).toMatchObject({ code: code.success })
    expect((await info()).status).toBe('off')
    const watch = await started(createVpnWatch(box.deps))
    await watch.runNow()
    await watch.stop()
    expect((await info()).status).toBe('off')
  })

  test('stopping or removing the account ends the trial too', async () => {
    await offline(taking)
    await box.call('start_vpn', {}, token)
    expect(await box.call('cancel_vpn', {}, token)).toMatchObject({ code: code.success })
    expect((await box.call('get_trial', {}, token)).data).toMatchObject({
      kind: 'vpn',
      state: 'rolled_back',
      reason: 'asked',
    })
    expect(await info()).toMatchObject({ registered: false, status: 'off' })
  })
})
