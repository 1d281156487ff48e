/** Workarounds for problems of the FTP library. */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import { holdKey } from '#src/core/outbound-trust.ts'
import { StorageError, type StorageObject } from '#src/ports/storage-port.ts'

const nothing = (): void => undefined
const cut_codes = /^(ECONNRESET|EPIPE|ERR_STREAM_(PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE))$/
/** Whether an upload failed because its data connection was cut. */
const isCut = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && cut_codes.test(String(error.code))

/**
 * A server that refuses may cut the data connection before its reply arrives on the control connection: the
 * reply is decisive.
 */
export async function upload(client: Client, body: StorageObject['body'], name: string): Promise<void> {
  const source = body instanceof Uint8Array ? Readable.from([body]) : await opened(body)
  const { ftp, prepareTransfer: prepare } = client
  const { handle } = ftp
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
    source.destroy()
  }
}

const opened = ({ stream }: { stream: () => Promise<Readable> }): Promise<Readable> =>
  stream().catch((error: unknown) => {
    throw new StorageError('write', 'file', error instanceof Error ? error.message : '')
  })

/** Checks data connections against the accepted key too: the library opens them itself. */
export function holdDataConnections({ ftp }: Client, trust: string): void {
  const known = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(ftp), 'dataSocket')
  if (!known?.set) throw new Error('The FTP library has changed: its data connections cannot be verified')
  Object.defineProperty(ftp, 'dataSocket', {
    configurable: true,
    get: known.get?.bind(ftp),
    set(socket: Socket | undefined) {
      if (socket instanceof TLSSocket) holdKey(socket, trust)
      known.set!.call(ftp, socket)
    },
  })
}

/** Runs a function that connects, and reports when the bare connection is established. */
export function withConnectHook(
  client: Client,
  connect: () => Promise<unknown>,
  connected: () => void,
): Promise<unknown> {
  const result = connect()
  client.ftp.socket.once('connect', connected)
  return result
}
