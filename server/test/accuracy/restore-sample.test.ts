/** A snapshot brought back takes nothing out of the measured rates: what was drawn and judged stays so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restore_network, type Answer } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { report } from '../proof/report.ts'

let folder: string
let device: Device
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-restore-sample-'))
  device = await openDevice({ folder })
  plantLots(device.deps.db)
})
afterEach(async () => {
  await device.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = async <Name extends Parameters<Device['call']>[0]>(name: Name, body: object) =>
  (await device.call(name, body as never, await device.tokenOf('admin'))).data as Answer<Name>
const see = (pictures: number) => {
  device.wait(60_000)
  return report(device, { event_type: 3, pictures })
}
const sampled = (sample_percent: number) => call('update_accuracy_settings', { sample_percent })
const judgeNext = async (lot: 'occupied' | 'vacant') => {
  const { sample } = await call('next_accuracy_sample', {})
  await call('judge_accuracy_sample', { sample_id: sample!.sample_id, lot, took_ms: 1_000 })
  return sample!.sample_id
}
const figures = async () => {
  const { drawn, decided, corrected, undrawn, total } = await call('accuracy_report', {
    by: 'camera',
    days: 30,
  })
  const { checked, wrong, lost } = total.exit
  return { drawn, decided, corrected, off: undrawn.off, checked, wrong, lost }
}
/** A factory restore that keeps or removes the events; returns the snapshot made before it. */
async function restored(keep: readonly string[]): Promise<string> {
  const { host_sn } = await call('get_basic_info', {})
  await call('set_restore_config', {
    ...restore_network,
    keep: ['network', 'users', 'cameras', 'params', ...keep],
  })
  const { snapshot } = await call('restore', { host_sn })
  device = await device.restart()
  return snapshot!
}
async function bringBack(name: string): Promise<void> {
  const { host_sn } = await call('get_basic_info', {})
  await call('bring_back_snapshot', { name, host_sn })
  device = await device.restart()
}

test('judgements, corrections, drawn and undrawn decisions since the snapshot stay', async () => {
  await sampled(100)
  await see(2)
  const snapshot = await restored(['events'])
  await sampled(0)
  await see(2)
  await sampled(100)
  await see(2)
  const sample_id = await judgeNext('occupied')
  await call('correct_accuracy_judgement', {
    sample_id,
    lot: 'vacant',
    plate: { answer: null, plate_number: '' },
    reason: 'x',
  })
  await judgeNext('occupied')
  const before = await figures()
  expect(before).toMatchObject({ drawn: 2, decided: 2, corrected: 1, off: 1, wrong: 1 })
  await bringBack(snapshot)
  expect(await figures()).toEqual(before)
  // Each further choice of the promise halves the risk, also one before the snapshot was brought back.
  await call('update_accuracy_settings', { max_wrong_percent: 2 })
  await call('update_accuracy_settings', { max_wrong_percent: 3 })
  const risk = async () => (await call('accuracy_promise', {})).risk_percent
  const after = await risk()
  await bringBack(snapshot)
  expect(await risk()).toBe(after)
})

test('after the events were removed, a snapshot brings its sample back beside the newer one', async () => {
  await sampled(100)
  await see(2)
  await judgeNext('occupied')
  const snapshot = await restored([])
  expect(await figures()).toMatchObject({ drawn: 0 })
  await sampled(100)
  await see(2)
  await see(2)
  await judgeNext('vacant')
  await bringBack(snapshot)
  // One wrong, one right, and one whose event the snapshot took.
  expect(await figures()).toMatchObject({ drawn: 3, decided: 2, checked: 2, wrong: 1, lost: 1 })
})
