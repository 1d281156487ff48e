/**
 * The guided check: each step with healthy peers, and with each of their failures. Long because all steps
 * share the same machine, name server and platform.
 */
import { mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, diagnose_steps, type Body } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { startDnsServer, type DnsServer } from '@parking/sim/peers/dns-server.ts'
import { startTimeServer } from '@parking/sim/peers/time-server.ts'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { pingReach } from '#src/adapters/network/ping-reach.ts'
import { openPrograms } from '#src/adapters/system/program.ts'
import { insertCamera, setState } from '#src/camera/camera.store.ts'
import { checkStep } from '#src/system/diagnose/diagnose-step.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'

type Step = Body<'diagnose'>['step']
const app_secret = 'street-app-secret'

let folder: string
let machine: Machine
let dns: DnsServer
let box: Device
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
  dns = await startDnsServer({ host: '127.77.0.53', names: { 'platform.example': '127.0.0.1' } })
  const run = openPrograms(machine.env.PARKING_PROGRAMS)
  box = await openDevice({
    folder,
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
    ports: {
      now: Date.now,
      platform: httpPlatform({ allow_loopback: true, timeout_ms: 400 }),
      reach: pingReach(run, { dns_port: dns.port }),
    },
  })
})
afterEach(async () => {
  await Promise.all([dns.stop(), machine.stop()])
  await box.close()
})

async function check(step: Step) {
  const answer = await box.call('diagnose', { step }, await box.tokenOf('operator'))
  expect(answer.code).toBe(code.success)
  expect(answer.data.step).toBe(step)
  return answer.data
}
const platformIs = async (fields: object) =>
  expect((await box.call('update_platform_param', fields, await box.tokenOf('admin'))).code).toBe(
    code.success,
  )

describe('echo and names', () => {
  test('ping: a round trip, silence, no network, no permission, no program', async () => {
    const reach = pingReach(openPrograms(machine.env.PARKING_PROGRAMS))
    expect(await reach.echo('127.77.0.1')).toBe(0.412)
    expect(await reach.echo('127.77.0.99')).toBeNull()
    machine.echo.silent.add('127.77.0.1')
    expect(await reach.echo('127.77.0.1')).toBeNull()
    machine.echo.silent.clear()
    machine.network.carrier = false
    expect(await reach.echo('127.77.0.1')).toBeNull() // No network at all.
    machine.network.carrier = true
    machine.echo.permitted = false
    await expect(reach.echo('127.77.0.1')).rejects.toMatchObject({ reason: 'not_permitted' })
    machine.installed('ping', false)
    await expect(reach.echo('127.77.0.1')).rejects.toMatchObject({ reason: 'unsupported' })
  })

  test('a name server: found, unknown, broken, silent', async () => {
    const reach = pingReach(openPrograms(machine.env.PARKING_PROGRAMS), { dns_port: dns.port })
    expect(await reach.resolve('platform.example', '127.77.0.53')).toMatchObject({
      kind: 'found',
      addresses: ['127.0.0.1'],
    })
    expect(await reach.resolve('nobody.example', '127.77.0.53')).toMatchObject({ kind: 'unknown' })
    dns.behaviour = 'broken'
    expect(await reach.resolve('platform.example', '127.77.0.53')).toMatchObject({ kind: 'unknown' })
    dns.behaviour = 'silent'
    expect(await reach.resolve('platform.example', '127.77.0.53')).toEqual({ kind: 'silent' })
  })
})

