/** Plates of the analysis program and names are single lines; every-text.test.ts has the fields of calls. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { code } from '@parking/contract'
import { openIntake } from '#src/analysis/intake.ts'
import { newEvent } from '../events/event-application.ts'
import { plantLots, knownLot } from '../events/event-device.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let admin: string
beforeAll(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
})
afterAll(() => device.close())

const scene = {
  camera_sn: 'SN-0001',
  scene_type: 0,
  enabled: true,
  direction: 5,
  ref_width: 64,
  ref_height: 48,
}

test('an event whose plate has a second line or a control character is refused', async () => {
  const intake = openIntake(device.deps, join(device.folder, 'spool'))
  for (const bad of ['\n', '\t', '\u2028', '\u0000', '\u001b[31m', '\u202e', '\u200b', '\ud800'])
    expect(await intake.take(newEvent({ plate_number: `粤B${bad}12345` }))).toMatchObject({
      type: 'refused',
      code: code.format_error,
      issues: [{ field: 'plate_number', issue: 'control_character' }],
    })
  await intake.stop()
  expect(device.deps.db.get('SELECT count(*) AS n FROM event')).toEqual({ n: 0 })
})

test('a name in any script, with punctuation and an emoji, is one line', async () => {
  const answer = await device.call(
    'add_update_scene',
    { ...scene, parking_no: '深南·P-2 (東) 🚗', lots: [knownLot('A-03/è')] } as never,
    admin,
  )
  expect(answer.code).toBe(0)
})
