/**
 * The connection to the device server: one JSON object per line over a Unix socket, reconnecting
 * indefinitely.
 */
import { createConnection, type Socket } from 'node:net'

const wait_ms = { first: 200, max: 5000 }
const max_line = 1024 * 1024
const ping_ms = 15_000

export type Link = {
  /** Returns false without a connection: the message is dropped. */
  send: (message: object) => boolean
  close: () => void
}
export type LinkOptions<Message> = {
  path: string
  /** The program's name in its hello. */
  name: string
  version: string
  /** Additional fields of the hello. */
  more?: object
  onMessage: (message: Message) => void
  onUp?: () => void
  onDown?: () => void
}

/** Connects, sends hello and reconnects when the connection is lost. */
export function openLink<Message>({
  path,
  name,
  version,
  more = {},
  onMessage,
  onUp,
  onDown,
}: LinkOptions<Message>): Link {
  let [wait, closed, socket] = [wait_ms.first, false, undefined as Socket | undefined]
  let timer: NodeJS.Timeout | undefined

  function connect(): void {
    const own = createConnection(path)
    let rest = ''
    let silent = 0
    const heartbeat = setInterval(() => {
      // A server that has not answered three pings is considered dead, whatever the socket says.
      if (++silent > 3) own.destroy()
      else own.write('{"type":"ping"}\n')
    }, ping_ms)
    own.setEncoding('utf8')
    own.on('connect', () => {
      socket = own
      own.write(`${JSON.stringify({ type: 'hello', protocol: 1, name, version, ...more })}\n`)
      onUp?.()
    })
    own.on('data', (text: string) => {
      silent = 0
      wait = wait_ms.first
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      if (rest.length > max_line) return void own.destroy()
      for (const line of lines) if (line) receive(line)
    })
    own.on('error', () => undefined) // 'close' follows
    own.on('close', () => {
      clearInterval(heartbeat)
      if (socket === own) {
        socket = undefined
        onDown?.()
      }
      if (closed) return
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2))
      wait = Math.min(wait * 2, wait_ms.max)
    })
  }
  function receive(line: string): void {
    let message: Message
    try {
      message = JSON.parse(line) as Message
    } catch {
      return // not JSON: ignored
    }
    onMessage(message)
  }
  connect()
  return {
    send: (message) => {
      if (!socket) return false
      socket.write(`${JSON.stringify(message)}\n`)
      return true
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      socket?.destroy()
    },
  }
}
