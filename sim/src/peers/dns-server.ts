/**
 * A name server (RFC 1035) over UDP: answers the addresses of its names, NXDOMAIN otherwise, and can fail.
 */
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

export type DnsServer = {
  readonly port: number
  /** IPv4 addresses by name, in lower case. */
  readonly names: Map<string, string>
  /** `silent`: never answers. `broken`: answers SERVFAIL. */
  behaviour: 'answer' | 'silent' | 'broken'
  /** The names that were queried. */
  readonly asked: string[]
  stop(): Promise<void>
}

const code = { good: 0, broken: 2, no_such_name: 3 }
const type_a = 1

/** Port 0 takes a free one. */
export async function startDnsServer({
  host = '127.0.0.1',
  port = 0,
  names = {},
}: { host?: string; port?: number; names?: Record<string, string> } = {}): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = {
    get port() {
      return socket.address().port
    },
    names: new Map(Object.entries(names)),
    behaviour: 'answer',
    asked: [],
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    if (message.length < 17 || message.readUInt16BE(4) !== 1) return
    const { name, end } = readName(message, 12)
    const type = message.readUInt16BE(end)
    server.asked.push(name)
    if (server.behaviour === 'silent') return
    const address = server.behaviour === 'answer' ? server.names.get(name.toLowerCase()) : undefined
    const response_code =
      server.behaviour === 'broken'
        ? code.broken
        : server.names.has(name.toLowerCase())
          ? code.good
          : code.no_such_name
    socket.send(
      answer(message.subarray(0, end + 4), response_code, type === type_a ? address : undefined),
      from.port,
      from.address,
    )
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return server
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Repeats the question, with the address as the answer if there is one. */
function answer(question: Buffer, response_code: number, address: string | undefined): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | response_code, 2) // a response, recursion desired and available
  head.writeUInt16BE(address === undefined ? 0 : 1, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10) // the OPT record of the question is not repeated
  if (address === undefined) return head
  const record = Buffer.from([
    0xc0,
    12,
    0,
    type_a,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    ...address.split('.').map(Number),
  ])
  return Buffer.concat([head, record])
}
