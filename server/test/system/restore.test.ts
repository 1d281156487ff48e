/**
 * Factory restore and snapshots (spec §1, §7, §9; docs/decisions/0014): what is deleted, what is kept, and
 * that no interruption leaves half of either. Long because every choice and every interruption starts from
 * the same full box.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, restore_factory, restore_keep, restore_network, type RestoreKeep } from '@parking/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { openLog } from '#src/core/log.ts'
import { carryOutRestore, restore_steps, type RestoreStep } from '#src/system/restore/restore-run.ts'
import { readPlan } from '#src/system/restore/restore-plan.ts'
import {
  dropped_settings,
  fresh_tables,
  lasting_tables,
  tables_of,
  search_tables,
} from '#src/system/restore/restore-tables.ts'
import { migrations, openDevice, test_password, type Device } from '../device.ts'
import { fillBox, leftIn, old_network, secret } from './restore-device.ts'

let [box, folder]: [Device, string] = [undefined!, '']
let machine: Machine | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-restore-'))
  mkdirSync(join(folder, 'data'))
})
afterEach(async () => {
  await box.close()
  await machine?.stop()
  machine = undefined
  rmSync(folder, { recursive: true, force: true })
})
const data = () => join(folder, 'data')
const open = () =>
  openDevice({
    folder: data(),
    ...(machine
      ? { programs: machine.env.PARKING_PROGRAMS, helper_results: machine.env.PARKING_HELPER_RESULTS }
      : {}),
  })
const silent = openLog('silent')

/** A box full of things whose next restore keeps these. */
async function fullBox(keep: RestoreKeep[]) {
  box = await open()
  const who = await fillBox(box)
  expect((await box.call('set_restore_config', { ...restore_network, keep }, who.admin)).code).toBe(
    code.success,
  )
  return who
}

describe('what a restore takes and leaves', () => {
  test(
    'with nothing kept the box is new, but for its serial number, its log and a snapshot of ' +
      'what was there',
    async () => {
      const { admin, host_sn } = await fullBox([])
      const before = leftIn(data())
      const { data: answer } = await box.call('restore', { host_sn }, admin)
      expect(answer).toEqual({
        snapshot: expect.stringMatching(/^restore-\d{8}-\d{6}$/),
        one_time_password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/),
      })
      expect(box.restarts()).toBe(1)
      expect(readFileSync(join(data(), 'restore.json'), 'utf8')).not.toContain(answer.one_time_password)
      expect(statSync(join(data(), 'restore.json')).mode & 0o077).toBe(0)
      box = await box.restart()

      const left = leftIn(data())
      expect(left).toMatchObject({
        users: ['admin'],
        sessions: 0,
        cameras: 0,
        scenes: 0,
        lots: 0,
        name: '',
        secret: '',
        events: 0,
        tally: 0,
        created: 0,
        whitelist: [],
        pictures: [],
        plan: false,
        halves: [],
      })
      expect(left.settings).toEqual(['first_password', 'restore_config', 'serial'])
      expect(left.serial).toBe(before.serial)
      expect(left.logs).toEqual([
        ...before.logs,
        expect.stringContaining('admin: restore from 127.0.0.1: done'),
      ])
      // The snapshot has the pictures of the scene and of the unsent event; the others are not needed.
      expect(left.snapshots).toEqual([{ why: 'restore', pictures: 2 }])
      // Nothing of what was wiped is left in the database's free pages.
      expect(readFileSync(join(data(), 'parking.db')).includes('粤B12345')).toBe(false)

      // The old session has ended, the one-time password opens the box and must be changed; it stays good
      // over another start.
      expect((await box.call('get_basic_info', {}, admin)).code).toBe(code.token_expired)
      box = await box.restart()
      const signed_in = await box.call('login', { username: 'admin', password: answer.one_time_password! })
      expect(signed_in).toMatchObject({ code: code.success, data: { must_change_password: true } })
      expect((await box.call('login', { username: 'admin', password: test_password })).code).toBe(code.failed)
      expect(box.logged()).not.toContain(answer.one_time_password)
    },
  )

  test('any choice of what to keep keeps exactly that', async () => {
    for (const keep of [
      ['users'],
      ['cameras', 'events'],
      ['network', 'params'],
      [...restore_keep],
    ] as RestoreKeep[][]) {
      const { admin, host_sn } = await fullBox(keep)
      const before = leftIn(data())
      const { data: answer } = await box.call('restore', { host_sn }, admin)
      expect(answer.one_time_password === undefined).toBe(keep.includes('users'))
      box = await box.restart()
      const left = leftIn(data())
      const has = (what: RestoreKeep) => keep.includes(what)
      expect([keep, left]).toEqual([
        keep,
        expect.objectContaining({
          users: has('users') ? before.users : ['admin'],
          sessions: has('users') ? before.sessions : 0,
          cameras: has('cameras') ? 1 : 0,
          scenes: has('cameras') ? 1 : 0,
          lots: has('cameras') ? 2 : 0,
          name: has('params') ? before.name : '',
          secret: has('params') ? before.secret : '',
          events: has('events') ? 2 : 0,
          tally: has('events') ? 2 : 0,
          created: has('events') ? 2 : 0,
          whitelist: has('network') ? [old_network] : [],
          serial: before.serial,
          plan: false,
          halves: [],
        }),
      ])
      expect(left.pictures.filter((path) => path.startsWith('events/'))).toHaveLength(has('events') ? 2 : 0)
      expect(left.pictures.filter((path) => path.startsWith('cameras/'))).toHaveLength(has('cameras') ? 2 : 0)
      // The search index is rebuilt and the triggers are back: new events are counted.
      if (has('events')) {
        expect(
          (
            await box.call(
              'parking_event',
              { page: 1, page_size: 20, plate_number: 'B123' },
              await box.tokenOf('viewer'),
            )
          ).data.total,
        ).toBe(2)
        box.deps.db.run('DELETE FROM event_picture')
        box.deps.db.run('DELETE FROM event WHERE status = 2')
        expect(box.deps.db.get('SELECT sum(n) AS n FROM event_tally')).toEqual({ n: 1 })
      }
      if (has('users')) expect((await box.call('get_basic_info', {}, admin)).code).toBe(code.success)
      await box.close()
      mkdirSync(data())
    }
    box = await open()
  })

  test('a new table or a new document is a choice that somebody has to make', async () => {
    box = await open()
    const tables = box.deps.db
      .all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .map((row) => row.name)
    expect(
      [...Object.values(tables_of).flat(), ...lasting_tables, ...fresh_tables, ...search_tables].sort(),
    ).toEqual(tables.sort())
    expect(dropped_settings).toEqual(['provision'])
  })
})

