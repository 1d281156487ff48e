/**
 * `npm run platform:check -- URL`: talks to a platform as a device would (docs/platform.md) and reports what
 * would lose or double a bill. The exit status is 1 if anything is wrong, and 2 for wrong arguments.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isWrong } from './findings.ts'
import { reportOf } from './report.ts'
import { runCheck } from './run-check.ts'
import { factory_body_bytes, max_body_bytes } from './words.ts'
import type { Addresses } from './device.ts'

const usage = `Usage: platform-check [OPTION ...] URL
Speaks to the platform at URL as a device would and says what would lose or double a bill. It makes events,
so point it at a platform for tests. The secret of the sign-in (extra_info.app_secret) is read from the
environment variable PARKING_APP_SECRET.

  --device SN, --other-device SN   devices that the platform knows (KIT-1, KIT-2)
  --operator NO                    operator_no (KIT)
  --parking NO, --lots A,B, --camera SN   places that it knows (KIT; 40 lots from K01; KIT-C1)
  --plate PLATE                    of the events (粤B12345)
  --auth, --init, --heartbeat, --data, --timer, --states PATH
                                   addresses below URL (v1/auth, v1/device/init, v1/device/heartbeat,
                                   v1/events, v1/timer_events, v1/lot_states); "none" where there is none
  --stored PATH                    a GET lists what was stored: [{ uuid, correction, plate_number, void }]
  --largest MB                     the largest body, up to 100 (2.5)
  --at-once N                      events sent at the same time (20)
  --patience SECONDS               how long what was taken may take to be stored (10)
  --ca FILE                        a certificate in PEM to trust`

const names = ['auth', 'init', 'heartbeat', 'data', 'timer', 'states'] as const
const paths: Record<(typeof names)[number], string> = {
  auth: 'v1/auth',
  init: 'v1/device/init',
  heartbeat: 'v1/device/heartbeat',
  data: 'v1/events',
  timer: 'v1/timer_events',
  states: 'v1/lot_states',
}
const text = { type: 'string' } as const

function optionsOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      device: { ...text, default: 'KIT-1' },
      'other-device': { ...text, default: 'KIT-2' },
      operator: { ...text, default: 'KIT' },
      parking: { ...text, default: 'KIT' },
      lots: {
        ...text,
        default: Array.from({ length: 40 }, (_, at) => `K${String(at + 1).padStart(2, '0')}`).join(','),
      },
      camera: { ...text, default: 'KIT-C1' },
      plate: { ...text, default: '粤B12345' },
      ...(Object.fromEntries(names.map((name) => [name, { ...text, default: paths[name] }])) as Record<
        (typeof names)[number],
        { type: 'string'; default: string }
      >),
      stored: text,
      largest: { ...text, default: String(factory_body_bytes / 1_000_000) },
      'at-once': { ...text, default: '20' },
      patience: { ...text, default: '10' },
      ca: text,
    },
  })
  const [base, ...more] = positionals
  if (base === undefined || more.length > 0) throw new Error('One address is needed.')
  const root = new URL(base.endsWith('/') ? base : `${base}/`)
  if (!/^https?:$/.test(root.protocol)) throw new Error(`${base} is not an http or https address.`)
  const below = (path: string): string | undefined => (path === 'none' ? undefined : new URL(path, root).href)
  const number = (name: 'largest' | 'at-once' | 'patience', min: number, max: number): number => {
    const value = Number(values[name])
    if (value >= min && value <= max) return value
    throw new Error(`--${name} is from ${min} to ${max}.`)
  }
  const addresses: Addresses = {
    auth: below(values.auth),
    init: below(values.init),
    heartbeat: below(values.heartbeat),
    data: below(values.data),
    timer: below(values.timer),
    lots: below(values.states),
  }
  const largest = number('largest', 0.01, max_body_bytes / 1_000_000) * 1_000_000
  return {
    addresses,
    identity: {
      operator_no: values.operator,
      device_sn: values.device,
      app_secret: process.env['PARKING_APP_SECRET'] ?? '',
      camera_sn: values.camera,
      parking_no: values.parking,
      lots: values.lots.split(',').filter((lot) => lot !== ''),
      plate_number: values.plate,
    },
    other_sn: values['other-device'],
    stored_url: values.stored === undefined ? undefined : below(values.stored),
    patience_ms: number('patience', 0, 600) * 1000,
    sizes: [900_000, 1_200_000, factory_body_bytes, 8_000_000, 32_000_000, largest]
      .filter((bytes) => bytes <= largest)
      .toSorted((a, b) => a - b),
    at_once: number('at-once', 1, 200),
    ca: values.ca === undefined ? undefined : readFileSync(values.ca, 'utf8'),
  }
}

let options
try {
  options = optionsOf(process.argv.slice(2))
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}
const { findings, events_to_find, requests, slowest_ms } = await runCheck(options)
console.log(reportOf(findings, events_to_find).join('\n'))
console.log(`\n${requests} requests, the slowest answer after ${(slowest_ms / 1000).toFixed(2)} s of 10 s`)
process.exit(findings.some(isWrong) ? 1 : 0)
