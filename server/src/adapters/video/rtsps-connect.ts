/** Opens the verified connection to a camera that streams over TLS. */
import { connect, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { CameraError } from '#src/ports/camera-port.ts'
import { guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'
import { openTls } from '#src/core/outbound-trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'

const opening_ms = 5_000
const rtsps_port = 322

/** Throws a CameraError of step reach or port. Nothing is sent to a camera that fails the check. */
export async function connectRtsps(url: string, trust: string, reach: Reach): Promise<TLSSocket> {
  if (urlIssue(url, reach)) throw new CameraError('reach', 'The stream address may not be reached')
  const to = new URL(url)
  const host = to.hostname.replace(/^\[|\]$/g, '')
  const plain = connect({ host, port: Number(to.port) || rtsps_port, lookup: guardedLookup(reach) })
  let connected = false
  const timer = setTimeout(() => plain.destroy(new Error('No answer in time')), opening_ms)
  try {
    await opened(plain)
    connected = true
    return await openTls(plain, host, trust)
  } catch (error) {
    plain.destroy()
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (connected)
      throw new CameraError('port', 'The certificate of the stream is not accepted', tlsErrorIn(error))
    throw code === 'ECONNREFUSED'
      ? new CameraError('port', 'Nothing listens at the stream address')
      : new CameraError('reach', 'The stream address cannot be reached, or may not be')
  } finally {
    clearTimeout(timer)
  }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