describe('before anything is done', () => {
  test("the serial number must be the box's, and only an administrator is asked for it", async () => {
    const { admin, viewer, host_sn } = await fullBox([])
    for (const typed of [
      'PE-0000',
      host_sn.toLowerCase() === host_sn ? 'x' : host_sn.toLowerCase(),
      `${host_sn}0`,
    ]) {
      expect(await box.call('restore', { host_sn: typed }, admin)).toMatchObject({
        code: code.failed,
        data: { reason: 'wrong_serial' },
      })
      expect(
        await box.call('bring_back_snapshot', { name: 'restore-20261121-083000', host_sn: typed }, admin),
      ).toMatchObject({ data: { reason: 'wrong_serial' } })
    }
    expect((await box.call('restore', { host_sn }, viewer)).code).toBe(code.permission_denied)
    expect((await box.call('list_snapshots', {}, viewer)).code).toBe(code.permission_denied)
    expect(readPlan(data())).toBeUndefined()
    expect(box.restarts()).toBe(0)
    expect((await box.call('restore', { host_sn: ` ${host_sn} ` }, admin)).code).toBe(code.success)
    // One is enough.
    expect((await box.call('restore', { host_sn }, admin)).code).toBe(code.busy)
  })

  test('an update that runs is not cut short', async () => {
    machine = await startMachine({ folder: join(folder, 'machine'), requests: join(data(), 'root') })
    machine.packages.pace(0)
    const { admin, host_sn } = await fullBox([])
    await box.call('update_software_cache', {}, admin)
    machine.packages.pace('by hand')
    await box.call('update_software', {}, admin)
    expect(await box.call('restore', { host_sn }, admin)).toMatchObject({
      data: { reason: 'update_running' },
    })
    expect(await box.call('reboot', {}, admin)).toMatchObject({ data: { reason: 'update_running' } })
    expect((await box.call('reboot_preflight', {}, admin)).data).toMatchObject({
      updating: true,
      trial: false,
      waiting: 1,
    })
  })

  test('a full disk is refused before anything is touched', async () => {
    const { admin, host_sn } = await fullBox(['users'])
    const { snapshot } = (await box.call('restore', { host_sn }, admin)).data
    box = await box.restart()
    // A snapshot of nine terabytes does not fit: the file has that size and no blocks.
    truncateSync(join(data(), 'snapshots', snapshot!, 'parking.db'), 9e12)
    expect(await box.call('bring_back_snapshot', { name: snapshot!, host_sn }, admin)).toMatchObject({
      code: code.failed,
      data: { reason: 'disk_full' },
    })
    expect(readPlan(data())).toBeUndefined()
  })

  test('the network it will come back with must be one', async () => {
    const { admin } = await fullBox([])
    expect((await box.call('get_restore_config', {}, admin)).data).toEqual({ ...restore_network, keep: [] })
    for (const [wrong, field, issue] of [
      [{ netmask: '255.0.255.0' }, 'netmask', 'netmask'],
      [{ gateway: '192.168.2.1' }, 'gateway', 'gateway_outside'],
      [{ gateway: '192.168.1.100' }, 'gateway', 'gateway_is_address'],
      [{ ipv4: '192.168.1.255' }, 'ipv4', 'address_of_broadcast'],
      [{ ipv4: '192.168.1.0' }, 'ipv4', 'address_of_network'],
      [{ ipv4: '224.0.0.1' }, 'ipv4', 'address_not_usable'],
    ] as const) {
      const refused = await box.call('set_restore_config', { ...restore_network, keep: [], ...wrong }, admin)
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

class Cut extends Error {}

describe('a cut in the middle', () => {
  /** Carries the plan out until right after this step, as if the power went there. */
  function cutAfter(wanted: RestoreStep): void {
    const after = (step: RestoreStep) => {
      if (step === wanted) throw new Cut(step)
    }
    try {
      carryOutRestore({ folder: data(), migrations, log: silent, after })
    } catch (error) {
      if (!(error instanceof Cut)) throw error
    }
  }

  test('after any step, and again after any other, ends where no cut ends', async () => {
    const { admin, host_sn } = await fullBox(['params'])
    await box.call('restore', { host_sn }, admin)
    await box.restart().then((started) => started.close())
    // The same box once more: what was asked is asked again, and this copy is cut.
    mkdirSync(data())
    const again = await fullBox(['params'])
    await box.call('restore', { host_sn: again.host_sn }, again.admin)
    await box.deps.trials.close()
    await box.app.close()
    box.deps.book.close()
    box.deps.db.close()
    cpSync(data(), join(folder, 'asked'), { recursive: true })
    const run = async () => {
      box = await open()
      await box.app.close()
      box.deps.book.close()
      box.deps.db.close()
      return leftIn(data())
    }
    const whole = await run()
    expect(whole).toMatchObject({
      secret: JSON.stringify({ app_secret: secret }),
      cameras: 0,
      events: 0,
      users: ['admin'],
      plan: false,
      halves: [],
      snapshots: [{ why: 'restore', pictures: 2 }],
    })

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...restore_steps), { minLength: 1, maxLength: 4 }),
        async (cuts) => {
          rmSync(data(), { recursive: true })
          cpSync(join(folder, 'asked'), data(), { recursive: true })
          for (const step of cuts) cutAfter(step)
          expect(await run()).toEqual(whole)
        },
      ),
      { numRuns: 24, examples: restore_steps.map((step): [RestoreStep[]] => [[step, step]]) },
    )
    box = await open()
  })

  test('a new database that cannot be built leaves everything as it was, and says so', async () => {
    const { admin, host_sn } = await fullBox(['users', 'cameras', 'params', 'events'])
    const { snapshot } = (await box.call('restore', { host_sn }, admin)).data
    box = await box.restart()
    const before = leftIn(data())
    writeFileSync(join(data(), 'snapshots', snapshot!, 'parking.db'), 'worn out '.repeat(2_000))
    expect((await box.call('bring_back_snapshot', { name: snapshot!, host_sn }, admin)).code).toBe(
      code.success,
    )
    box = await box.restart()
    expect(leftIn(data())).toMatchObject({
      users: before.users,
      sessions: before.sessions,
      cameras: 1,
      events: 2,
      secret: before.secret,
      plan: false,
      halves: [],
      pictures: before.pictures,
      snapshots: before.snapshots,
    })
    expect(box.logged()).toContain('restore_failed')
    expect((await box.call('get_basic_info', {}, admin)).code).toBe(code.success)
  })

  test('a plan that cannot be read keeps nobody from starting', async () => {
    const { admin } = await fullBox([])
    writeFileSync(join(data(), 'restore.json'), '{"phase":"as')
    box = await box.restart()
    expect((await box.call('get_basic_info', {}, admin)).code).toBe(code.success)
    expect(existsSync(join(data(), 'restore.json'))).toBe(false)
  })
})

describe('snapshots', () => {
  test('are listed and brought back; what was there becomes one; the log is never rolled back', async () => {
    const { admin, host_sn } = await fullBox([])
    const before = leftIn(data())
    const { snapshot, one_time_password } = (await box.call('restore', { host_sn }, admin)).data
    box = await box.restart()
    box.wait(60_000)
    const {
      data: { token },
    } = await box.call('login', { username: 'admin', password: one_time_password! })
    const {
      data: { token: good },
    } = await box.call(
      'change_password',
      { old_password: one_time_password!, new_password: 'Kestrel#2031-wx' },
      token,
    )
    await box.call('set_basic_info', { name: 'in between' }, good)
    const { list } = (await box.call('list_snapshots', {}, good)).data
    expect(list).toEqual([
      {
        name: snapshot,
        why: 'restore',
        create_time_str: expect.stringMatching(/^\d{4}-/),
        bytes: expect.any(Number),
      },
    ])
    for (const name of [
      'restore-20200101-000000',
      '../snapshots',
      snapshot!.toUpperCase(),
      `${snapshot}/../${snapshot}`,
    ])
      expect([name, (await box.call('bring_back_snapshot', { name, host_sn }, good)).code]).toEqual([
        name,
        code.not_found,
      ])

    expect((await box.call('bring_back_snapshot', { name: snapshot!, host_sn }, good)).code).toBe(
      code.success,
    )
    box.deps.book.flush()
    const logs = leftIn(data()).logs
    box = await box.restart()
    const left = leftIn(data())
    expect(left).toMatchObject({
      users: before.users,
      sessions: 0,
      cameras: 1,
      scenes: 1,
      lots: 2,
      name: before.name,
      secret: before.secret,
      events: 2,
      tally: 2,
      created: 2,
      serial: before.serial,
      plan: false,
      halves: [],
      // The whitelist stays as it is today: an old one could lock out the current user.
      whitelist: [],
    })
    expect(left.snapshots.map(({ why }) => why)).toEqual(['bring_back', 'restore'])
    expect(left.pictures).toEqual(
      before.pictures.filter((path) => path.includes('scene-1') || path.includes('22222222')),
    )
    expect(left.logs).toEqual(logs)
    expect(logs.some((line) => line.includes('bring_back_snapshot'))).toBe(true)
    expect((await box.call('get_basic_info', {}, good)).code).toBe(code.token_expired)
    expect((await box.call('login', { username: 'admin', password: test_password })).code).toBe(code.success)
  })

  test('the newest three are kept, each in a folder that only the server reads', async () => {
    const { admin, host_sn } = await fullBox(['users'])
    const names: string[] = []
    for (let n = 0; n < 4; n++) {
      names.unshift((await box.call('restore', { host_sn }, admin)).data.snapshot!)
      box = await box.restart()
      if (n === 1) box.wait(1_000)
    }
    expect((await box.call('list_snapshots', {}, admin)).data.list.map(({ name }) => name)).toEqual(
      names.slice(0, 3),
    )
    expect(readdirSync(join(data(), 'snapshots')).sort()).toEqual(names.slice(0, 3).sort())
    for (const name of names.slice(0, 3))
      for (const path of ['', 'secret.key', 'snapshot.json'])
        expect(statSync(join(data(), 'snapshots', name, path)).mode & 0o077).toBe(0)
  })
})

describe('the network it comes back with', () => {
  test('is set when the old one is not kept, and the answer says where the console will be', async () => {
    machine = await startMachine({ folder: join(folder, 'machine'), requests: join(data(), 'root') })
    const { admin, host_sn } = await fullBox(['users'])
    // by way of the box itself
    expect((await box.call('restore', { host_sn }, admin)).data.console_url).toBeUndefined()
    box = await box.restart()
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject(restore_network)
    expect(box.logged()).not.toContain('restore_network_failed')
    machine.network.reboot()
    expect((await box.call('get_ipv4', {}, admin)).data).toMatchObject(restore_network)
  })

  test('a box that cannot set it starts all the same, and says so', async () => {
    const { admin, host_sn } = await fullBox(['users'])
    expect((await box.call('restore', { host_sn }, admin)).code).toBe(code.success)
    box = await box.restart()
    expect(box.logged()).toContain('restore_network_failed')
    expect(leftIn(data())).toMatchObject({ plan: false, cameras: 0 })
    expect((await box.call('get_basic_info', {}, admin)).code).toBe(code.success)
  })
})
