/**
 * Address and name servers as trials (spec §3 "Network", docs/network-trials.md), by the real adapters on a
 * simulated machine. Long because every possible end of a trial is tested.
 */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, type Trial } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import type { TrialOptions } from '#src/device/trial.ts'
import { hashPassword } from '#src/user/password.ts'
import { openSession } from '#src/user/session.store.ts'
import { addUser, userByName } from '#src/user/user.store.ts'
import { openDevice, test_password, type Device } from '../device.ts'
import { until } from '../until.ts'

const old = { ipv4: '127.77.0.10', netmask: '255.255.255.0', gateway: '127.77.0.1' }
const other = { ...old, ipv4: '127.77.0.20' }
/** Long enough to confirm on a slow machine; the change is applied at once. */
const patient: TrialOptions = { total_ms: 60_000, apply_after_ms: 1 }
const hasty: TrialOptions = { total_ms: 400, apply_after_ms: 1 }

let machine: Machine
let box: Device
let admin: string

async function open(trial: TrialOptions = patient): Promise<void> {
  const { folder } = box ?? {}
  box = await openDevice({
    folder: folder ?? mkdtempSync(join(tmpdir(), 'parking-')),
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
    trial,
  })
  admin = await box.tokenOf('admin')
}

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
  box = { folder } as Device
})
afterEach(async () => {
  await box.close()
  await machine.stop()
})

const trialNow = async (): Promise<Trial> => (await box.call('get_trial', {}, admin)).data
const over = (state: Trial['state']) =>
  until(`a trial that is ${state}`, async () => (await trialNow()).state === state && trialNow())
const made = (ipv4: string) => until(`the address ${ipv4}`, () => machine.network.now.ipv4 === ipv4)
const change = (body: typeof old = other, token = admin) => box.call('set_ipv4', body, token)
/** The configuration after a restart of the machine. */
const lasting = (): { ipv4: string; dns_main: string; dhcp: boolean } =>
  (
    JSON.parse(readFileSync(join(box.folder, 'machine', 'state.json'), 'utf8')) as {
      network: { ipv4: string; dns_main: string; dhcp: boolean }
    }
  ).network

