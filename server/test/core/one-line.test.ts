/** Names and plates are single lines, because they end up in lines of CSV, mail, syslog and the platform. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { code, type CallName } from '@parking/contract'
import { openIntake } from '#src/analysis/intake.ts'
import { newEvent } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let admin: string
beforeAll(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
})
afterAll(() => device.close())

const lot = (lot_no: string) => ({
  lot_no,
  lot_type: 1,
  lot_posture: 0,
  motor_num: 1,
  difficult: 0,
  polygon: [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.2, 0.4],
  ],
})
const scene = {
  camera_sn: 'SN-0001',
  scene_type: 0,
  enabled: true,
  direction: 5,
  ref_width: 64,
  ref_height: 48,
}
const stream = {
  username: '',
  password: '',
  stream_url_main: 'rtsp://192.0.2.1/main',
  stream_url_sub: '',
  frame_url: '',
}
const address = { province: '', city: '', district: '', detail_address: '', longitude: null, latitude: null }

/** A call, the field as named in an issue, and a body that contains the given text. */
const names: readonly [CallName, string, (name: string) => object][] = [
  ['add_update_scene', 'parking_no', (name) => ({ ...scene, parking_no: name, lots: [lot('B01')] })],
  ['add_update_scene', 'lots.0.lot_no', (name) => ({ ...scene, parking_no: 'P-2', lots: [lot(name)] })],
  ['set_basic_info', 'name', (name) => ({ name })],
  ['set_address', 'detail_address', (name) => ({ ...address, detail_address: name })],
  ['add_common_camera', 'camera_name', (camera_name) => ({ ...stream, camera_name })],
  ['add_user', 'name', (name) => ({ username: 'li.na', name, role: 'viewer' })],
  ['update_platform_param', 'operator_no', (operator_no) => ({ operator_no })],
  ['add_whitelist', 'list.0.comment', (comment) => ({ list: [{ address: '10.0.0.0/8', comment }] })],
  [
    'check_parking_event',
    'plate_number',
    (plate_number) => ({ uuid: randomUUID(), verdict: 'corrected', plate_number, seen_checks: 0 }),
  ],
  ['parking_event', 'plate_number', (plate_number) => ({ page: 1, page_size: 10, plate_number })],
  ['check_ledger', 'plate_number', (plate_number) => ({ page_size: 10, plate_number })],
]

test.each(names)('%s refuses a second line and control characters in %s', async (call, field, bodyWith) => {
  for (const [at, bad] of [
    '\n',
    '\r\n',
    '\t',
    '\u2028',
    '\u0085',
    '\u0000',
    '\u001b[31m',
    '\u202e',
  ].entries()) {
    const answer = await device.call(call, bodyWith(`东门${bad}A`) as never, admin)
    expect([at, answer]).toMatchObject([
      at,
      { code: code.format_error, data: expect.arrayContaining([{ field, issue: 'control_character' }]) },
    ])
  }
})

test('an event whose plate has a second line or a control character is refused', async () => {
  const intake = openIntake(device.deps, join(device.folder, 'spool'))
  for (const bad of ['\n', '\t', '\u2028', '\u0000', '\u001b[31m', '\u202e'])
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
    { ...scene, parking_no: '深南·P-2 (東) 🚗', lots: [lot('A-03/è')] } as never,
    admin,
  )
  expect(answer.code).toBe(0)
})
