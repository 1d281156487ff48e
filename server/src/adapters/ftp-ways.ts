/** Two ways of the FTP library that need more care than it takes by itself. */
import { Readable } from 'node:stream'
import type { Client } from 'basic-ftp'
import type { StorageObject } from '../ports/storage-port.ts'

/** A server that refuses may cut the data connection before its word arrives on the other one: the word is what counts. */
export async function upload(client: Client, body: StorageObject['body'], name: string): Promise<void> {
  const prepare = client.prepareTransfer
  client.prepareTransfer = async (ftp) => {
    const answer = await prepare(ftp)
    ftp.dataSocket?.removeAllListeners('error').on('error', () => undefined)
    return answer
  }
  try {
    await client.uploadFrom(body instanceof Uint8Array ? Readable.from([body]) : body.file, name)
  } catch (error) {
    const cut = error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(error.code))
    if (!cut || client.closed) throw error
    await client.ftp.handle(undefined, (said, task) => (said instanceof Error ? task.reject(said) : said.code >= 200 && task.reject(error)))
  } finally {
    client.prepareTransfer = prepare
  }
}

/** Runs a way of connecting and says when the bare connection is up. */
export function noting(client: Client, way: () => Promise<unknown>, up: () => void): Promise<unknown> {
  const going = way()
  client.ftp.socket.once('connect', up)
  return going
}