describe.each(['networkmanager', 'networkd'] as const)('with %s', (manager) => {
  beforeEach(() => void (machine.network.manager = manager))

  test('tries a good address; once confirmed it is permanent', async () => {
    await open()
    expect((await box.call('get_ipv4', {}, admin)).data).toEqual({
      ...old,
      macaddr: '02:5e:00:4d:00:0a',
      interface: 'eth0',
      dhcp: false,
      manager,
      netplan: false,
    })
    machine.network.netplan = true
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject({ manager, netplan: true })
    const { data } = await change()
    expect(data.trial).toMatchObject({
      kind: 'ipv4',
      state: 'running',
      by: 'admin',
      before: old,
      after: other,
      total_s: 60,
      old_url: 'http://127.77.0.10',
      new_url: 'http://127.77.0.20',
    })
    expect(data.trial.left_s).toBeGreaterThan(0)
    await made(other.ipv4)
    expect(machine.network.now).toMatchObject({ ...other, dns: ['127.77.0.53'] })
    expect(
      (await box.call('confirm_trial', { confirm_token: data.confirm_token }, admin)).data,
    ).toMatchObject({ state: 'confirmed', reason: '', left_s: 0 })
    expect(lasting().ipv4).toBe(other.ipv4)
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject(other)
    machine.network.reboot()
    expect(machine.network.now.ipv4).toBe(other.ipv4)
    expect(
      (await box.call('confirm_trial', { confirm_token: data.confirm_token }, admin)).data,
    ).toMatchObject({ reason: 'no_trial' })
  })

  test('rolls back without a confirmation, and a later page sees the result', async () => {
    await open(hasty)
    await change()
    const trial = await over('rolled_back')
    expect(trial).toMatchObject({ reason: 'silence', left_s: 0 })
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    expect(
      machine.log.some(
        ({ args }) =>
          args.includes('CheckpointRollback') || args.includes('parking-edge-root@networkd-undo.service'),
      ),
    ).toBe(true)
    box = await box.restart()
    expect(await trialNow()).toMatchObject({ id: trial.id, state: 'rolled_back', reason: 'silence' })
  })

  test('a killed server rolls the change back at its next start', async () => {
    await open()
    await change()
    await made(other.ipv4)
    box = await box.restart('killed')
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    expect(await trialNow()).toMatchObject({ state: 'rolled_back', reason: 'crash' })
  })

  test('a power cut ends the trial, and is distinguished from a crash', async () => {
    await open()
    await change()
    await made(other.ipv4)
    machine.network.reboot()
    box = await box.restart('killed')
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    expect(await trialNow()).toMatchObject({ state: 'rolled_back', reason: 'power_cut' })
  })

  test('tries and confirms name servers', async () => {
    await open()
    expect((await box.call('get_dns', {}, admin)).data).toEqual({ dns_main: '127.77.0.53', dns_sub: '' })
    const { data } = await box.call('set_dns', { dns_main: '127.77.0.54', dns_sub: '127.77.0.55' }, admin)
    expect(data.trial).toMatchObject({ kind: 'dns', old_url: '', new_url: '' })
    await until('the name servers', () => machine.network.now.dns.join() === '127.77.0.54,127.77.0.55')
    expect((await box.call('confirm_trial', { confirm_token: data.confirm_token }, admin)).data.state).toBe(
      'confirmed',
    )
    expect((await box.call('get_dns', {}, admin)).data).toEqual({
      dns_main: '127.77.0.54',
      dns_sub: '127.77.0.55',
    })
    expect(machine.network.now.ipv4).toBe(old.ipv4)
  })

  test("rolls back a change that the system refuses, with the system's message", async () => {
    await open()
    machine.network.failNext('the carrier pigeon is ill')
    await change()
    const trial = await over('rolled_back')
    expect(trial.reason).toBe('not_applied')
    if (manager === 'networkmanager') expect(trial.detail).toContain('the carrier pigeon is ill')
    expect(machine.network.now.ipv4).toBe(old.ipv4)
  })
})

