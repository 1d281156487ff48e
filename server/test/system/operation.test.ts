/**
 * Rebooting the box (spec §1, §7): the check before it, the request to the operating system, and its
 * duration.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox } from './restore-device.ts'
import { until } from '../until.ts'

let [box, machine, folder]: [Device, Machine, string] = [undefined!, undefined!, '']
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-operation-'))
  mkdirSync(join(folder, 'data'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'data', 'root') })
  box = await openDevice({
    folder: join(folder, 'data'),
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
    kernel_stat: machine.env.PARKING_KERNEL_STAT,
  })
})
afterEach(async () => {
  await box.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the check reports what is running and pending', async () => {
  const { admin } = await fillBox(box)
  expect((await box.call('reboot_preflight', {}, admin)).data).toEqual({
    waiting: 1,
    updating: false,
    trial: false,
    app_running: false,
    others: ['viewer'],
    last_took_s: null,
    broken_rules: [],
  })
  box.wait(6 * 60_000)
  expect((await box.call('reboot_preflight', {}, admin)).data.others).toEqual([])
})

test('the box restarts, and the next page reports the duration', async () => {
  const operator = await box.tokenOf('operator')
  // The test decides when the box goes down, however long its own restart takes before.
  let goDown = () => {}
  machine.power.onReboot(
    () => new Promise((resolve) => (goDown = resolve)),
    async () => undefined,
  )
  const booted = async () => (await box.call('reboot_time', {}, operator)).data.reboot_time
  const before = await booted()
  expect((await box.call('reboot', {}, operator)).code).toBe(code.success)
  expect(
    machine.log
      .filter(({ program, args }) => program === 'systemctl' && args.includes('reboot'))
      .map(({ args }) => args),
  ).toEqual([['--no-ask-password', 'reboot']])
  // A restart of only the server is not a reboot.
  box = await box.restart()
  expect((await box.call('reboot_preflight', {}, operator)).data.last_took_s).toBeNull()
  await until('the box is about to go down', () => machine.power.count === 1)
  goDown()
  await machine.power.settled()
  box.wait(42_000)
  box = await box.restart()
  expect((await box.call('reboot_preflight', {}, operator)).data.last_took_s).toBe(42)
  expect(await booted(), 'the machine has started anew').not.toBe(before)
  box = await box.restart()
  expect((await box.call('reboot_preflight', {}, operator)).data.last_took_s).toBe(42)
})

test("a refused reboot reports the system's message and is not recorded", async () => {
  const operator = await box.tokenOf('operator')
  machine.power.refuse('Failed to reboot system via logind: Interactive authentication required.')
  expect(await box.call('reboot', {}, operator)).toMatchObject({
    code: code.failed,
    data: { reason: 'not_permitted', detail: expect.stringContaining('authentication required') },
  })
  machine.power.refuse(
    'Operation inhibited by "apt-get" (PID 1207 "apt-get", user root), reason is "Installing packages".',
  )
  expect(await box.call('reboot', {}, operator)).toMatchObject({
    code: code.failed,
    data: { reason: 'program_failed', detail: expect.stringContaining('Operation inhibited') },
  })
  expect(machine.power.count).toBe(0)
  machine.installed('systemctl', false)
  expect(await box.call('reboot', {}, operator)).toMatchObject({
    code: code.failed,
    data: { reason: 'unsupported' },
  })
  box.wait(10_000)
  box = await box.restart()
  expect((await box.call('reboot_preflight', {}, operator)).data.last_took_s).toBeNull()
})

test('a viewer sees what is running but cannot restart the box', async () => {
  const viewer = await box.tokenOf('viewer')
  expect((await box.call('reboot_preflight', {}, viewer)).code).toBe(code.success)
  expect((await box.call('reboot', {}, viewer)).code).toBe(code.permission_denied)
  expect((await box.call('get_restore_config', {}, viewer)).code).toBe(code.success)
})
