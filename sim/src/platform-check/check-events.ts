/** Checks single events: each type, colour, script and size that a device sends. */
import { randomUUID } from 'node:crypto'
import {
  eventBody,
  initBody,
  keyOf,
  heartbeatBody,
  lotStatesBody,
  signInBody,
  type EventBody,
} from './bodies.ts'
import { consequenceOf, tokenIn, type Needs } from './device.ts'
import { insidePicture, namedPicture, pictureOf } from './picture.ts'
import { entry, event_types, exit, plate_colors, timer_image, timer_types, update } from './words.ts'

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms

export async function checkEvents({ addresses, device, findings, identity }: Needs): Promise<void> {
  const { deliver } = device
  const make = (over: Partial<EventBody> = {}) => eventBody(identity, over)
  const three = ['image', 'car', 'plate'].map((kind) => insidePicture(kind))
  await deliver('event', make({ pictures: three }), 'an entry with three pictures')
  await deliver('event', make({ event_type: exit, pictures: three }), 'an exit with three pictures')
  const key = `${identity.parking_no}/2026/11/${randomUUID()}`
  const named = ['image', 'car', 'plate'].map((kind) => namedPicture(kind, `${key}-${kind}.jpg`))
  await deliver('event_named', make({ pictures: named }), 'an entry with named pictures')
  const clip = namedPicture('clip', `${key}.mp4`, pictureOf(2000))
  await deliver('event_named', make({ event_type: exit, pictures: named, clip }), 'an exit with a clip')
  for (const event_type of event_types)
    await deliver('event_types', make({ event_type }), `an event of type ${event_type}`)
  for (const [at, plate_color] of plate_colors.entries())
    await deliver(
      'plate_colors',
      make({ event_type: at % 2 === 0 ? entry : exit, plate_color }),
      `an event with the colour "${plate_color}"`,
    )
  await deliver('no_plate', make({ plate_number: '', pictures: [] }), 'an entry without plate and pictures')
  await deliver(
    'no_plate',
    make({ event_type: exit, plate_number: '', pictures: [] }),
    'an exit without a plate',
  )
  const text = '東門 «a» "b" \\ \u2028 𠮷 🅿️'
  await deliver(
    'text',
    make({ plate_number: '粤BD12345', camera_name: text, comment: text }),
    'a name of all scripts',
  )
  await deliver(
    'text',
    make({ event_type: exit, plate_number: 'ABC-1234', comment: '' }),
    'a plate of Taiwan',
  )
  const old = Date.now() - 30 * day_ms
  await deliver('event_clock', make({ event_time: old }), 'an entry of 30 days ago')
  await deliver(
    'event_clock',
    make({ event_type: exit, event_time: old + minute_ms }),
    'an exit of 30 days ago',
  )
  const ahead = Date.now() + 10 * minute_ms
  await deliver('event_clock', make({ event_time: ahead }), 'an entry ten minutes ahead')
  await deliver(
    'growth',
    make({ event_type: exit, added_later: { sky: 'clear' } }),
    'an exit with a new field',
  )
  const { timer } = addresses
  if (timer === undefined) return findings.notShown('timer', 'there is no address for it')
  for (const event_type of timer_types) {
    const picture = make({ event_type })
    await deliver('timer', picture, `a timer picture of type ${event_type}`, timer)
    await deliver('timer', picture, `a timer picture of type ${event_type} that came again`, timer)
  }
}

/** Sends broken events. They must not be answered as stored, nor be requested again and again. */
export async function checkBroken({ addresses, device, findings, identity }: Needs): Promise<void> {
  const { data } = addresses
  if (data === undefined) return
  const { uuid, ...without } = eventBody(identity)
  const ways: [string, object | string][] = [
    ['an event without uuid', without],
    ['half a JSON text', JSON.stringify(without).slice(0, 100)],
  ]
  for (const [what, body] of ways) {
    const answer = await device.send(data, body, { key: uuid })
    if (answer.reading === 'refused') findings.ok('broken')
    else if (answer.reading === 'accepted')
      findings.wrong('broken', `${what} is answered as taken, and cannot have been stored`)
    else findings.wrong('broken', `${what} ${consequenceOf(answer)}`, 'delays')
  }
  const other = { ...insidePicture('image'), content: pictureOf(300).toString('base64') }
  const damaged = eventBody(identity, { pictures: [other] })
  const answer = await device.send(data, damaged, { key: keyOf(damaged) })
  if (answer.reading === 'accepted')
    findings.wrong('picture_hash', 'a picture that was damaged on the way is answered as taken')
  else findings.ok('picture_hash')
}

/** Sends bodies of growing size until one is not accepted. */
export async function checkSizes(
  { device, findings, identity }: Needs,
  sizes: readonly number[],
): Promise<void> {
  let largest = 0
  for (const [at, bytes] of sizes.entries()) {
    const event = eventBody(identity, { event_type: at % 2 === 0 ? entry : exit })
    const room = bytes - JSON.stringify(event).length
    const pictures = ['image', 'car', 'plate'].map((kind) =>
      insidePicture(kind, pictureOf(Math.floor((room / 4) * 3) / 3)),
    )
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`
    if (!(await device.deliver('body_size', { ...event, pictures }, `a body of ${size}`))) {
      if (largest > 0)
        findings.wrong(
          'body_size',
          `the largest body that was taken has ${(largest / 1_000_000).toFixed(1)} MB`,
        )
      return
    }
    largest = bytes
  }
}

/**
 * Sends test requests (docs/platform.md, "Test requests"), which are answered like real ones but not stored.
 */
export async function checkTests({ addresses, client, device, identity, ledger }: Needs): Promise<void> {
  const { auth, init, heartbeat, data, timer, lots } = addresses
  let { token } = device
  if (auth !== undefined) {
    const answer = await client.post(auth, signInBody(identity), { test: true })
    device.judge('test_mark', answer, 'the sign-in of a test')
    token = tokenIn(answer.data) ?? token
  }
  const testEvent = (event_type: number) => ({
    ...eventBody(identity, { event_type, plate_number: '', lot_no: 'TEST', comment: 'TEST', pictures: [] }),
    parking_no: 'TEST',
    camera_sn: 'TEST',
    camera_name: 'TEST',
  })
  const steps: [string, string | undefined, EventBody | object][] = [
    ['the init', init, initBody(identity, `kit ${identity.device_sn} 1`)],
    ['the heartbeat', heartbeat, heartbeatBody(identity)],
    ['the event', data, testEvent(update)],
    ['the timer picture', timer, testEvent(timer_image)],
    ['the lot states', lots, lotStatesBody({ ...identity, lots: [] })],
  ]
  for (const [what, url, body] of steps) {
    if (url === undefined) continue
    const uuid = 'uuid' in body ? String(body.uuid) : undefined
    const answer = await device.send(url, body, { token, test: true, ...(uuid && { key: uuid }) })
    device.judge('test_mark', answer, `${what} of a test`)
    if (uuid) ledger.noteTest(uuid)
  }
}
