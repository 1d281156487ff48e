/**
 * Replaces the analysis program and keeps its contract (docs/analysis-socket.md): an event is on the disk
 * before it is sent, and is resent until it is acknowledged. Runs in the box, on the box's own Node.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'

const folder = '/var/lib/parking-edge'
const [made, known] = [`${folder}/analysis-made.log`, `${folder}/analysis-acknowledged.log`]
const lines = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.length === 36)
    : []
const append = (file: string, line: string): void => {
  const open = openSync(file, 'a', 0o600)
  writeSync(open, `${line}\n`)
  fsyncSync(open)
  closeSync(open)
}

const acknowledged = new Set(lines(known))
const waiting = lines(made).filter((uuid) => !acknowledged.has(uuid))
let next = lines(made).length

function run(): void {
  const socket = connect(`${folder}/analysis.sock`)
  const send = (line: object) => socket.write(`${JSON.stringify(line)}\n`)
  const event = (uuid: string) => {
    const n = Number.parseInt(uuid.slice(24), 16)
    return {
      uuid,
      event_time: 1_790_000_000_000 + n * 1000,
      camera_sn: 'LAB',
      scene_id: 'lab',
      lot_no: `L${n % 20}`,
      event_type: n % 40 < 20 ? 1 : 3,
      plate_number: '粤B12345',
      plate_color: 'blue',
      confidence: 99,
      pictures: [],
    }
  }
  const report = (uuid: string) => send({ type: 'event', id: uuid, event: event(uuid) })
  let timer: NodeJS.Timeout | undefined
  socket.on('connect', () => {
    send({ type: 'hello', protocol: 1, name: 'lab', version: '1' })
    for (const uuid of waiting) report(uuid)
    timer = setInterval(() => {
      const uuid = `00000000-0000-8000-8000-${(next++).toString(16).padStart(12, '0')}`
      append(made, uuid)
      waiting.push(uuid)
      report(uuid)
    }, 250)
  })
  let text = ''
  socket.on('data', (part) => {
    text += part.toString('utf8')
    for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1)) {
      const line = JSON.parse(text.slice(0, end)) as { type: string; uuid: string }
      if (line.type === 'ack' && !acknowledged.has(line.uuid)) {
        append(known, line.uuid)
        acknowledged.add(line.uuid)
        waiting.splice(waiting.indexOf(line.uuid), 1)
      }
      if (line.type === 'busy') setTimeout(() => socket.writable && report(line.uuid), 1000)
      if (line.type === 'refused') console.error(JSON.stringify(line))
    }
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    setTimeout(run, 500)
  })
}
run()
