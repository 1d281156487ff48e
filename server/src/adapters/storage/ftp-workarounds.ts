/** What the FTP library leaves to its users: dialed connections, servers behind NAT, early refusals. */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect, TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import { dial } from '#src/core/outbound/dial.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { watchHandshake } from '#src/core/outbound/trust.ts'
import { StorageError, type StorageObject } from '#src/ports/storage-port.ts'
import { sendingTime } from '../http/http-exchange.ts'
import { isReply, NotFtp } from './ftp-error.ts'
import { most_under_way } from './storage-wire.ts'

const nothing = (): void => undefined
const cut_codes = /^(ECONNRESET|EPIPE|ERR_STREAM_(PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE))$/
/** Whether an upload failed because its data connection was cut. */
const isCut = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && cut_codes.test(String(error.code))

/**
 * A server that refuses may cut the data connection before its reply arrives on the control connection: the
 * reply is decisive.
 */
export async function upload(client: Client, { body, length }: StorageObject, name: string): Promise<void> {
  const source = body instanceof Uint8Array ? Readable.from([body]) : await opened(body)
  const { ftp, prepareTransfer: prepare } = client
  const { handle } = ftp
  const { timeout } = ftp
  const waiting = ftp as { timeout: number }
  // What the system has taken may still be under way when the library waits for the last reply.
  waiting.timeout = timeout + sendingTime(Math.min(length, most_under_way))
  let cut_before: Error | undefined
  // Since Node 24 a pipe into a connection that is already cut throws at once, and the library would close
  // the client before the decisive reply.
  ftp.handle = (command, handler) =>
    handle.call(ftp, command, (said, task) => {
      if (cut_before !== undefined && !(said instanceof Error) && said.code >= 200)
        return task.reject(cut_before)
      try {
        handler(said, task)
      } catch (error) {
        if (!isCut(error)) throw error
        cut_before = error
      }
    })
  client.prepareTransfer = async () => {
    const answer = await prepare(ftp)
    // The library closes the client when either connection fails, and here both do; the transfer itself
    // reports the error anyway.
    ftp.dataSocket?.removeAllListeners('error').removeAllListeners('close').on('error', nothing)
    source.removeAllListeners('error').on('error', nothing)
    return answer
  }
  try {
    await client.uploadFrom(source, name)
  } catch (error) {
    if (client.closed || error === cut_before || !isCut(error)) throw error
    await ftp.handle(undefined, (said, task) =>
      said instanceof Error ? task.reject(said) : said.code >= 200 && task.reject(error),
    )
  } finally {
    client.prepareTransfer = prepare
    ftp.handle = handle
    waiting.timeout = timeout
    source.destroy()
  }
}

const opened = ({ stream }: { stream: () => Promise<Readable> }): Promise<Readable> =>
  stream().catch((error: unknown) => {
    throw new StorageError('write', 'file', (error as { code?: string }).code ?? '')
  })

const max_line = 4096
/** A reply, or its begin; mail servers greet with the same number. */
const is_greeting = /^\s*(?:\d{0,3}$|\d{3}[ -](?!.*\bE?SMTP\b))/i

/**
 * The library loses a line that comes in two pieces, and waits for a reply where another protocol has
 * answered.
 */
function readLines(client: Client): void {
  const ftp = client.ftp as unknown as { _onControlSocketData: (chunk: string) => void }
  const take = ftp._onControlSocketData.bind(client.ftp)
  let [rest, has_greeted] = ['', false]
  ftp._onControlSocketData = (chunk) => {
    rest += chunk
    if (!has_greeted && !is_greeting.test(rest.split(/\r?\n/, 1)[0]!))
      return client.ftp.closeWithError(new NotFtp(rest.slice(0, 100)))
    const end = rest.length > max_line ? rest.length : rest.lastIndexOf('\n') + 1
    if (end === 0) return
    has_greeted = true
    const lines = rest.slice(0, end)
    rest = rest.slice(end)
    take(lines)
  }
}

/** Puts an open connection under a client and waits for the server's greeting (220, perhaps after 120). */
export async function greet(client: Client, socket: Socket): Promise<void> {
  const { FTPError } = await import('basic-ftp')
  client.ftp.reset()
  client.ftp.socket = socket
  readLines(client)
  await client.ftp.handle(undefined, (said, task) => {
    if (said instanceof Error) task.reject(said)
    else if (said.code >= 300) task.reject(new FTPError(said))
    else if (said.code >= 200) task.resolve(said)
  })
}

/** In two commands: the library answers a doubled 331 twice, and is a reply behind from then on. */
export async function signIn(client: Client, username: string, password: string): Promise<void> {
  const { FTPError } = await import('basic-ftp')
  const asked = await client.ftp.request(`USER ${username}`)
  const said = asked.code === 331 ? await client.ftp.request(`PASS ${password}`) : asked
  if (said.code >= 300) throw new FTPError(said)
}

type Passive = { command: 'EPSV' | 'PASV'; port: (reply: string) => number | undefined }
const passive: readonly Passive[] = [
  { command: 'EPSV', port: (reply) => numberOf(/[|!]{3}\s*(\d{1,5})\s*[|!]/.exec(reply)?.[1]) },
  {
    command: 'PASV',
    port: (reply) => {
      const [, high, low] = /(?:\d+\s*[.,]\s*){4}(\d{1,3})\s*,\s*(\d{1,3})/.exec(reply) ?? []
      return high === undefined ? undefined : Number(high) * 256 + Number(low)
    },
  },
]
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
/** A port that a firewall drops is given up after this time, if there is another way. */
const dropped_ms = 4_000

/**
 * Opens data connections, always to the host of the control connection: servers behind NAT name addresses
 * that lead nowhere. If EPSV is refused or its port does not open, PASV is used from then on.
 */
export function enterPassive(client: Client, trust: string, reach: Reach, timeout_ms: number): void {
  let ways = passive
  client.prepareTransfer = async (ftp) => {
    let failure: unknown
    for (const way of ways) {
      const { message } = await ftp.request(way.command).catch((error: unknown) => {
        if (!isReply(error) || error.code === 421) throw error
        // What the server cannot do now tells more than what it does not know.
        if (failure === undefined || error.code < 500) failure = error
        return { message: '' }
      })
      const port = message === '' ? undefined : way.port(message)
      if (message !== '' && (port === undefined || port === 0 || port > 65_535))
        failure ??= new Error(`Can't parse ${message}`)
      if (port === undefined || port === 0 || port > 65_535) continue
      try {
        const others = ways.some((one) => one !== way)
        const plain = await dial({
          host: String(ftp.socket.remoteAddress),
          port,
          reach,
          timeout_ms: others ? Math.min(dropped_ms, timeout_ms) : timeout_ms,
        })
        ftp.dataSocket = secured(client, plain, trust)
        ways = [way, ...ways.filter((one) => one !== way)]
        return { code: 227, message }
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

/** A data connection resumes the session of the control connection: servers demand that. */
function secured({ ftp }: Client, plain: Socket, trust: string): Socket {
  if (!(ftp.socket instanceof TLSSocket)) return plain
  const socket = connect({
    ...ftp.tlsOptions,
    socket: plain,
    session: ftp.tlsSessionStore ?? ftp.socket.getSession(),
  })
  socket.on('session', (session) => (ftp.tlsSessionStore = session))
  watchHandshake(socket, trust)
  return socket
}
