/**
 * The input of ffmpeg. The address with its password is passed on standard input, as an ffconcat list of one
 * entry, so that it appears in no process list and no environment (docs/decisions/0016).
 */
import { isIP } from 'node:net'
import { isUrl, type CameraStep } from '@parking/contract'
import type { VideoSource } from '#src/ports/video-port.ts'
import { guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { connectRtsps } from './rtsps-connect.ts'
import { openRelay } from './rtsps-relay.ts'

/** What ffmpeg opens, and how to close what is behind it. */
export type Input = { list: string; close(): void }

/** An encrypted stream is read through a relay of ours, which verifies the camera. Throws a CameraError. */
export async function openInput(source: VideoSource, reach: Reach): Promise<Input> {
  if (/^rtsps:/i.test(source.url)) {
    const camera = await connectRtsps(source.url, source.server_trust ?? '', reach)
    const { url, close } = await openRelay(camera, source).catch((error: unknown) => {
      camera.destroy()
      throw error
    })
    return { list: listOf(url, { url: url.href, username: '', password: '' }, 'tcp'), close }
  }
  const url = await addressOf(source.url, reach).catch(() => {
    throw new CameraError('reach', 'The stream address cannot be reached, or may not be')
  })
  return { list: listOf(url, source), close: () => undefined }
}

const protocols = 'pipe,rtsp,rtp,udp,tcp,tls,crypto'
/** The options that open the list from standard input. */
export const list_input = ['-f', 'concat', '-safe', '0', '-protocol_whitelist', protocols] as const

/**
 * The same URL with the resolved address of its host: ffmpeg would resolve it again, and could get another
 * one (DNS rebinding).
 */
export async function addressOf(url: string, reach: Reach): Promise<URL> {
  // The addresses that a camera reports must follow the same rules as typed ones.
  if (urlIssue(url, reach) || !isUrl(url, ['rtsp'])) throw new Error('This address may not be reached')
  const to = new URL(url)
  const host = to.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return to
  const address = await new Promise<string>((resolve, reject) =>
    guardedLookup(reach)(host, {}, (error, found) => (error ? reject(error) : resolve(String(found)))),
  )
  to.hostname = address.includes(':') ? `[${address}]` : address
  return to
}

/**
 * One entry of an ffconcat list. URL and encodeURIComponent leave no line end in it, and no character that
 * ffmpeg would read as the end of the sign-in or of the host.
 */
export function listOf(
  url: URL,
  { username, password }: VideoSource,
  transport: 'any' | 'tcp' = 'any',
): string {
  const signed = new URL(url)
  signed.username = encodeURIComponent(username)
  signed.password = username === '' ? '' : encodeURIComponent(password)
  return [
    'ffconcat version 1.0',
    `file '${signed.href.replaceAll("'", '%27')}'`,
    transport === 'tcp' ? 'option rtsp_transport tcp' : 'option rtsp_flags prefer_tcp',
    'option timeout 5000000',
    'option analyzeduration 500000',
    '',
  ].join('\n')
}

/**
 * The kind of failure in ffmpeg's output, which may contain the address with its password and is never passed
 * on.
 */
export function failureIn(said: string): [CameraStep, string] {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said))
    return ['signin', 'The camera refused this user name and password']
  if (/connection refused/i.test(said)) return ['port', 'Nothing listens at the stream address']
  if (/no route|unreachable|name or service|timed out/i.test(said))
    return ['reach', 'The stream address cannot be reached']
  return ['stream', 'The stream could not be opened, or has ended']
}
