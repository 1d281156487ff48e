/**
 * `first-event.ts LOG PID`: an installer with a camera on loopback, next to the server of lab/arm64.sh. LOG
 * is the server's output, PID the analysis program. Ends when that program has reported the car on the
 * camera's lot, and prints the event and the cost of its looks.
 */
import { readFileSync } from 'node:fs'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { ApiClient } from '../client.ts'
import { assert } from '../proof.ts'
import { seconds, until } from '../until.ts'

const [log = '', pid = ''] = process.argv.slice(2)
const patient = { timeout_ms: 60_000 }
/** Half an hour, because a look takes minutes on a busy machine. */
const event_ms = 1_800_000
const password = 'Street#2026'

const street = createStreet({ cameras: 1, traffic: false })
const at = street.lots(0).findIndex(({ kind }) => kind === 'car')
const { lot_no, polygon } = street.lots(0)[at]!
const plate = street.arrive(0, at)
const camera = await startCamera({
  name: 'Gate',
  model: 'SL-B4220',
  serial: 'LAB-0001',
  password,
  frame: (aim) => street.frame(0, 'LAB-0001', aim),
})

const client = new ApiClient(camera.host)
const one_time = [...readFileSync(log, 'utf8').matchAll(/^One-time password: (\S+)$/gm)].at(-1)?.[1] ?? ''
client.token = (await client.get('login', { username: 'admin', password: one_time }, patient)).token
const changed = { old_password: one_time, new_password: 'Lab-password-1' }
client.token = (await client.get('change_password', changed, patient)).token

const { host: ipv4, port: onvif_port, username } = camera
let camera_sn = ''
const add = async (): Promise<boolean> => {
  const account = { camera_name: 'Gate', ipv4, onvif_port, username, password }
  ;({ camera_sn } = await client.get('add_onvif_camera', account, patient))
  return true
}
// The first attempt may exceed the limit for a connection, because the emulator translates all of its code.
await until(add, 120_000, 'the camera is added', 500)
const connected = async () => (await client.get('app_status', {}, patient)).connected
await until(connected, 300_000, 'the analysis program is connected', 1000)

/** The processor time that the analysis program has used so far. */
const processor_ms = (): number => {
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return (Number(user) + Number(system)) * 10
}
const [began, used] = [performance.now(), processor_ms()]
const lot = { lot_no, polygon, lot_type: 1, lot_posture: 0, motor_num: 1, difficult: 0 } as const
await client.get(
  'add_update_scene',
  {
    camera_sn,
    scene_type: 0,
    enabled: true,
    parking_no: 'LAB',
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots: [lot],
  },
  patient,
)
const newest = async () => (await client.get('parking_event', { page: 1, page_size: 1 }, patient)).list[0]
await until(
  async () => (await newest()) !== undefined,
  event_ms,
  'the analysis program reports the car',
  5000,
)
const [took, spent] = [performance.now() - began, processor_ms() - used]
const event = (await newest())!
const detail = await client.get('parking_event_detail', { uuid: event.uuid }, patient)
assert(event.lot_no === lot_no && detail.looks.length > 0, `another event: ${JSON.stringify(event)}`)
console.log(
  `the analysis program has reported the car ${plate} on ${lot_no} after ${seconds(took)}: read ` +
    `${event.plate_number || 'no plate'}, confidence ${event.confidence}, from ` +
    `${detail.looks.length} looks of ${seconds(spent / detail.looks.length)} of processor time each`,
)
process.exit(0)
