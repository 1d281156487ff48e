/** An interrupted factory restore (docs/decisions/0014): no power cut and no failure leaves it half done. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code } from '@parking/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DataFindings } from '#src/core/data-findings.ts'
import { openLog } from '#src/core/log.ts'
import { readState } from '#src/core/sealed/state-file.ts'
import { writePlan, type Plan } from '#src/system/restore/restore-plan.ts'
import { carryOutRestore, restore_steps, type RestoreStep } from '#src/system/restore/restore-run.ts'
import { migrations } from '../device.ts'
import { leftIn, secret } from './restore-device.ts'
import { restoreSetup } from './restore-setup.ts'

const setup = restoreSetup()
const silent = openLog('silent')

class Cut extends Error {}

describe('an interrupted restore', () => {
  /** Carries the plan out up to this step, as if the power failed right after it. */
  function cutAfter(wanted: RestoreStep): void {
    const after = (step: RestoreStep) => {
      if (step === wanted) throw new Cut(step)
    }
    try {
      const findings = new DataFindings(silent)
      carryOutRestore({ folder: setup.data(), migrations, log: silent, findings, after })
    } catch (error) {
      if (!(error instanceof Cut)) throw error
    }
  }

  test('ends the same after any sequence of power cuts', async () => {
    const { admin, host_sn } = await setup.fullBox(['params'])
    await setup.box.call('restore', { host_sn }, admin)
    await setup.box.restart().then((started) => started.close())
    // Use a copy of the same box: the restore is requested again and interrupted.
    mkdirSync(setup.data())
    const again = await setup.fullBox(['params'])
    await setup.box.call('restore', { host_sn: again.host_sn }, again.admin)
    await setup.box.deps.trials.stop()
    await setup.box.app.close()
    setup.box.deps.log_writer.close()
    setup.box.deps.db.close()
    cpSync(setup.data(), join(setup.folder, 'asked'), { recursive: true })
    const run = async () => {
      setup.box = await setup.open()
      await setup.box.app.close()
      setup.box.deps.log_writer.close()
      setup.box.deps.db.close()
      return leftIn(setup.data())
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
          rmSync(setup.data(), { recursive: true })
          cpSync(join(setup.folder, 'asked'), setup.data(), { recursive: true })
          for (const step of cuts) cutAfter(step)
          expect(await run()).toEqual(whole)
        },
      ),
      { numRuns: 16, examples: restore_steps.map((step): [RestoreStep[]] => [[step, step]]) },
    )
    setup.box = await setup.open()
  })

  test('leaves everything unchanged and logs it when the new database cannot be built', async () => {
    const { admin, host_sn } = await setup.fullBox(['users', 'cameras', 'params', 'events'])
    const { snapshot } = (await setup.box.call('restore', { host_sn }, admin)).data
    setup.box = await setup.box.restart()
    const before = leftIn(setup.data())
    expect((await setup.box.call('bring_back_snapshot', { name: snapshot!, host_sn }, admin)).code).toBe(
      code.success,
    )
    // The call has found it sound; it is damaged afterwards.
    writeFileSync(join(setup.data(), 'snapshots', snapshot!, 'parking.db'), 'worn out '.repeat(2_000))
    setup.box = await setup.box.restart()
    expect(setup.box.deps.findings.all()).toEqual([
      { file: `snapshots/${snapshot}`, damage: 'snapshot' },
      { file: 'restore.json', damage: 'restore_failed' },
    ])
    expect(leftIn(setup.data())).toMatchObject({
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
    expect(setup.box.logged()).toContain('restore_failed')
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.success)
  })

  test('the server starts despite an unreadable plan', async () => {
    const { admin } = await setup.fullBox([])
    writeFileSync(join(setup.data(), 'restore.json'), '{"phase":"as')
    setup.box = await setup.box.restart()
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.success)
    expect(existsSync(join(setup.data(), 'restore.json'))).toBe(false)
  })

  test.for(['asked', 'built', 'swapped'] as const)(
    'a plan that was carried out does nothing when a copy of it is put back: %s',
    async (phase) => {
      const { admin, host_sn } = await setup.fullBox(['users'])
      await setup.box.call('restore', { host_sn }, admin)
      const file = join(setup.data(), 'restore.json')
      const found = readState<Plan>(file)
      setup.box = await setup.box.restart()
      const used = await setup.fullBox(['users'])
      const before = leftIn(setup.data())
      writePlan(setup.data(), { ...(found as { value: Plan }).value, phase })
      setup.box = await setup.box.restart()
      expect(leftIn(setup.data())).toMatchObject({
        ...before,
        sessions: expect.any(Number),
        logs: expect.any(Array),
        settings: [...before.settings, 'data_findings'].toSorted(),
      })
      expect(setup.box.deps.findings.all()).toEqual([{ file: 'restore.json', damage: 'restore_plan' }])
      expect(existsSync(file)).toBe(false)
      expect((await setup.box.call('get_basic_info', {}, used.admin)).data.name).toBe('深南大道-01')
    },
  )

  test('a plan that is damaged while the device runs is named by every call that it concerns', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    const { snapshot } = (await setup.box.call('restore', { host_sn }, admin)).data
    const file = join(setup.data(), 'restore.json')
    const { business_mode } = (await setup.box.call('get_business_mode', {}, admin)).data
    const other = business_mode === 0 ? 2 : 0
    const name = snapshot!
    const calls = () =>
      Promise.all([
        setup.box.call('set_business_mode', { business_mode: other }, admin),
        setup.box.call('restore_scenes', { name }, admin),
        setup.box.call('apply_import', { token: 'x', sections: ['alarm_param'] }, admin),
        setup.box.call('restore', { host_sn }, admin),
        setup.box.call('bring_back_snapshot', { name, host_sn }, admin),
        setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin),
      ])
    for (const answer of await calls()) expect(answer.code).toBe(code.busy)
    writeFileSync(file, 'worn out')
    for (const answer of await calls())
      expect(answer).toMatchObject({ code: code.failed, data: { reason: 'restore_plan_damaged' } })
    setup.box = await setup.box.restart()
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.success)
    expect((await setup.box.call('restore', { host_sn }, admin)).code).toBe(code.success)
  })
})
