/**
 * The factory restore (spec §1, §7, §9; docs/decisions/0014): what it deletes, what it keeps, and the network
 * afterwards. Long because each of its choices is seen on a full box.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RestoreKeep, code, restore_keep, restore_network } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { startMachine } from '@parking/sim/os/machine.ts'
import { openDatabase, readDatabase } from '#src/core/db.ts'
import { copyConfiguration } from '#src/system/restore/restore-build.store.ts'
import {
  dropped_settings,
  fresh_tables,
  lasting_tables,
  search_tables,
  tables_of,
} from '#src/system/restore/restore-tables.ts'
import { migrations, test_password } from '../device.ts'
import { leftIn, old_network } from './restore-device.ts'
import { restoreSetup } from './restore-setup.ts'

const setup = restoreSetup()

describe('what a restore deletes and keeps', () => {
  test('with nothing kept, only the serial number, the log and a snapshot remain', async () => {
    const { admin, host_sn } = await setup.fullBox([])
    const before = leftIn(setup.data())
    const { data: answer } = await setup.box.call('restore', { host_sn }, admin)
    expect(answer).toEqual({
      snapshot: expect.stringMatching(/^restore-\d{8}-\d{6}$/),
      one_time_password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/),
    })
    expect(setup.box.restarts()).toBe(1)
    expect(readFileSync(join(setup.data(), 'restore.json'), 'utf8')).not.toContain(answer.one_time_password)
    expect(statSync(join(setup.data(), 'restore.json')).mode & 0o077).toBe(0)
    setup.box = await setup.box.restart()

    const left = leftIn(setup.data())
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
    expect(left.settings).toEqual([
      'audit_witness',
      'device_key',
      'first_password',
      'media_key_check',
      'proof_log',
      'proof_seq',
      'restore_config',
      'secret_key_check',
      'serial',
    ])
    expect(left.serial).toBe(before.serial)
    expect(left.logs).toEqual([
      ...before.logs,
      expect.stringContaining('admin: restore from 127.0.0.1: done'),
    ])
    // The snapshot has the pictures of the scene and of the unsent event; the others are not needed.
    expect(left.snapshots).toEqual([{ why: 'restore', pictures: 2 }])
    // No deleted data are left in the database's free pages.
    expect(readFileSync(join(setup.data(), 'parking.db')).includes('粤B12345')).toBe(false)

    // The old session has ended; the one-time password works, must be changed, and stays valid over another
    // start.
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.token_expired)
    setup.box = await setup.box.restart()
    const signed_in = await setup.box.call('login', {
      username: 'admin',
      password: answer.one_time_password!,
    })
    expect(signed_in).toMatchObject({ code: code.success, data: { must_change_password: true } })
    expect((await setup.box.call('login', { username: 'admin', password: test_password })).code).toBe(
      code.failed,
    )
    expect(setup.box.logged()).not.toContain(answer.one_time_password)
  })

  test('keeps exactly what was chosen', async () => {
    for (const keep of [
      ['users'],
      ['cameras', 'events'],
      ['network', 'params'],
      [...restore_keep],
    ] as RestoreKeep[][]) {
      const { admin, host_sn } = await setup.fullBox(keep)
      const before = leftIn(setup.data())
      const { data: answer } = await setup.box.call('restore', { host_sn }, admin)
      expect(answer.one_time_password === undefined).toBe(keep.includes('users'))
      setup.box = await setup.box.restart()
      const left = leftIn(setup.data())
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
            await setup.box.call(
              'parking_event',
              { page: 1, page_size: 20, plate_number: 'B123' },
              await setup.box.tokenOf('viewer'),
            )
          ).data.total,
        ).toBe(2)
        setup.box.deps.db.run('DELETE FROM event_picture')
        setup.box.deps.db.run('DELETE FROM event WHERE status = 2')
        expect(setup.box.deps.db.get('SELECT sum(n) AS n FROM event_tally')).toEqual({ n: 1 })
      }
      if (has('users')) expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.success)
      await setup.box.close()
      mkdirSync(setup.data())
    }
    setup.box = await setup.open()
  })

  test('every table and every dropped document is listed', async () => {
    setup.box = await setup.open()
    const tables = setup.box.deps.db
      .all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .map((row) => row.name)
    expect(
      [...Object.values(tables_of).flat(), ...lasting_tables, ...fresh_tables, ...search_tables].sort(),
    ).toEqual(tables.sort())
    expect(dropped_settings).toEqual(['provision'])
  })

  test('the copy of a configuration without one is what the migrations make', async () => {
    setup.box = await setup.open()
    const [made, copy] = ['made.db', 'copy.db'].map((name) => join(setup.data(), name)) as [string, string]
    openDatabase(made, migrations).close()
    copyConfiguration(made, copy)
    const contentOf = (path: string) => {
      const db = readDatabase(path)
      const schema = db.all<{ type: string; name: string; sql: string }>(
        'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
      )
      const rows = schema
        .filter(({ type }) => type === 'table')
        .map(({ name }) => [name, db.all(`SELECT * FROM ${name}`)])
      const pragmas = ['user_version', 'auto_vacuum', 'page_size'].map((name) => db.get(`PRAGMA ${name}`))
      db.close()
      return { schema, rows, pragmas }
    }
    expect(contentOf(copy)).toEqual(contentOf(made))
  })
})

describe('the network after a restore', () => {
  test('is set when the old one is not kept, and the answer has no address for the box itself', async () => {
    setup.machine = await startMachine({
      folder: join(setup.folder, 'machine'),
      requests: join(setup.data(), 'root'),
    })
    const { admin, host_sn } = await setup.fullBox(['users'])
    // The call comes from the box itself.
    expect((await setup.box.call('restore', { host_sn }, admin)).data.console_url).toBeUndefined()
    setup.box = await setup.box.restart()
    expect((await setup.box.call('get_ipv4', {}, admin)).data).toMatchObject(restore_network)
    expect(setup.box.logged()).not.toContain('restore_network_failed')
    setup.machine.network.reboot()
    expect((await setup.box.call('get_ipv4', {}, admin)).data).toMatchObject(restore_network)
  })

  test('starts and logs it when the network cannot be set', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    expect((await setup.box.call('restore', { host_sn }, admin)).code).toBe(code.success)
    setup.box = await setup.box.restart()
    expect(setup.box.logged()).toContain('restore_network_failed')
    expect(leftIn(setup.data())).toMatchObject({ plan: false, cameras: 0 })
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.success)
  })
})