describe('confirming a trial', () => {
  test('is allowed only to the user who started it, with its token', async () => {
    await open()
    const { confirm_token } = (await change()).data
    await made(other.ipv4)
    const { folder } = box
    expect(readFileSync(join(folder, 'trial.json'), 'utf8')).not.toContain(confirm_token)
    expect(statSync(join(folder, 'trial.json')).mode & 0o077).toBe(0)
    const refused = { code: code.failed, data: { reason: 'wrong_token' } }
    expect(
      await box.call('confirm_trial', { confirm_token: `${confirm_token.slice(1)}x` }, admin),
    ).toMatchObject(refused)
    addUser(
      box.deps.db,
      {
        username: 'second',
        name: 'second',
        role: 'admin',
        password_hash: await hashPassword(test_password),
        must_change_password: false,
      },
      box.deps.now(),
    )
    const second = openSession(
      box.deps.db,
      userByName(box.deps.db, 'second')!.id,
      '127.0.0.1',
      box.deps.now(),
    )
    expect(await box.call('confirm_trial', { confirm_token }, second)).toMatchObject(refused)
    expect((await trialNow()).state).toBe('running')
    expect((await box.call('confirm_trial', { confirm_token }, await box.tokenOf('operator'))).code).toBe(
      code.permission_denied,
    )
    expect((await box.call('confirm_trial', { confirm_token }, admin)).data.state).toBe('confirmed')
    expect(JSON.stringify(await trialNow())).not.toMatch(/token|"way"|boot/)
  })

  test('needs no token from the user who started it, whose answer may have been lost', async () => {
    await open()
    await change()
    await made(other.ipv4)
    expect((await trialNow()).own).toBe(true)
    const operator = await box.tokenOf('operator')
    expect((await box.call('get_trial', {}, operator)).data.own).toBe(false)
    expect((await box.call('confirm_trial', {}, await box.tokenOf('admin'))).data.state).toBe('confirmed')
  })

  test('is refused from the address that is replaced', async () => {
    await open({ total_ms: 60_000, apply_after_ms: 30_000, answer_within_ms: 50 })
    const { confirm_token } = (await change()).data
    const from = (host: string) =>
      box.app.inject({
        method: 'POST',
        url: '/api/device/confirm_trial',
        headers: { host, 'content-type': 'application/json', authorization: admin },
        payload: { confirm_token },
      })
    expect((await from('127.77.0.10:8080')).json()).toMatchObject({
      code: code.failed,
      data: { reason: 'wrong_way' },
    })
    // Another address is accepted, but not before the change has been made.
    expect((await from('127.77.0.20:8080')).json()).toMatchObject({ code: code.busy })
    await box.call('cancel_trial', {}, admin)
    expect(await over('rolled_back')).toMatchObject({ reason: 'asked' })
    expect(machine.log.some(({ args }) => args.includes('modify'))).toBe(false)
  })

  test('rolls back on request, even if the answer has to be sent from the new address', async () => {
    await open()
    await change()
    await made(other.ipv4)
    const answer = await box.app.inject({
      method: 'POST',
      url: '/api/device/cancel_trial',
      headers: { host: '127.77.0.20', 'content-type': 'application/json', authorization: admin },
      payload: {},
    })
    expect(answer.json()).toMatchObject({ code: 0, data: { state: 'running', left_s: 0 } })
    expect(await over('rolled_back')).toMatchObject({ reason: 'asked' })
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    expect((await box.call('cancel_trial', {}, admin)).data).toMatchObject({ reason: 'no_trial' })
  })

  test('only one trial at a time, also for concurrent requests', async () => {
    await open()
    const answers = await Promise.all([
      change(),
      change({ ...old, ipv4: '127.77.0.21' }),
      box.call('set_dns', { dns_main: '127.77.0.54', dns_sub: '' }, admin),
    ])
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, code.failed, code.failed])
    expect(answers.filter((answer) => answer.code !== 0).map(({ data }) => data)).toMatchObject([
      { reason: 'trial_running' },
      { reason: 'trial_running' },
    ])
  })
})

describe('checks before a trial', () => {
  test.each([
    [{ ...other, ipv4: '127.77.0.255' }, [{ field: 'ipv4', issue: 'address_of_broadcast' }]],
    [{ ...other, gateway: '127.78.0.1' }, [{ field: 'gateway', issue: 'gateway_outside' }]],
    [{ ...other, netmask: '255.0.255.0' }, [{ field: 'netmask', issue: 'netmask' }]],
    [old, [{ field: 'ipv4', issue: 'same_as_before' }]],
    [{ ...other, ipv4: '127.77.0.77' }, [{ field: 'ipv4', issue: 'address_in_use' }]],
  ])('%j is refused on its field', async (body, issues) => {
    await open()
    machine.network.neighbours.add('127.77.0.77')
    expect(await change(body)).toMatchObject({ code: code.format_error, data: issues })
    expect((await trialNow()).state).toBe('none')
    expect(machine.log.some(({ program }) => program === 'busctl')).toBe(false)
  })

  test('its own address never counts as in use, and another network cannot be probed', async () => {
    await open()
    machine.network.neighbours.add('127.77.0.10').add('127.99.0.5')
    expect((await change({ ipv4: '127.77.0.10', netmask: '255.255.0.0', gateway: '127.77.0.1' })).code).toBe(
      0,
    )
    await box.call('cancel_trial', {}, admin)
    expect((await change({ ipv4: '127.99.0.5', netmask: '255.255.255.0', gateway: '127.99.0.1' })).code).toBe(
      0,
    )
  })

  test('a box without a network manager, or without its programs, says so', async () => {
    await open()
    machine.network.manager = 'none'
    expect(await change()).toMatchObject({ code: code.failed, data: { reason: 'unsupported' } })
    machine.installed('nmcli', false)
    machine.installed('networkctl', false)
    expect(await box.call('get_ipv4', {}, admin)).toMatchObject({
      code: code.failed,
      data: { reason: 'unsupported' },
    })
    machine.installed('ip', false)
    expect(await box.call('get_dns', {}, admin)).toMatchObject({
      code: code.failed,
      data: { reason: 'unsupported' },
    })
  })

  test('a DHCP address can become static without losing its name servers', async () => {
    machine = await dhcpMachine()
    await open()
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject({ ...old, dhcp: true })
    const { confirm_token } = (await change(old)).data
    await until('a set address', () => !machine.network.now.dhcp)
    expect(machine.network.now.dns).toEqual(['127.77.0.53'])
    await box.call('confirm_trial', { confirm_token }, admin)
    expect(lasting()).toMatchObject({ ipv4: old.ipv4, dns_main: '127.77.0.53', dhcp: false })
  })
})

