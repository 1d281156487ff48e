/**
 * The state file of the upgrade guard becomes an alarm, a log row and a mail; the alarm ends with the state.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log_type } from '@parking/contract'
import { upgrade_reasons } from '@parking/contract/alarm/upgrade-reasons.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mail_words } from '#src/alarm/mail-words.ts'
import { createAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let watch: AlarmWatch
let admin: string
beforeEach(async () => {
  device = await openDevice()
  mkdirSync(join(device.folder, 'upgrade'))
  begin()
  admin = await device.tokenOf('admin')
})
afterEach(async () => {
  await watch.stop()
  await device.close()
})

const begin = () => (watch = createAlarmWatch(device.deps))
const state = { format: 1, phase: 'done', from: '1.4.0', to: '1.5.0', tries: 3, analysis: true }
/** Writes the file as the guard does: completely or not at all (deploy/guard/disk.mjs). */
function write(change: object): void {
  const file = join(device.folder, 'upgrade/state.json')
  const next = { ...state, result: 'went_back', reason: 'restarts', ...change }
  writeFileSync(`${file}.new`, `${JSON.stringify(next)}\n`)
  renameSync(`${file}.new`, file)
}
/** The server is stopped and started again by the guard. */
async function restart(): Promise<void> {
  await watch.stop()
  device = await device.restart()
  begin()
  await watch.runNow()
}
const alarms = async () =>
  (await device.call('alarms', { page: 1, page_size: 50 }, admin)).data.list.filter(
    ({ kind }) => kind === 'upgrade',
  )
const rows = async (what: string) => {
  device.deps.log_writer.flush()
  const { list } = (await device.call('log', { type: log_type.alarm, page: 1, page_size: 50 }, admin)).data
  return list.filter((row) => row.what === what && row.facts?.['kind'] === 'upgrade')
}

test('a rolled-back upgrade raises one alarm at the start, with its version and reason', async () => {
  write({})
  await restart()
  await watch.runNow()
  const facts = { version: '1.5.0', from: '1.4.0', reason: 'restarts', result: 'went_back' }
  expect(await alarms()).toMatchObject([{ name: '1.5.0', severity: 'warning', recovered_ms: null, facts }])
  expect(await rows('alarm_raised')).toMatchObject([
    { facts: { name: '1.5.0', from: '1.4.0', reason: 'restarts', result: 'went_back' } },
  ])
  await restart()
  expect(await alarms()).toHaveLength(1)
  expect(await rows('alarm_raised')).toHaveLength(1)

  // Another version whose upgrade cannot begin is another alarm; the next successful upgrade ends it.
  write({ to: '1.5.1', result: 'not_begun', reason: 'no_space' })
  await restart()
  expect((await alarms()).map(({ name, recovered_ms }) => [name, recovered_ms === null])).toEqual([
    ['1.5.1', true],
    ['1.5.0', false],
  ])
  write({ to: '1.5.2', result: 'upgraded', reason: '' })
  await restart()
  expect((await alarms()).every(({ recovered_ms }) => recovered_ms !== null)).toBe(true)
  expect(await rows('alarm_recovered')).toHaveLength(2)
})

test.each([
  ['an upgrade under way', { phase: 'trial', result: '' }],
  ['one that succeeded', { result: 'upgraded', reason: '' }],
  ['the failed version withdrawn', { from: '1.4.0', to: '1.4.0', result: '', reason: '' }],
])('%s raises no alarm', async (_, change) => {
  write(change)
  await restart()
  expect(await alarms()).toEqual([])
})

test('without a state, or with an incomplete one, nothing is raised and nothing fails', async () => {
  await restart()
  expect(await alarms()).toEqual([])
  writeFileSync(join(device.folder, 'upgrade/state.json'), '{"phase":"done","result":"went_ba')
  await restart()
  writeFileSync(join(device.folder, 'upgrade/state.json'), 'null')
  await restart()
  expect(await alarms()).toEqual([])
  rmSync(join(device.folder, 'upgrade'), { recursive: true })
  await restart()
  expect(await alarms()).toEqual([])
})

test('the mail words every reason in both scripts; a reason of a newer guard is shown unchanged', () => {
  for (const words of [mail_words.zh, mail_words.tw]) {
    expect(words.kinds.upgrade('1.5.0')).toContain('1.5.0')
    for (const reason of upgrade_reasons) {
      const says = words.facts('upgrade', { reason, from: '1.4.0', result: 'went_back' })
      expect(says).toContain('1.4.0')
      expect(says).not.toContain(reason)
    }
    expect(words.facts('upgrade', { reason: 'meteor', from: '1.4.0', result: 'not_begun' })).toContain(
      'meteor',
    )
  }
})