describe('cable, gateway and names', () => {
  const ntp = async (ntp_enabled: boolean, ntp_server: string) =>
    expect((await box.call('set_ntp', { ntp_enabled, ntp_server }, await box.tokenOf('admin'))).code).toBe(
      code.success,
    )

  test('cable: reports the link, and an unplugged cable', async () => {
    expect(await check('link')).toMatchObject({
      result: 'good',
      finding: 'ok',
      facts: { ipv4: '127.77.0.10', netmask: '255.255.255.0', origin: 'set' },
    })
    machine.network.carrier = false
    expect(await check('link')).toMatchObject({ result: 'failed', finding: 'no_cable' })
  })

  test('gateway: an echo, an ARP reply only, nothing', async () => {
    expect(await check('gateway')).toMatchObject({
      result: 'good',
      facts: { gateway: '127.77.0.1', ms: 0.4 },
    })
    machine.echo.silent.add('127.77.0.1')
    expect(await check('gateway')).toMatchObject({
      result: 'good',
      facts: { gateway: '127.77.0.1', by: 'arp' },
    })
    machine.network.switched_off.add('127.77.0.1')
    expect(await check('gateway')).toMatchObject({
      result: 'failed',
      finding: 'gateway_silent',
      facts: { gateway: '127.77.0.1' },
    })
    machine.installed('ping', false)
    expect(await check('gateway')).toMatchObject({ result: 'failed', finding: 'gateway_silent' })
  })

  test('name servers: no name needed, then each possible answer', async () => {
    await ntp(false, '127.0.0.1')
    await platformIs({ auth_url: 'http://127.0.0.1:9/auth' })
    expect(await check('dns')).toMatchObject({ result: 'skipped', finding: 'no_names' })
    expect(dns.asked).toEqual([]) // No unneeded name is looked up.
    await platformIs({ auth_url: 'http://platform.example/auth' })
    expect(await check('dns')).toMatchObject({
      result: 'good',
      facts: { server: '127.77.0.53', name: 'platform.example', address: '127.0.0.1' },
    })
    dns.names.clear()
    expect(await check('dns')).toMatchObject({
      result: 'failed',
      finding: 'dns_wrong',
      facts: { server: '127.77.0.53', name: 'platform.example' },
    })
    dns.behaviour = 'silent'
    expect(await check('dns')).toMatchObject({
      result: 'failed',
      finding: 'dns_silent',
      facts: { servers: '127.77.0.53' },
    })
    await ntp(true, 'time.example') // the time server's name is needed too
    dns.behaviour = 'answer'
    dns.names.set('platform.example', '127.0.0.1')
    expect(await check('dns')).toMatchObject({ finding: 'dns_wrong', facts: { name: 'time.example' } })
  })

  test('clock: correct, a minute off, and an unreachable time server', async () => {
    const server = await startTimeServer()
    await ntp(true, `127.0.0.1:${server.port}`)
    expect(await check('time')).toMatchObject({
      result: 'good',
      facts: { server: `127.0.0.1:${server.port}` },
    })
    server.offset_ms = 61_000
    const off = await check('time')
    expect(off).toMatchObject({ result: 'failed', finding: 'clock_off' })
    expect(Math.abs(Number(off.facts['offset_ms']))).toBeGreaterThan(1_000)
    await server.stop()
    expect(await check('time')).toMatchObject({ result: 'failed', finding: 'time_server_silent' })
    await ntp(false, `127.0.0.1:${server.port}`)
    expect(await check('time')).toMatchObject({ result: 'skipped', finding: 'no_time_server' })
  })
})

