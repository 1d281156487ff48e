/**
 * The RTSP 1.0 server of a camera (RFC 2326): digest sign-in, RTP interleaved or over UDP. Long because a
 * session's state is shared by all methods.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpAuth } from '../http-auth.ts'
import { shortFilm, type Film } from './film.ts'
import { createPlayer, fps, openTransport, type Player, type Transport } from './player.ts'

const max_request = 64 * 1024
/** How long before its answer to PLAY it may send frames. */
const early_ms = 300

export type RtspOptions = {
  host?: string
  /** 0 or absent: a free port. */
  port?: number
  /** Empty: without a sign-in. */
  username: string
  password: () => string
  /** Its digests in their order, MD5 by default; `Basic` stands for basic authentication, after them. */
  algorithms?: readonly string[]
  /** Some cameras support UDP only. */
  transports?: 'both' | 'udp'
  /** The channel on which it sends its pictures over TCP; the requested one by default. */
  channel?: number
  /** How many sessions it serves at a time; any number by default. */
  max_sessions?: number
  /** What it streams; a short film in a loop by default. */
  film?: Film
  /** The time stamp of a picture that is due at this time (90 kHz); that time by default. */
  stamp?: (time: number) => number
  /** The status with which it refuses a request to this address, after the sign-in. */
  refuse?: (method: string, uri: string) => string | undefined
  /** Where it leads who asks for a description at this address; `second` is a port of its own. */
  lead?: (uri: string, second: number) => string | undefined
  /** It sends its first frames before it answers to PLAY. */
  plays_first?: true
  /** Treats a request otherwise: without a sign-in, without an answer, or by the end of the connection. */
  treat?: (method: string) => 'unsigned' | 'silence' | 'close' | undefined
  /** The packets that it sends in place of one. */
  packets?: (packet: Buffer) => readonly Buffer[]
  /** Changes the text of an answer before it is sent. */
  change?: (answer: string, method: string) => string
}

export type RtspServer = {
  readonly port: number
  /** Number of current viewers. */
  readonly playing: number
  /** Number of requests for each method, granted or not. */
  readonly requests: Record<string, number>
  /** Closes all connections and stops listening. */
  stop: () => Promise<void>
}

type Request = { method: string; uri: string; headers: Record<string, string> }

