/** A clock that is wrong for a while takes nothing out of the measured rates. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event_type } from '@parking/contract'
import { openIntake, type Intake } from '#src/analysis/intake.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'

const day_ms = 86_400_000
let device: Device
let intake: Intake
let token: string
beforeEach(async () => {
  device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  mkdirSync(join(device.folder, 'spool'), { recursive: true })
  intake = openIntake(device.deps, join(device.folder, 'spool'))
  token = await device.tokenOf('operator')
})
afterEach(async () => {
  await intake.stop()
  await device.close()
})

const sampled = (sample_percent: number) => device.call('update_accuracy_settings', { sample_percent }, token)
async function leaves(event_time = device.deps.now()): Promise<void> {
  device.wait(60_000)
  const event = newEvent({ event_time, event_type: event_type.exit })
  const file = `${event.uuid}.jpg`
  writeFileSync(join(device.folder, 'spool', file), await smallJpeg())
  await intake.take({ ...event, pictures: [{ kind: 'image', file }] })
}
const report = async () => (await device.call('accuracy_report', { by: 'camera', days: 30 }, token)).data

test.each([
  ['back', -200],
  ['forward', 200],
])('decisions while the clock was set %s are in the report', async (_, days) => {
  await sampled(100)
  await leaves()
  device.setClock(days * day_ms)
  token = await device.tokenOf('operator')
  await leaves()
  await sampled(0)
  await leaves()
  device.setClock(-days * day_ms)
  token = await device.tokenOf('operator')
  expect(await report()).toMatchObject({ drawn: 2, undrawn: { off: 1 } })
})

test('a decision dated far ahead removes no count and is counted today', async () => {
  await sampled(0)
  await leaves()
  await leaves(Date.UTC(2099, 1))
  await leaves(Date.UTC(2001, 1))
  const { off, implausible } = (await report()).undrawn
  expect(off + implausible).toBe(3)
})