describe('when the server stops', () => {
  test('the operating system rolls back by itself', async () => {
    await open()
    const { network } = box.deps
    const way = await network.arm(1)
    await network.change(way, other)
    expect(machine.network.now.ipv4).toBe(other.ipv4)
    await made(old.ipv4)
    await network.undo(way) // safe afterwards
    await expect(network.keep(way)).rejects.toThrow('gone back')
  })

  test('an orderly stop rolls back at once, and the next start reports why', async () => {
    await open()
    await change()
    await made(other.ipv4)
    await box.deps.trials.stop()
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    box = await box.restart()
    expect(await trialNow()).toMatchObject({ state: 'rolled_back', reason: 'crash' })
  })

  test('restores from the stored rollback when NetworkManager has lost its checkpoint', async () => {
    await open()
    const { network } = box.deps
    const way = await network.arm(60)
    await network.change(way, other)
    const forgotten = JSON.stringify({
      ...(JSON.parse(way) as object),
      checkpoint: '/org/freedesktop/NetworkManager/Checkpoint/99',
    })
    await network.undo(forgotten)
    expect(machine.network.now.ipv4).toBe(old.ipv4)
    expect(lasting().ipv4).toBe(old.ipv4)
  })

  test('waits for a manager that restarts, but not for a missing one', async () => {
    await open()
    await box.call('get_ipv4', {}, admin)
    machine.network.manager = 'none'
    setTimeout(() => void (machine.network.manager = 'networkmanager'), 500)
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject(old)
  })

  test('logs each trial with old and new values', async () => {
    await open()
    await change()
    await made(other.ipv4)
    await box.call('cancel_trial', {}, admin)
    const rows = (await box.call('log', { type: 0, page: 1, page_size: 20 }, admin)).data.list
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['trial_begun', 'trial_rolled_back']))
    expect(rows.find(({ audit }) => audit?.call === 'set_ipv4')?.audit).toMatchObject({
      before: { ipv4: old.ipv4 },
      after: { ipv4: other.ipv4 },
    })
    expect(JSON.stringify(rows)).not.toContain('confirm_token')
  })
})

/** A machine with an address from DHCP. */
async function dhcpMachine(): Promise<Machine> {
  await machine.stop()
  mkdirSync(join(box.folder, 'machine'), { recursive: true })
  writeFileSync(
    join(box.folder, 'machine', 'state.json'),
    JSON.stringify({ network: { ...old, dns_main: '127.77.0.53', dns_sub: '', dhcp: true } }),
  )
  return startMachine({ folder: join(box.folder, 'machine'), requests: join(box.folder, 'root') })
}