/** Starts the server; resolves when it listens. Rejects if the port is in use. */
export async function startRtsp({
  host = '127.0.0.1',
  port = 0,
  username,
  password,
  algorithms = ['MD5'],
  transports = 'both',
  channel,
  max_sessions = Infinity,
  film = shortFilm,
  stamp,
  refuse,
  lead,
  plays_first,
  treat = () => undefined,
  packets,
  change = (answer) => answer,
}: RtspOptions): Promise<RtspServer> {
  const has_basic = algorithms.includes('Basic')
  const auth = createHttpAuth(algorithms.filter((name) => name !== 'Basic'))
  const requests: Record<string, number> = {}
  const sockets = new Set<Socket>()
  const players = new Set<Player>()

  const serve = (socket: Socket): void => {
    sockets.add(socket)
    const session = randomBytes(6).toString('hex')
    let player: Player | undefined
    let transport: Transport | undefined
    let buffered = Buffer.alloc(0)
    const end = (): void => {
      player?.stop()
      if (player) players.delete(player)
      player = undefined
    }
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      end()
      transport?.close()
    })
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk])
      for (;;) {
        // RTCP from the client, framed by "$"; ignored.
        if (buffered[0] === 0x24) {
          if (buffered.length < 4 || buffered.length < 4 + buffered.readUInt16BE(2)) return
          buffered = buffered.subarray(4 + buffered.readUInt16BE(2))
          continue
        }
        const head = buffered.indexOf('\r\n\r\n')
        if (head < 0) return void (buffered.length > max_request && socket.destroy())
        const text = buffered.subarray(0, head).toString()
        // An answer to a request of the camera.
        if (text.startsWith('RTSP/')) {
          buffered = buffered.subarray(head + 4)
          continue
        }
        const request = readRequest(text)
        const length = Number(request?.headers['content-length'] ?? 0)
        if (!request || !(length >= 0 && length <= max_request)) return void socket.destroy()
        if (buffered.length < head + 4 + length) return
        buffered = buffered.subarray(head + 4 + length)
        void answer(request).catch(() => socket.destroy())
      }
    })

    const say = (
      { method, headers }: Request,
      status: string,
      more: Record<string, string | string[]> = {},
      body = '',
    ): void => {
      const fields = Object.entries({
        CSeq: headers['cseq'] ?? '0',
        ...more,
        ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
      })
      const lines = fields.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`))
      socket.write(change(`RTSP/1.0 ${status}\r\n${lines.join('')}\r\n${body}`, method))
    }

    async function answer(request: Request): Promise<void> {
      const { method, uri, headers } = request
      requests[method] = (requests[method] ?? 0) + 1
      const treated = treat(method)
      if (treated === 'silence') return
      if (treated === 'close') return void socket.destroy()
      if (method === 'OPTIONS')
        return say(request, '200 OK', { Public: 'OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER' })
      const verdict =
        username === '' || treated === 'unsigned'
          ? 'good'
          : auth.check(headers['authorization'], method, uri, username, password(), has_basic)
      if (verdict !== 'good')
        return say(request, '401 Unauthorized', {
          'WWW-Authenticate': auth.challenges(has_basic, verdict === 'stale'),
        })
      const refused = refuse?.(method, uri)
      if (refused !== undefined) return say(request, refused)
      const location = method === 'DESCRIBE' ? lead?.(uri, (second.address() as AddressInfo).port) : undefined
      if (location !== undefined) return say(request, '302 Moved Temporarily', { Location: location })
      if (method === 'DESCRIBE')
        return say(
          request,
          '200 OK',
          { 'Content-Base': `${uri.replace(/\/$/, '')}/`, 'Content-Type': 'application/sdp' },
          description(host, film),
        )
      if (method === 'SETUP') {
        if (players.size >= max_sessions) return say(request, '453 Not Enough Bandwidth')
        const offer = (headers['transport'] ?? '').split(',').map((one) => one.trim())
        const wanted = offer.find(
          (one) =>
            (transports === 'both' && /^RTP\/AVP\/TCP/i.test(one)) ||
            /^RTP\/AVP(\/UDP)?;.*client_port=/i.test(one),
        )
        if (!wanted) return say(request, '461 Unsupported Transport')
        transport?.close()
        transport = await openTransport(wanted, socket, channel)
        return say(request, '200 OK', { Transport: transport.line, Session: `${session};timeout=60` })
      }
      if (headers['session']?.split(';')[0] !== session || !transport)
        return say(request, '454 Session Not Found')
      if (method === 'PLAY') {
        end()
        player = createPlayer(film, transport, { stamp, packets })
        players.add(player)
        if (plays_first) {
          player.play()
          await wait(early_ms)
        }
        say(request, '200 OK', {
          Session: session,
          Range: 'npt=0.000-',
          'RTP-Info': `url=${uri.replace(/\/$/, '')}/trackID=1;seq=0;rtptime=0`,
        })
        return plays_first ? undefined : player.play()
      }
      if (method === 'TEARDOWN') {
        end()
        return say(request, '200 OK', { Session: session })
      }
      return method === 'GET_PARAMETER'
        ? say(request, '200 OK', { Session: session })
        : say(request, '405 Method Not Allowed')
    }
  }
  const server = createServer(serve)
  const second = createServer(serve)
  const listen = (one: Server, at: number) =>
    new Promise<void>((resolve, reject) => {
      one.once('error', reject)
      one.listen(at, host, () => resolve())
    })
  await listen(server, port)
  if (lead) await listen(second, 0)
  return {
    port: (server.address() as AddressInfo).port,
    get playing() {
      return players.size
    },
    requests,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      second.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function readRequest(text: string): Request | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const [method, uri, version] = first.split(' ')
  if (!method || !uri || version !== 'RTSP/1.0') return undefined
  return {
    method,
    uri,
    headers: Object.fromEntries(
      lines.map((line) => [
        line.split(':', 1)[0]!.trim().toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
  }
}

/** The SDP (RFC 4566), with the parameter sets of RFC 6184 section 8. */
const description = (host: string, film: Film): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${host}`,
    's=Street',
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    'a=range:npt=0-',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    `a=framerate:${fps}`,
    `a=fmtp:96 packetization-mode=1;profile-level-id=${film.sps.subarray(1, 4).toString('hex')};` +
      `sprop-parameter-sets=${film.sps.toString('base64')},${film.pps.toString('base64')}`,
    'a=control:trackID=1',
    '',
  ].join('\r\n')
