/** Reasons to refuse a factory restore before anything is changed (spec §1, §7). */
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { code, restore_factory, restore_network } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { startMachine } from '@parking/sim/os/machine.ts'
import { readPlan } from '#src/system/restore/restore-plan.ts'
import { restoreSetup } from './restore-setup.ts'

const setup = restoreSetup()

describe('refusing a restore', () => {
  test("requires the box's serial number and an administrator", async () => {
    const { admin, viewer, host_sn } = await setup.fullBox([])
    for (const typed of [
      'PE-0000',
      host_sn.toLowerCase() === host_sn ? 'x' : host_sn.toLowerCase(),
      `${host_sn}0`,
    ]) {
      expect(await setup.box.call('restore', { host_sn: typed }, admin)).toMatchObject({
        code: code.failed,
        data: { reason: 'wrong_serial' },
      })
      expect(
        await setup.box.call(
          'bring_back_snapshot',
          { name: 'restore-20261121-083000', host_sn: typed },
          admin,
        ),
      ).toMatchObject({ data: { reason: 'wrong_serial' } })
    }
    expect((await setup.box.call('restore', { host_sn }, viewer)).code).toBe(code.permission_denied)
    expect((await setup.box.call('list_snapshots', {}, viewer)).code).toBe(code.permission_denied)
    expect(readPlan(setup.data())).toBeUndefined()
    expect(setup.box.restarts()).toBe(0)
    expect((await setup.box.call('restore', { host_sn: ` ${host_sn} ` }, admin)).code).toBe(code.success)
    // A second restore is refused.
    expect((await setup.box.call('restore', { host_sn }, admin)).code).toBe(code.busy)
  })

  test('refuses during an update', async () => {
    setup.machine = await startMachine({
      folder: join(setup.folder, 'machine'),
      requests: join(setup.data(), 'root'),
    })
    setup.machine.packages.pace(0)
    const { admin, host_sn } = await setup.fullBox([])
    await setup.box.call('update_software_cache', {}, admin)
    setup.machine.packages.pace('by hand')
    await setup.box.call('update_software', {}, admin)
    expect(await setup.box.call('restore', { host_sn }, admin)).toMatchObject({
      data: { reason: 'update_running' },
    })
    expect(await setup.box.call('reboot', {}, admin)).toMatchObject({ data: { reason: 'update_running' } })
    expect((await setup.box.call('reboot_preflight', {}, admin)).data).toMatchObject({
      updating: true,
      trial: false,
      waiting: 1,
    })
  })

  test('refuses on a full disk before anything is changed', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    const { snapshot } = (await setup.box.call('restore', { host_sn }, admin)).data
    setup.box = await setup.box.restart()
    // A snapshot of nine terabytes does not fit: the file is sparse, with that size and no blocks.
    truncateSync(join(setup.data(), 'snapshots', snapshot!, 'parking.db'), 9e12)
    expect(await setup.box.call('bring_back_snapshot', { name: snapshot!, host_sn }, admin)).toMatchObject({
      code: code.failed,
      data: { reason: 'disk_full' },
    })
    expect(readPlan(setup.data())).toBeUndefined()
  })

  test('refuses an invalid network for the time after the restore', async () => {
    const { admin } = await setup.fullBox([])
    expect((await setup.box.call('get_restore_config', {}, admin)).data).toEqual({
      ...restore_network,
      keep: [],
    })
    for (const [wrong, field, issue] of [
      [{ netmask: '255.0.255.0' }, 'netmask', 'netmask'],
      [{ gateway: '192.168.2.1' }, 'gateway', 'gateway_outside'],
      [{ gateway: '192.168.1.100' }, 'gateway', 'gateway_is_address'],
      [{ ipv4: '192.168.1.255' }, 'ipv4', 'address_of_broadcast'],
      [{ ipv4: '192.168.1.0' }, 'ipv4', 'address_of_network'],
      [{ ipv4: '224.0.0.1' }, 'ipv4', 'address_not_usable'],
    ] as const) {
      const refused = await setup.box.call(
        'set_restore_config',
        { ...restore_network, keep: [], ...wrong },
        admin,
      )
      expect([wrong, refused.code, refused.data]).toEqual([
        wrong,
        code.format_error,
        expect.arrayContaining([{ field, issue }]),
      ])
    }
    expect(restore_factory).toEqual({
      ipv4: '192.168.1.100',
      netmask: '255.255.255.0',
      gateway: '192.168.1.1',
      keep: ['network', 'events'],
    })
  })
})
