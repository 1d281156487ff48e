/**
 * What ffmpeg is told to open. The address with its password goes to it on its standard input, as a list of one entry (ffconcat), so that it
 * stands in no process list and no environment (docs/decisions/0016).
 */
import { isIP } from 'node:net'
import type { CameraStep } from '@parking/contract'
import type { VideoSource } from '#src/ports/video-port.ts'
import { guardedLookup, urlIssue, type Reach } from '#src/core/outbound-address.ts'

const protocols = 'pipe,rtsp,rtp,udp,tcp,tls,crypto'
/** What opens the list that comes on standard input. */
export const list_input = ['-f', 'concat', '-safe', '0', '-protocol_whitelist', protocols] as const

/** The same URL with the address that its host resolves to now: ffmpeg would look it up again, and might be told another one (DNS rebinding). */
export async function addressOf(url: string, reach: Reach): Promise<URL> {
  if (urlIssue(url, reach)) throw new Error('This address may not be reached')
  const to = new URL(url)
  const host = to.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return to
  const address = await new Promise<string>((resolve, reject) =>
    guardedLookup(reach)(host, {}, (error, found) => (error ? reject(error) : resolve(String(found)))),
  )
  to.hostname = address.includes(':') ? `[${address}]` : address
  return to
}

/** One entry of an ffconcat list. A URL has no quote and no line end left once it is written by URL and encodeURIComponent. */
export function listOf(url: URL, { username, password }: VideoSource): string {
  const quoted = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27')
  const signed =
    username === ''
      ? url.href
      : url.href.replace(
          /^(\w+:\/\/)(?:[^/@]*@)?/,
          (_, scheme: string) => `${scheme}${quoted(username)}:${quoted(password)}@`,
        )
  return [
    'ffconcat version 1.0',
    `file '${signed.replaceAll("'", '%27')}'`,
    'option rtsp_flags prefer_tcp',
    'option timeout 5000000',
    'option analyzeduration 500000',
    '',
  ].join('\n')
}

/** The kind of failure in what ffmpeg said, which may hold the address with its password and is never passed on. */
export function failureIn(said: string): [CameraStep, string] {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said))
    return ['signin', 'The camera refused this user name and password']
  if (/connection refused/i.test(said)) return ['port', 'Nothing listens at the stream address']
  if (/no route|unreachable|name or service|timed out/i.test(said))
    return ['reach', 'The stream address cannot be reached']
  return ['stream', 'The stream could not be opened, or has ended']
}
