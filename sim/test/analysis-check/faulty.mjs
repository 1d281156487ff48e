/**
 * A small analysis program for the tests of the kit: correct without arguments; each argument adds a fault.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'

const faults = new Set(process.argv.slice(2))
const hasFault = (fault) => faults.has(fault)
const poll_ms = 80
const again_ms = 250

let socket
let config
let lots_of_first
let stored
let sent_long = false
const occupied = new Map()

function start() {
  socket = connect(process.env.PARKING_SOCKET)
  let rest = ''
  socket.on('connect', () => {
    if (hasFault('late_hello')) send({ type: 'ping' })
    send({ type: 'hello', protocol: 1, name: 'faulty', version: '1' })
    if (hasFault('unknown_type')) send({ type: 'weather' })
    if (stored && !hasFault('no_resend')) stored.outbox.forEach(resend)
  })
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) receive(JSON.parse(line))
  })
  socket.on('error', () => undefined)
  socket.on('close', () => setTimeout(start, again_ms))
}
const send = (line) => socket.readyState === 'open' && socket.write(`${JSON.stringify(line)}\n`)
const deliver = (event) => send({ type: 'event', id: event.uuid, event })
function resend(event) {
  if (hasFault('other_uuid')) event.uuid = randomUUID()
  deliver(event)
}

function receive(message) {
  if (message.type === 'config') configure(message)
  else if (message.type === 'ack') void (hasFault('keeps') || drop(message.uuid))
  else if (message.type === 'refused') void (hasFault('refused_again') || drop(message.uuid))
  else if (message.type === 'busy') {
    const event = stored.outbox.find(({ uuid }) => uuid === message.uuid)
    if (event && !hasFault('no_resend')) setTimeout(resend, again_ms, event)
  } else if (message.type !== 'pong' && hasFault('strict')) process.exit(3)
}

function configure(next) {
  const first = !stored
  config = next
  lots_of_first ??= next.scenes
  stored ??= load()
  send({
    type: 'config_taken',
    revision: hasFault('revision') ? 1 : next.revision,
    problems: next.params.alg_param.motor_det ? [{ field: 'alg_param.motor_det', issue: 'not seen' }] : [],
  })
  send({ type: 'log', level: 'INFO', content: 'watching' })
  if (hasFault('long') && !sent_long) send({ type: 'log', level: 'INFO', content: 'x'.repeat(1024 * 1024) })
  sent_long = true
  if (hasFault('health')) send({ type: 'health', seconds: -1, cameras: [{ camera_sn: 'SN-X', looks: 0.5 }] })
  if (first && !hasFault('no_resend')) stored.outbox.forEach(resend)
}

const file = () => join(dirname(config.spool), 'faulty.json')
function load() {
  try {
    return JSON.parse(readFileSync(file(), 'utf8'))
  } catch {
    return { stays: {}, outbox: [] }
  }
}
const save = () => hasFault('forgets') || writeFileSync(file(), JSON.stringify(stored))
function drop(uuid) {
  stored.outbox = stored.outbox.filter((event) => event.uuid !== uuid)
  save()
}

async function look() {
  for (const camera of config?.cameras ?? []) {
    const jpeg = await picture(camera)
    const { cars } = JSON.parse(jpeg.toString('utf8', 6, 4 + jpeg.readUInt16BE(4)))
    const scenes = hasFault('old_lots') ? lots_of_first : config.scenes
    const scene = scenes.find(({ camera_sn }) => camera_sn === camera.camera_sn)
    for (const { lot_no, polygon } of scene.lots) {
      const key = `${scene.scene_id}/${lot_no}`
      const car = cars.find(({ footprint }) => JSON.stringify(footprint) === JSON.stringify(polygon))
      const first = !occupied.has(key)
      occupied.set(key, { scene_id: scene.scene_id, lot_no, car })
      if (Boolean(car) === Boolean(stored.stays[key])) continue
      stored.stays[key] = Boolean(car)
      report({ scene, lot_no, car, event_type: car ? (first ? 0 : 1) : 3 }, jpeg)
    }
  }
}

function report({ scene, lot_no, car, event_type }, jpeg) {
  const name = `${randomUUID()}.jpg`
  if (!hasFault('no_picture'))
    writeFileSync(join(config.spool, name), hasFault('half_picture') ? jpeg.subarray(0, -200) : jpeg)
  const event = {
    uuid: hasFault('uuid') ? randomUUID().replaceAll('-', '') : randomUUID(),
    event_time: hasFault('seconds') ? Math.round(Date.now() / 1000) : Date.now(),
    camera_sn: scene.camera_sn,
    scene_id: scene.scene_id,
    lot_no,
    event_type,
    plate_number: car?.plate ?? '',
    plate_color: car?.color ?? (hasFault('colour') ? '' : 'unknown'),
    confidence: hasFault('share') ? 0.93 : 93,
    pictures: [{ kind: 'image', file: name }],
    ...(car && { plate_box: hasFault('pixels') ? [10, 20, 30, 40] : car.plate_box }),
  }
  stored.outbox.push(event)
  save()
  deliver(event)
}

async function picture({ frame_url }) {
  const answer = await fetch(frame_url)
  return Buffer.from(await answer.arrayBuffer())
}

function sendState() {
  if (!config || hasFault('no_state')) return
  const known = new Set(
    (hasFault('old_lots') ? lots_of_first : config.scenes).flatMap(({ scene_id, lots }) =>
      lots.map(({ lot_no }) => `${scene_id}/${lot_no}`),
    ),
  )
  const lots = [...occupied]
    .filter(([key]) => known.has(key))
    .map(([, { scene_id, lot_no, car }]) => ({
      scene_id,
      lot_no,
      occupied: Boolean(car),
      plate_number: car?.plate ?? '',
      cover: car ? (hasFault('percentage') ? 93 : 0.93) : 0,
    }))
  if (hasFault('strange_lot')) lots.push({ ...lots[0], lot_no: 'Z99' })
  if (lots.length > 0) send({ type: 'state', lots })
}

start()
setInterval(sendState, again_ms)
const next = () =>
  setTimeout(
    () =>
      look()
        .catch(() => undefined)
        .finally(next),
    poll_ms,
  )
next()
if (!hasFault('stays')) process.stdin.on('end', () => process.exit(0)).resume()
