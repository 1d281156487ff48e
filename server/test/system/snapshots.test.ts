/** Snapshots (spec §7; docs/decisions/0014): how they are listed, restored and pruned. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { code, log_type, snapshot_days } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { verifyDatabase } from '#src/system/audit/verify-file.ts'
import { createSnapshotExpiry } from '#src/workers/housekeeping.ts'
import { test_password } from '../device.ts'
import { leftIn } from './restore-device.ts'
import { restoreSetup } from './restore-setup.ts'

const setup = restoreSetup()

describe('snapshots', () => {
  test('are listed and restored; the replaced state becomes one; the log is never rolled back', async () => {
    const { admin, host_sn } = await setup.fullBox([])
    const before = leftIn(setup.data())
    const { snapshot, one_time_password } = (await setup.box.call('restore', { host_sn }, admin)).data
    setup.box = await setup.box.restart()
    setup.box.wait(60_000)
    const {
      data: { token },
    } = await setup.box.call('login', { username: 'admin', password: one_time_password! })
    const {
      data: { token: good },
    } = await setup.box.call(
      'change_password',
      { old_password: one_time_password!, new_password: 'Kestrel#2031-wx' },
      token,
    )
    await setup.box.call('set_basic_info', { name: 'in between' }, good)
    const { list } = (await setup.box.call('list_snapshots', {}, good)).data
    expect(list).toEqual([
      {
        name: snapshot,
        why: 'restore',
        damaged: false,
        create_time_str: expect.stringMatching(/^\d{4}-/),
        until_time_str: expect.stringMatching(/^\d{4}-/),
        bytes: expect.any(Number),
        broken_rules: [],
      },
    ])
    for (const name of [
      'restore-20200101-000000',
      '../snapshots',
      snapshot!.toUpperCase(),
      `${snapshot}/../${snapshot}`,
    ])
      expect([name, (await setup.box.call('bring_back_snapshot', { name, host_sn }, good)).code]).toEqual([
        name,
        code.not_found,
      ])

    expect((await setup.box.call('bring_back_snapshot', { name: snapshot!, host_sn }, good)).code).toBe(
      code.success,
    )
    setup.box.deps.log_writer.flush()
    const logs = leftIn(setup.data()).logs
    const head = setup.box.deps.audit_chain.head()
    setup.box = await setup.box.restart()
    const { audit_chain, db } = setup.box.deps
    const verdict = await verifyDatabase(audit_chain.reader(), { shown: db, known: [head] })
    expect(verdict).toMatchObject({ head, findings: [] })
    const left = leftIn(setup.data())
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
    expect((await setup.box.call('get_basic_info', {}, good)).code).toBe(code.token_expired)
    expect((await setup.box.call('login', { username: 'admin', password: test_password })).code).toBe(
      code.success,
    )
  })

  test('one without an administrator who can sign in is not brought back', async () => {
    const { admin, host_sn } = await setup.fullBox([])
    setup.box.deps.db.run("UPDATE users SET password_until_ms = 1 WHERE role = 'admin'")
    const { snapshot, one_time_password } = (await setup.box.call('restore', { host_sn }, admin)).data
    setup.box = await setup.box.restart()
    const old_password = one_time_password!
    const { data } = await setup.box.call('login', { username: 'admin', password: old_password })
    const chosen = { old_password, new_password: 'Kestrel#2031-wx' }
    const { token } = (await setup.box.call('change_password', chosen, data.token)).data
    expect(await setup.box.call('bring_back_snapshot', { name: snapshot!, host_sn }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'last_admin' },
    })
    expect(leftIn(setup.data()).plan).toBe(false)
  })

  test('the newest three are kept, each in a folder that only the server can read', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    const names: string[] = []
    for (let n = 0; n < 4; n++) {
      names.unshift((await setup.box.call('restore', { host_sn }, admin)).data.snapshot!)
      setup.box = await setup.box.restart()
      if (n === 1) setup.box.wait(1_000)
    }
    expect((await setup.box.call('list_snapshots', {}, admin)).data.list.map(({ name }) => name)).toEqual(
      names.slice(0, 3),
    )
    expect(readdirSync(join(setup.data(), 'snapshots')).sort()).toEqual(names.slice(0, 3).sort())
    for (const name of names.slice(0, 3))
      for (const path of ['', 'secret.key', 'snapshot.json'])
        expect(statSync(join(setup.data(), 'snapshots', name, path)).mode & 0o077).toBe(0)
  })

  test('can be deleted, one or all; the audit names them; refused while a restore waits', async () => {
    const { admin, host_sn } = await setup.fullBox(['users', 'cameras'])
    for (let n = 0; n < 3; n++) {
      await setup.box.call('restore', { host_sn }, admin)
      setup.box = await setup.box.restart()
      setup.box.wait(1_000)
    }
    const names = async () =>
      (await setup.box.call('list_snapshots', {}, admin)).data.list.map(({ name }) => name)
    const [first, second, third] = await names()
    const remove = (...chosen: (string | undefined)[]) =>
      setup.box.call('delete_snapshots', { names: chosen.map((name) => name ?? '') }, admin)
    for (const bad of ['restore-20200101-000000', '../data', `${first}/media`])
      expect([bad, (await remove(first, bad)).code]).toEqual([bad, code.not_found])
    expect(await names()).toEqual([first, second, third])

    expect((await remove(second)).data).toEqual({ deleted: 1, bytes: expect.any(Number) })
    expect(await names()).toEqual([first, third])
    expect(existsSync(join(setup.data(), 'snapshots', second!))).toBe(false)
    expect((await remove(second)).code).toBe(code.not_found)
    expect((await remove(first, third)).data.deleted).toBe(2)
    expect(readdirSync(join(setup.data(), 'snapshots'))).toEqual([])
    setup.box.deps.log_writer.flush()
    const { list } = (await setup.box.call('log', { type: log_type.user, page: 1, page_size: 50 }, admin))
      .data
    const rows = list.filter(({ audit }) => audit?.call === 'delete_snapshots' && audit.code === code.success)
    expect(rows.map(({ audit }) => Object.keys(audit?.before ?? {}).sort())).toEqual([
      [first, third].sort(),
      [second],
    ])

    const { snapshot } = (await setup.box.call('restore', { host_sn }, admin)).data
    expect((await remove(snapshot)).code).toBe(code.busy)
  })

  test('show how long they are kept, and are deleted on that day', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    await setup.box.call('restore', { host_sn }, admin)
    setup.box = await setup.box.restart()
    const [row] = (await setup.box.call('list_snapshots', {}, admin)).data.list
    const days = (Date.parse(row!.until_time_str!) - Date.parse(row!.create_time_str)) / 86_400_000
    expect(Math.round(days)).toBe(snapshot_days)
    const kept = () => {
      const keeper = createSnapshotExpiry(setup.box.deps)
      void keeper.start()
      void keeper.stop()
      return readdirSync(join(setup.data(), 'snapshots'))
    }
    setup.box.wait((snapshot_days - 1) * 86_400_000)
    expect(kept()).toEqual([row!.name])
    setup.box.wait(86_400_000)
    expect(kept()).toEqual([])
  })
})
