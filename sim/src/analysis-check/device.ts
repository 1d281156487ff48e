/**
 * The scripted device: the server's side of the socket, which judges every line and answers events as
 * scripted. Long because connection, configuration and events share one state.
 */
import { unlinkSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { checkEvent, type Reported } from './check-event.ts'
import { checkHealth, checkHello, checkLog, checkPing, checkState, checkTaken } from './check-line.ts'
import { isBareName, pictureFaults } from './check-pictures.ts'
import { checkRecording } from './check-recording.ts'
import { lotKey, lotsOf, type Config } from './config.ts'
import type { Findings } from './findings.ts'
import { fieldFaults, isFields, isNumber, isText, quoted, type Fields } from '../kit/shapes.ts'
import type { Waits } from './waits.ts'
import { few_seconds_ms, max_line_bytes } from './words.ts'

export type Answer = 'stored' | 'duplicate' | 'busy' | 'refused' | 'none'
export type SentEvent = Omit<Reported, 'pictures'> & {
  /** The pictures as the application last named them. */
  pictures: Reported['pictures']
  /** Number of times the event arrived. */
  times: number
  /** The last answer, with its time and connection. */
  answered?: { readonly answer: Answer; readonly at: number; readonly connection: Connection }
}
export type Connection = {
  readonly socket: Socket
  readonly configs: { readonly revision: number; readonly lots: ReadonlySet<string> }[]
  taken: number
  states: number
  greeted: boolean
  last_state?: number
  closed_at?: number
}
export type Device = {
  readonly connection: Connection | undefined
  /** Number of connections that sent a hello. */
  readonly greetings: number
  /** Events by uuid, in the order of their first arrival. */
  readonly events: ReadonlyMap<string, SentEvent>
  /** Replaces the configuration and sends it to a connected application. */
  configure: (config: Config) => void
  /**
   * Sets the answers for a lot, by the number of times an event arrived (from 1). The default is `stored`.
   */
  script: (lot: string, answer: (times: number) => Answer) => void
  send: (line: object) => void
  /** Closes the connection, as a server does when it stops. */
  closeConnection: () => void
  stop: () => Promise<void>
}
export type DeviceNeeds = {
  readonly path: string
  readonly spool: string
  readonly findings: Findings
  readonly waits: Waits
}

/** An answer in transit when the connection closed or the program was killed may be lost. */
const may_be_lost_ms = 300
/** A repeat sent before the answer was read is not a fault. */
const may_cross_ms = 1000

export async function startDevice({ path, spool, findings, waits }: DeviceNeeds): Promise<Device> {
  const began = Date.now()
  const events = new Map<string, SentEvent>()
  const scripts = new Map<string, (times: number) => Answer>()
  const camera_of = new Map<string, string>()
  /** The cameras of all configurations so far. */
  const cameras = new Set<string>()
  const sockets = new Set<Socket>()
  let config: Config | undefined
  let current: Connection | undefined
  let greetings = 0
  let revision = 4100

  const write = ({ socket }: Connection, line: object): void => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`)
  }
  function sendConfig(): void {
    if (!config || !current) return
    current.configs.push({ revision: ++revision, lots: lotsOf(config) })
    write(current, { type: 'config', revision, spool, ...config })
  }

  /**
   * The lots of the configuration in use; until the application confirms one, of all configurations it
   * received.
   */
  const lotsNow = ({ configs, taken }: Connection): ReadonlySet<string> =>
    configs.at(-1)?.revision === taken
      ? configs.at(-1)!.lots
      : new Set(configs.flatMap(({ lots }) => [...lots]))

  function onLine(connection: Connection, line: unknown): void {
    if (!isFields(line)) return findings.wrong('lines', `a line is ${quoted(line)}, not an object`)
    if (!connection.greeted) {
      connection.greeted = checkHello(line, findings)
      if (!connection.greeted) return void connection.socket.destroy()
      current?.socket.destroy()
      current = connection
      greetings++
      return sendConfig()
    }
    const type = String(line['type'])
    const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined
    if (!handler) return findings.wrong('lines', `its type is ${quoted(line['type'])}`)
    findings.ok('lines')
    handler(connection, line)
  }
  const handlers: Record<string, (connection: Connection, line: Fields) => void> = {
    hello: (_, line) => void checkHello(line, findings),
    ping(connection, line) {
      checkPing(line, findings)
      write(connection, { type: 'pong' })
    },
    log: (_, line) => checkLog(line, findings),
    health: (_, line) => checkHealth(line, cameras, findings),
    recording: (_, line) => checkRecording(line, spool, findings),
    state(connection, line) {
      checkState(line, lotsNow(connection), findings)
      connection.states++
      rateOf(connection)
      connection.last_state = Date.now()
    },
    config_taken(connection, line) {
      checkTaken(
        line,
        connection.configs.map((one) => one.revision),
        findings,
      )
      if (isNumber(line['revision'])) connection.taken = line['revision']
    },
    event: onEvent,
  }

  function rateOf({ last_state }: Connection): void {
    if (last_state === undefined) return
    const silent = Date.now() - last_state
    findings.judge(
      'state_rate',
      silent > few_seconds_ms ? [`none came for ${(silent / 1000).toFixed(0)} s`] : [],
    )
  }

  function onEvent(connection: Connection, line: Fields): void {
    const faults = fieldFaults(line, ['type', 'id', 'event'])
    if (!isText(line['id']) && !isNumber(line['id'])) faults.push(`id is ${quoted(line['id'])}`)
    findings.judge('event_fields', faults)
    const found = checkEvent(line['event'], { findings, now: Date.now(), began, camera_of })
    if (!found) {
      const code = { code: 1000, message: 'The event is not well formed', issues: [] }
      return write(connection, { type: 'refused', id: line['id'], uuid: '', ...code })
    }
    const known = events.get(found.uuid)
    const event: SentEvent = known ?? { ...found, times: 0 }
    event.pictures = found.pictures
    if (known) onAgain(known, connection, found)
    else onFirst(event)
    events.set(event.uuid, event)
    event.times++
    const done = event.answered && ['stored', 'duplicate'].includes(event.answered.answer)
    // After a refusal the application may have removed the files.
    if (!done && event.answered?.answer !== 'refused')
      findings.judge(
        known ? 'files_kept' : 'pictures',
        pictureFaults(event.pictures, spool).map((fault) => `${nameOf(event)}: ${fault}`),
      )
    const answer = done ? 'duplicate' : (scripts.get(event.lot)?.(event.times) ?? 'stored')
    event.answered = { answer, at: Date.now(), connection }
    if (answer === 'stored' || answer === 'duplicate') removeFiles(event)
    if (answer !== 'none') write(connection, { ...answers[answer], id: line['id'], uuid: found.uuid })
  }

  /** Reports a second uuid for a known event, with the same lot, kind and time. */
  function onFirst(event: SentEvent): void {
    const other = [...events.values()].find((one) => isOneChange(one, event))
    findings.judge(
      'one_uuid',
      other ? [`${nameOf(event)} came as ${other.uuid}, and again as ${event.uuid}`] : [],
    )
  }

  function onAgain(event: SentEvent, connection: Connection, found: Reported): void {
    const is_same = isOneChange(event, found)
    findings.judge(
      'one_uuid',
      is_same ? [] : [`${event.uuid} stands for ${nameOf(event)} and for another change, ${nameOf(found)}`],
    )
    const { answered } = event
    if (!answered || answered.answer === 'none' || answered.answer === 'busy') return
    const gone = answered.connection.closed_at
    const read =
      answered.connection === connection
        ? Date.now() - answered.at > may_cross_ms
        : gone !== undefined && gone - answered.at > may_be_lost_ms
    if (read) findings.wrong(answered.answer, `${nameOf(event)} came again`)
  }

  function removeFiles({ pictures }: SentEvent): void {
    for (const { file } of pictures)
      try {
        if (isBareName(file)) unlinkSync(join(spool, file))
      } catch {
        // The file is missing, which has already been reported.
      }
  }

  const server = createServer((socket) => {
    const connection: Connection = { socket, configs: [], taken: 0, states: 0, greeted: false }
    let rest: Buffer = Buffer.alloc(0)
    sockets.add(socket)
    const cut = (sentence: string): void => {
      findings.wrong('lines', sentence)
      socket.destroy()
    }
    socket.on('data', (part) => {
      rest = Buffer.concat([rest, part])
      for (let end = rest.indexOf(10); end >= 0 && !socket.destroyed; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end)
        rest = rest.subarray(end + 1)
        if (end > max_line_bytes) cut('a line is longer than 1 MiB')
        else if (end > 0) {
          const read = parsed(line)
          if (read) onLine(connection, read.value)
          else cut(`a line is not JSON in UTF-8: ${quoted(line.toString('utf8'))}`)
        }
      }
      if (rest.length > max_line_bytes) cut('a line is longer than 1 MiB')
      waits.touch()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      connection.closed_at = Date.now()
      rateOf(connection)
      if (current === connection) current = undefined
      waits.touch()
    })
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done))

  return {
    events,
    get connection() {
      return current
    },
    get greetings() {
      return greetings
    },
    configure(next) {
      config = next
      for (const { camera_sn } of next.cameras) cameras.add(camera_sn)
      for (const { scene_id, camera_sn, lots } of next.scenes)
        for (const { lot_no } of lots) camera_of.set(lotKey(scene_id, lot_no), camera_sn)
      sendConfig()
    },
    script: (lot, answer) => void scripts.set(lot, answer),
    send: (line) => current && write(current, line),
    closeConnection: () => current?.socket.destroy(),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const answers: Record<Exclude<Answer, 'none'>, object> = {
  stored: { type: 'ack', result: 'stored' },
  duplicate: { type: 'ack', result: 'duplicate' },
  busy: { type: 'busy', message: 'The device cannot store it now (ENOSPC)' },
  refused: { type: 'refused', code: 3000, message: 'There is no such lot on this device', issues: [] },
}

type Change = Pick<Reported, 'event_type' | 'event_time' | 'lot'>
export const isOneChange = (one: Change, other: Change): boolean =>
  one.lot === other.lot && one.event_type === other.event_type && one.event_time === other.event_time
export const nameOf = ({ event_type, lot }: Pick<Reported, 'event_type' | 'lot'>): string =>
  `event ${event_type} of ${lot}`

function parsed(line: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) }
  } catch {
    return undefined
  }
}
