/** A card of ifupdown: shown with its manager, never changed, until `parking-edge network take-over`. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { openDevice, type Device } from '../device.ts'

let machine: Machine
let box: Device
let admin: string
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
  box = await openDevice({
    folder,
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
  })
  admin = await box.tokenOf('admin')
})
afterEach(async () => {
  await box.close()
  await machine.stop()
})

test('is read but not changed, and the refusal names the command', async () => {
  machine.network.manager = 'ifupdown'
  const { ipv4, netmask, gateway } = machine.network.now
  const now = { ipv4, netmask, gateway }
  expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject({ ...now, manager: 'ifupdown' })
  expect((await box.call('get_dns', {}, admin)).data).toMatchObject({ dns_main: '127.77.0.53' })
  for (const answer of [
    await box.call('set_ipv4', { ...now, ipv4: '127.77.0.20' }, admin),
    await box.call('set_dns', { dns_main: '127.77.0.54', dns_sub: '' }, admin),
  ])
    expect(answer).toMatchObject({
      code: code.failed,
      message: expect.stringContaining('parking-edge network take-over'),
      data: { reason: 'unsupported' },
    })
  expect(machine.network.now.ipv4).toBe(ipv4)
})

test('a manager that has taken the card over is used at once', async () => {
  machine.network.manager = 'ifupdown'
  expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject({ manager: 'ifupdown' })
  machine.network.manager = 'networkmanager'
  expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject({ manager: 'networkmanager' })
})
