/** An analysis application for the tests: the other end of docs/analysis-socket.md, on a real Unix socket. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ReportedEvent } from '#src/analysis/messages.ts'
import { until } from '../until.ts'

type Line = Record<string, unknown> & { type: string }
export type Application = {
  /** Every line received from the server. */
  heard: Line[]
  /** The last complete configuration. */
  config(): Line & { spool: string }
  say(line: unknown): void
  /** Sends bytes unchanged. */
  raw(bytes: string | Buffer): void
  /** Reports an event and waits for the server's answer. */
  report(event: unknown, id?: string | number): Promise<Line>
  /** Puts a JPEG into the spool folder. */
  spool(jpeg: Uint8Array, name?: string): string
  closed: Promise<void>
  close(): void
}

export const hello = { type: 'hello', protocol: 1, name: 'test', version: '1.0' }

/** Connects and sends hello, or `first`, or (null) nothing. */
export async function startApplication(socket: string, first: unknown = hello): Promise<Application> {
  const heard: Line[] = []
  const waiting = new Map<unknown, (line: Line) => void>()
  const connection = connect(socket)
  connection.setEncoding('utf8').on('error', () => undefined)
  const closed = new Promise<void>((done) => connection.on('close', () => done()))
  let rest = ''
  connection.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines.map((one) => JSON.parse(one) as Line)) {
      heard.push(line)
      waiting.get(line['id'])?.(line)
      waiting.delete(line['id'])
    }
  })
  const application: Application = {
    heard,
    closed,
    config: () => heard.findLast(({ type }) => type === 'config') as Line & { spool: string },
    say: (line) => void connection.write(`${JSON.stringify(line)}\n`),
    raw: (bytes) => void connection.write(bytes),
    report: (event, id = randomUUID()) =>
      new Promise((done) => {
        waiting.set(id, done)
        application.say({ type: 'event', id, event })
      }),
    spool(jpeg, name = `${randomUUID()}.jpg`) {
      writeFileSync(join(application.config().spool, name), jpeg)
      return name
    },
    close: () => connection.destroy(),
  }
  if (first !== null) application.say(first)
  if (first === hello) await until('the configuration', () => application.config())
  return application
}

let made: Promise<Buffer> | undefined
/** A small picture of a kerb on a foggy night. */
export const smallJpeg = (): Promise<Buffer> =>
  (made ??= sharp({ create: { width: 64, height: 48, channels: 3, background: '#556' } })
    .jpeg()
    .toBuffer())

/** Has the beginning, size and end of a JPEG, but contains no picture. */
export const brokenJpeg = Buffer.from(
  'ffd8ffc00011080168028003012200021101031101ffda000c03010002110311003f00d2cf20ffd9',
  'hex',
)

export const newEvent = (more: Partial<ReportedEvent> = {}): ReportedEvent => ({
  uuid: randomUUID(),
  event_time: Date.UTC(2026, 10, 21, 0, 30),
  camera_sn: 'SN-0001',
  scene_id: 'scene-1',
  lot_no: 'A01',
  event_type: 1,
  plate_number: '粤B·12345',
  plate_color: 'blue',
  confidence: 97.5,
  pictures: [],
  ...more,
})
