/** Opens the connection to a camera's stream server: by the address rule, and verified if it is encrypted. */
import type { Socket } from 'node:net'
import { isUrl } from '@parking/contract'
import { CameraError } from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import { urlIssue, type Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'

const usual_opening_ms = 5_000
const default_port = { 'rtsp:': 554, 'rtsps:': 322 } as const

/**
 * Throws a CameraError of step reach or port. Nothing is sent to a camera that fails the check, and nothing
 * is said of the ports of a forbidden address.
 */
export async function connectStream(
  { url, server_trust = '' }: Pick<VideoSource, 'url' | 'server_trust'>,
  reach: Reach,
  opening_ms = usual_opening_ms,
): Promise<Socket> {
  if (!isUrl(url, ['rtsp', 'rtsps']) || urlIssue(url, reach)) throw unreachable()
  const to = new URL(url)
  const protocol = to.protocol as keyof typeof default_port
  const host = to.hostname.replace(/^\[|\]$/g, '')
  const plain = await dial({
    host,
    port: Number(to.port) || default_port[protocol],
    reach,
    timeout_ms: opening_ms,
  }).catch((error: unknown) => {
    throw error instanceof DialError && error.code === 'ECONNREFUSED'
      ? new CameraError('port', 'Nothing listens at the stream address')
      : unreachable()
  })
  plain.on('error', () => undefined) // a later error ends the connection
  if (protocol === 'rtsp:') return plain
  const timer = setTimeout(() => plain.destroy(new Error('No answer in time')), opening_ms)
  try {
    return await openTls(plain, host, server_trust)
  } catch (error) {
    plain.destroy()
    throw new CameraError('port', 'The certificate of the stream is not accepted', tlsErrorIn(error))
  } finally {
    clearTimeout(timer)
  }
}

const unreachable = () => new CameraError('reach', 'The stream address cannot be reached, or may not be')
