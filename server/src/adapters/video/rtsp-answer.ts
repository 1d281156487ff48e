/**
 * What a client behind the relay gets of a camera's answer: nothing that could lead it to another address or
 * another transport, and no text of the camera's own in the status line.
 */
import { STATUS_CODES } from 'node:http'
import { fieldOf, messageOf } from './rtsp-reader.ts'

/** Why the relay refuses, in its status line: ffmpeg prints it, and the reader of its output knows it. */
export const refusals = {
  refused: 'Connection refused',
  unreachable: 'No route',
  certificate: 'Certificate not accepted',
  elsewhere: 'Leads elsewhere',
  other_view: 'Other view',
  only_udp: 'Only over UDP',
  sessions: 'No session free',
  client_certificate: 'Certificate of a client',
} as const
export type Refusal = keyof typeof refusals

/** The answer of the relay itself to the request `cseq`. */
export const refusalOf = (why: Refusal, cseq: string): Buffer =>
  messageOf([`RTSP/1.0 503 ${refusals[why]}`, `CSeq: ${cseq}`], Buffer.alloc(0))

export type Asked = { method: string; cseq: string; transport: string }

const passed_on = /^(public|range|rtp-info|scale|speed|unsupported):/i
/**
 * Fields of a description that name an address (RFC 2326, 4566, 4570, 3605, 8839): over TCP none is needed,
 * and the relay has its own for the session and its track.
 */
const places = /^(c=|a=(control|source-filter|rtcp|candidate|remote-candidates):)/i

/** The answer to pass on, or why there is none. */
export function answerFor(
  asked: Asked,
  status: number,
  head: readonly string[],
  body: Buffer,
): Buffer | Refusal {
  if (status >= 300 && status <= 399) return 'elsewhere'
  const session = sessionIn(head)
  const shown = [
    `RTSP/1.0 ${status} ${STATUS_CODES[status] ?? 'Status'}`,
    `CSeq: ${asked.cseq}`,
    ...(session === '' ? [] : [`Session: ${session}`]),
    ...head.slice(1).filter((line) => passed_on.test(line)),
  ]
  const good = status >= 200 && status <= 299
  if (status === 461 || (asked.method === 'SETUP' && status === 406)) return 'only_udp'
  if (isLimit(asked.method, status)) return 'sessions'
  if (asked.method === 'SETUP' && good) {
    const transport = transportOf(fieldOf(head, 'transport') ?? '', asked.transport)
    return transport === undefined ? 'only_udp' : messageOf([...shown, transport], Buffer.alloc(0))
  }
  if (asked.method !== 'DESCRIBE' || !good) return messageOf(shown, Buffer.alloc(0))
  const lines = descriptionIn(body).filter((line) => !places.test(line))
  const description = Buffer.from([...lines, 'a=control:track', ''].join('\r\n'), 'latin1')
  return messageOf(
    [...shown, 'Content-Type: application/sdp', `Content-Length: ${description.length}`],
    description,
  )
}

/**
 * Whether a camera has no session free: "too many requests", "not enough bandwidth", busy, and, once it has
 * described the stream, any failure of its own, which is how much firmware says it.
 */
const isLimit = (method: string, status: number): boolean =>
  status === 429 ||
  status === 453 ||
  status === 503 ||
  (status >= 500 && (method === 'SETUP' || method === 'PLAY'))

/** The session that an answer names; empty for none. Some cameras have an empty field before it. */
export const sessionIn = (head: readonly string[]): string =>
  /^[\s,]*([^;\s,]+)/.exec(fieldOf(head, 'session') ?? '')?.[1] ?? ''

/**
 * The lines of a description with the first video alone, or the first one that plays: all readers of a
 * session then have the same one track.
 */
export function descriptionIn(body: Buffer): readonly string[] {
  const lines = body
    .toString('latin1')
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/^([a-z])\s*=\s*/i, '$1='))
    .filter((line) => line !== '')
  const starts = lines.flatMap((line, at) => (/^m=/i.test(line) ? [at] : []))
  const tracks = starts.map((from, at) => lines.slice(from, starts[at + 1]))
  const videos = tracks.filter(([first = '']) => /^m=video\s/i.test(first))
  const video = videos.find((track) => !track.some((line) => /^a=inactive$/i.test(line))) ?? videos[0]
  return video ? [...lines.slice(0, starts[0]), ...video] : lines
}

/** The transport is the connection itself, whatever the camera proposes; undefined if it refuses that. */
function transportOf(answered: string, wanted: string): string | undefined {
  const is_silent = answered.trim() === '' // some cameras agree without a word
  if (!is_silent && channelsIn(answered) === undefined && !/^RTP\/AVP\/TCP\b/i.test(answered.trim()))
    return undefined
  const own = channelsIn(answered) ?? channelsIn(wanted) ?? '0-1'
  return `Transport: RTP/AVP/TCP;unicast;interleaved=${own}`
}

const channelsIn = (transport: string): string | undefined =>
  /interleaved=(\d{1,3}(?:-\d{1,3})?)/i.exec(transport)?.[1]

/** The channel of the pictures, from the answer to a SETUP and what it asked for. */
export const channelOf = (answered: string, wanted: string): number =>
  Number.parseInt(channelsIn(answered) ?? channelsIn(wanted) ?? '0', 10)

/** Whether a SETUP asks for the connection itself. */
export const isOverTcp = (transport: string): boolean => /^RTP\/AVP\/TCP\b[^,]*$/i.test(transport.trim())
