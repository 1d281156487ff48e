/**
 * Checks whether a stream server accepts connections: ffmpeg calls a dead host and a hanging server "timed
 * out".
 */
import { connect } from 'node:net'
import { guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'
import { CameraError } from '#src/ports/camera-port.ts'

const timeout_ms = 1_000

/** A host that accepts connections has power and network: then the step is `stream`, not `reach`. */
export async function afterTimeout(error: CameraError, url: string, reach: Reach): Promise<CameraError> {
  const hangs = error.step === 'reach' && !urlIssue(url, reach) && (await accepts(url, reach))
  return hangs ? new CameraError('stream', 'The stream server took the connection and did not answer') : error
}

function accepts(url: string, reach: Reach): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port) || (protocol === 'rtsps:' ? 322 : 554),
      lookup: guardedLookup(reach),
      timeout: timeout_ms,
    })
    const done = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => done(true))
    socket.once('timeout', () => done(false))
    socket.once('error', () => done(false))
  })
}