describe('the platform', () => {
  let platform: Platform
  beforeEach(async () => {
    platform = await startPlatform({ appSecret: app_secret })
  })
  afterEach(() => platform.stop())
  const settings = (more = {}) => ({
    operator_no: 'OP-1',
    extra_info: JSON.stringify({ app_secret }),
    auth_url: platform.urls.auth_url,
    device_init_url: platform.urls.device_init_url,
    ...more,
  })

  test('is not set: nothing to check', async () => {
    expect(await check('platform')).toMatchObject({ result: 'skipped', finding: 'no_platform' })
  })

  test('accepts the box and reports the round trip', async () => {
    await platformIs(settings())
    const found = await check('platform')
    expect(found).toMatchObject({
      result: 'good',
      finding: 'ok',
      facts: { host: new URL(platform.urls.auth_url).host },
    })
    expect(found.facts['ms']).toBeGreaterThanOrEqual(0)
    expect(platform.signIns).toHaveLength(1)
  })

  test('refuses the box: another key', async () => {
    await platformIs(settings({ extra_info: JSON.stringify({ app_secret: 'another-secret' }) }))
    const found = await check('platform')
    expect(found).toMatchObject({ result: 'failed', finding: 'platform_refused' })
    expect(found.facts['said']).toContain('signature is wrong')
    expect(JSON.stringify(found)).not.toContain('another-secret')
  })

  test('is silent: it stalls, or nothing listens', async () => {
    await platformIs(settings())
    for (const behaviour of ['stall', 'down'] as const) {
      await platform.setBehaviour(behaviour)
      expect(await check('platform')).toMatchObject({ result: 'failed', finding: 'platform_silent' })
    }
  })

  test('has an unknown name', async () => {
    await platformIs(settings({ auth_url: 'http://no-such-name.invalid/auth' }))
    expect(await check('platform')).toMatchObject({
      result: 'failed',
      finding: 'platform_name',
      facts: { name: 'no-such-name.invalid' },
    })
  })

  test('without credentials only the connection is tried', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await platformIs({ data_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` })
    expect(await check('platform')).toMatchObject({ result: 'good', facts: { by: 'connection' } })
    await new Promise((resolve) => server.close(resolve))
    expect(await check('platform')).toMatchObject({ result: 'failed', finding: 'platform_silent' })
  })
})

describe('the box itself', () => {
  test('storage: free space and the time of a write; a missing folder', async () => {
    const found = await check('storage')
    expect(found).toMatchObject({ result: 'good', finding: 'ok' })
    for (const fact of ['free', 'total', 'write_ms']) expect(found.facts[fact]).toBeGreaterThanOrEqual(0)
    expect(await checkStep('storage', { ...box.deps, folder: join(folder, 'gone') })).toMatchObject({
      result: 'failed',
      finding: 'no_storage',
    })
  })

  test('cameras: none, all online, and a list of the others', async () => {
    const { db } = box.deps
    expect(await check('cameras')).toMatchObject({ result: 'skipped', finding: 'no_cameras' })
    plantLots(db)
    setState(db, 'SN-0001', 1, '', 0)
    expect(await check('cameras')).toMatchObject({ result: 'good', facts: { online: 1, total: 1 } })
    const row = db.get<Parameters<typeof insertCamera>[1]>('SELECT * FROM camera')!
    for (let at = 2; at <= 6; at++)
      insertCamera(db, {
        ...row,
        camera_sn: `SN-000${at}`,
        camera_name: `西门 ${at}`,
        onvif_port: at,
        state: at === 2 ? 2 : 0,
        state_reason: 'reach',
      })
    expect(await check('cameras')).toMatchObject({
      result: 'failed',
      finding: 'cameras_offline',
      facts: { online: 1, total: 6, names: '西门 2, 西门 3, 西门 4', more: 2, step: 'reach' },
    })
  })

  test('a step without an answer times out', async () => {
    const never = {
      ...box.deps,
      network: { ...box.deps.network, read: () => new Promise<never>(() => undefined) },
    }
    expect(await checkStep('gateway', never, 50)).toMatchObject({
      result: 'failed',
      finding: 'gateway_silent',
    })
  })

  test('on a box without the programs a step is skipped, never failed', async () => {
    const bare = await openDevice({ ports: { now: Date.now } })
    const token = await bare.tokenOf('operator')
    for (const step of diagnose_steps) {
      const { code: answered, data } = await bare.call('diagnose', { step }, token)
      expect([step, answered, data.result]).toEqual([
        step,
        code.success,
        step === 'storage' ? 'good' : 'skipped',
      ])
    }
    await bare.close()
  })

  test('a viewer may not run the check', async () => {
    expect((await box.call('diagnose', { step: 'link' }, await box.tokenOf('viewer'))).code).toBe(
      code.permission_denied,
    )
  })
})
