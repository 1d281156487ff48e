/** Users who want a better rate judge only what is right: what they have seen still bounds it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event_type } from '@parking/contract'
import { openIntake, type Intake } from '#src/analysis/intake.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'

let device: Device
let intake: Intake
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  mkdirSync(join(device.folder, 'spool'), { recursive: true })
  intake = openIntake(device.deps, join(device.folder, 'spool'))
})
afterEach(async () => {
  await intake.stop()
  await device.close()
})

/** What a user does at a decision that is wrong. */
const tricks = ['skip', 'pass', 'close', 'unclear', 'delete', 'judge'] as const
const plan = fc.record({
  wrong: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  tricks: fc.array(fc.constantFrom(...tricks), { minLength: 8, maxLength: 8 }),
  /** How many samples the user looks at. */
  looks: fc.nat({ max: 8 }),
})

test('wrong decisions that a user has seen are wrong or lost, whatever the user does', async () => {
  const token = await device.tokenOf('operator')
  await device.call('update_accuracy_settings', { sample_percent: 100 }, token)
  const jpeg = await smallJpeg()
  const [is_wrong, seen] = [new Map<string, boolean>(), new Set<string>()]
  await fc.assert(
    fc.asyncProperty(plan, async ({ wrong, tricks: of, looks }) => {
      for (const one of wrong) {
        device.wait(60_000)
        const event = newEvent({ event_time: device.deps.now(), event_type: event_type.exit })
        const file = `${event.uuid}.jpg`
        writeFileSync(join(device.folder, 'spool', file), jpeg)
        await intake.take({ ...event, pictures: [{ kind: 'image', file }] })
        is_wrong.set(event.uuid, one)
      }
      const skip: number[] = []
      for (const trick of of.slice(0, looks)) {
        const { sample } = (await device.call('next_accuracy_sample', { skip }, token)).data
        if (!sample) break
        const { sample_id } = sample
        const { uuid } = device.deps.db.get<{ uuid: string }>(
          'SELECT uuid FROM accuracy_sample WHERE sample_id = ?',
          [sample_id],
        )!
        seen.add(uuid)
        const judge = (lot: 'occupied' | 'vacant' | 'unclear') =>
          device.call('judge_accuracy_sample', { sample_id, lot, took_ms: 1_000 }, token)
        if (!is_wrong.get(uuid)) await judge('vacant')
        else if (trick === 'judge') await judge('occupied')
        else if (trick === 'unclear') await judge('unclear')
        else if (trick === 'delete')
          await device.call('delete_parking_event', { list: [uuid] }, await device.tokenOf('admin'))
        else if (trick === 'skip') await device.call('skip_accuracy_sample', { sample_id }, token)
        else if (trick === 'close') break
        skip.push(sample_id)
      }
      const { total } = (await device.call('accuracy_report', { by: 'camera', days: 30 }, token)).data
      const bad = [...seen].filter((uuid) => is_wrong.get(uuid)).length
      expect(total.exit.wrong + total.exit.lost).toBe(bad)
      if (seen.size > 0) expect(total.exit.high).toBeGreaterThanOrEqual(bad / seen.size)
    }),
    { numRuns: 25 },
  )
})
