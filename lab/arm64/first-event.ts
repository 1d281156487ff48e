/**
 * Runs next to the server of lab/arm64.sh, on this machine's own processor: a simulated camera with a parked
 * car, and an installer who adds it. Ends when the analysis program has reported the car, and prints the cost
 * of a look: `LOG ADDRESS`, the server's output and the address of the analysis program's process.
 */
import { readFileSync } from 'node:fs'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { ApiClient } from '../client.ts'
import { seconds, until } from '../until.ts'

const [log = ''] = process.argv.slice(2)
const patient = { timeout_ms: 60_000 }
const password = 'Street#2026'

const street = createStreet({ cameras: 1, traffic: false })
for (const at of street.lots(0).keys()) street.arrive(0, at)
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

const began = performance.now()
const { host: ipv4, port: onvif_port, username } = camera
let camera_sn = ''
// The first attempt may exceed the limit for a connection, because the emulator translates all of its code.
await until(
  async () => {
    const account = { camera_name: 'Gate', ipv4, onvif_port, username, password }
    ;({ camera_sn } = await client.get('add_onvif_camera', account, patient))
    return true
  },
  60_000,
  'the camera is added',
)
const cars = street.lots(0).filter(({ kind }) => kind === 'car').slice(0, 1)
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
    lots: cars.map(({ lot_no, polygon }) => ({
      lot_no,
      lot_type: 1 as const,
      lot_posture: 0 as const,
      motor_num: 1,
      difficult: 0 as const,
      polygon,
    })),
  },
  patient,
)
console.log(`the camera is added, with ${cars.length} lots: ${seconds(performance.now() - began)}`)

const health = async () => (await client.get('analysis_health', { camera_sn }, patient)).figures
let looks = 0
await until(
  async () => {
    const now = await health()
    if (now && now.looks + now.misses !== looks) {
      looks = now.looks + now.misses
      console.log(
        `${seconds(performance.now() - began)}: ${now.looks} looks, ${now.misses} misses ${now.why}, ` +
          `mean ${now.latency_ms} ms, each ${now.interval_ms} ms`,
      )
    }
    const { list } = await client.get('parking_event', { page: 1, page_size: 1 }, patient)
    const [event] = list
    if (event) console.log(JSON.stringify(event).slice(0, 600))
    return event !== undefined
  },
  1_500_000,
  'the analysis program has reported a car',
  5000,
)
console.log(`the first event: ${seconds(performance.now() - began)}`)
process.exit(0)
