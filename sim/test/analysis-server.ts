/** The device server's end of docs/analysis-socket.md for the tests: a Unix socket that receives events. */
import { readFileSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Config, EventBody, LotState } from '../src/analysis/wire.ts'

export type Answer = 'stored' | 'refused' | 'busy' | 'silent'
export type AnalysisServer = {
  hellos: Record<string, unknown>[]
  /** Every delivery, including repeated ones. */
  deliveries: EventBody[]
  pictures: Map<string, Buffer[]>
  states: LotState[][]
  logs: string[]
  /** How the next events are answered. */
  answer: Answer
  configure: (config: Config) => void
  /** Closes the connection; the program must reconnect. */
  drop: () => void
  stop: () => Promise<void>
}

/** Listens at `path`. */
export async function startAnalysisServer(path: string, first: Config): Promise<AnalysisServer> {
  let [config, current] = [first, undefined as Socket | undefined]
  const say = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`)
  const server = createServer((socket) => {
    let rest = ''
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) void take(socket, JSON.parse(line) as Record<string, unknown>)
    })
  })
  async function take(socket: Socket, message: Record<string, unknown>): Promise<void> {
    if (message['type'] === 'hello') {
      end.hellos.push(message)
      current = socket
      say(socket, { type: 'config', ...config })
    }
    if (message['type'] === 'ping') say(socket, { type: 'pong' })
    if (message['type'] === 'state') end.states.push(message['lots'] as LotState[])
    if (message['type'] === 'log') end.logs.push(String(message['content']))
    if (message['type'] !== 'event') return
    const event = message['event'] as EventBody
    end.deliveries.push(event)
    const reply = { id: message['id'], uuid: event.uuid }
    if (end.answer === 'refused')
      say(socket, { type: 'refused', ...reply, code: 1000, message: 'no', issues: [] })
    if (end.answer === 'busy') say(socket, { type: 'busy', ...reply, message: 'later' })
    if (end.answer !== 'stored') return
    const duplicate = end.pictures.has(event.uuid)
    if (!duplicate)
      end.pictures.set(
        event.uuid,
        event.pictures.map(({ file }) => readFileSync(join(config.spool, file))),
      )
    for (const { file } of event.pictures) await unlink(join(config.spool, file)).catch(() => undefined)
    say(socket, { type: 'ack', ...reply, result: duplicate ? 'duplicate' : 'stored' })
  }
  const end: AnalysisServer = {
    hellos: [],
    deliveries: [],
    pictures: new Map(),
    states: [],
    logs: [],
    answer: 'stored',
    configure: (next) => {
      config = next
      if (current) say(current, { type: 'config', ...config })
    },
    drop: () => current?.destroy(),
    stop: () => {
      current?.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return end
}
