/**
 * While a new version is on trial, data that a rollback would lose are refused, and its health is written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIntake } from '#src/analysis/intake.ts'
import { UpgradeWatch } from '#src/system/upgrade/upgrade-watch.ts'
import { openDevice, type Device } from '../../device.ts'
import { plantLots } from '../../events/event-device.ts'
import { newEvent } from '../../events/event-application.ts'

let device: Device
let watch: UpgradeWatch

beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  mkdirSync(join(device.folder, 'upgrade'))
})
afterEach(async () => {
  watch.stop()
  await device.close()
})

/** Sets the phase as the guard does, and waits the second after which the server reads it. */
function enter(phase: string): void {
  writeFileSync(join(device.folder, 'upgrade/state.json'), JSON.stringify({ format: 1, phase }))
  watch?.stop()
  watch = new UpgradeWatch(device.deps, device.deps.analysis)
  watch.start()
  device.deps.upgrade.stop()
  device.deps.upgrade.start()
}
const beat = () => JSON.parse(readFileSync(join(device.folder, 'health.json'), 'utf8')) as object

test.each(['trial', 'back'])(
  'in the phase "%s" events and changes wait; reading continues',
  async (phase) => {
    enter(phase)
    const intake = openIntake(device.deps, join(device.folder, 'spool'))
    const event = newEvent()
    expect(await intake.take(event)).toMatchObject({ type: 'busy' })
    const admin = await device.tokenOf('admin')
    expect(await device.call('set_event_sending', { paused: true }, admin)).toMatchObject({
      code: code.busy,
      data: { reason: 'update_running' },
    })
    expect((await device.call('get_trial', {}, admin)).code).toBe(code.success)
    enter('good')
    expect(await intake.take(event)).toEqual({ type: 'ack', result: 'stored' })
    expect((await device.call('set_event_sending', { paused: true }, admin)).code).toBe(code.success)
  },
)

test('a beat reports the name of the tree, a writable database and a running program', () => {
  enter('trial')
  expect(beat()).toMatchObject({
    version: '0.0.0-tree',
    pid: process.pid,
    database: true,
    analysis: false,
  })
  device.deps.analysis.peer = { name: 'test', version: '1' }
  enter('trial')
  expect(beat()).toMatchObject({ analysis: true })
})

test('without an upgrade nothing is written; a request alone is enough', () => {
  enter('done')
  expect(beat).toThrow('ENOENT')
  writeFileSync(join(device.folder, 'upgrade/requested'), '1.1.0\n')
  enter('done')
  expect(beat()).toMatchObject({ database: true })
  expect(device.deps.upgrade.onTrial()).toBe(false)
})

test('an unreadable state keeps the last known phase', () => {
  enter('trial')
  writeFileSync(join(device.folder, 'upgrade/state.json'), '{"phase":')
  device.deps.upgrade.stop()
  device.deps.upgrade.start()
  expect(device.deps.upgrade.onTrial()).toBe(true)
})
