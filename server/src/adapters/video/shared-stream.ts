/**
 * One RTSP session of a camera's stream for all its readers (docs/decisions/0084). The first reader opens it
 * through the relay; the others get the answers that it got, and the frames. Long because requests, answers
 * and frames of a session share its state.
 */
import type { Socket } from 'node:net'
import type { VideoSource } from '#src/ports/video-port.ts'
import { leadsTo } from '#src/core/outbound/address.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'
import { createSigner, isStale } from '../http/http-auth.ts'
import {
  answerFor,
  channelOf,
  descriptionIn,
  isOverTcp,
  refusalOf,
  sessionIn,
  type Asked,
  type Refusal,
} from './rtsp-answer.ts'
import { codecIn, keepRecentFrames, type RecentFrames } from './rtsp-key-frames.ts'
import { isWrongPlace, placesIn, withoutLogin, type Places } from './rtsp-places.ts'
import { createSetFilter } from './rtsp-parameter-sets.ts'
import { createRtspReader, fieldOf, messageOf } from './rtsp-reader.ts'
import { sessionKeeper, type SessionKeeper } from './session-keeper.ts'

/** A session that does not play by then is given up. */
const opening_ms = 20_000
/** A reader with more unread bytes is disconnected: it must not hold up the others. */
const max_unread = 8 * 1024 * 1024
const max_redirects = 3
const nothing = Buffer.alloc(0)

/**
 * `base`: the address that the reader uses for the stream. `replay_ms`: how old its first picture may be.
 * `signed`: gets whether the camera accepts the account, if this reader opens the session.
 */
export type Reader = {
  socket: Socket
  base: string
  replay_ms: number
  signed?: ((accepted: boolean) => void) | undefined
}
type Member = Reader & { flows: boolean }
type Request = Asked & {
  /** Where it may be wanted, the next one first. */
  places: readonly string[]
  fields: string[]
  body: Buffer
  tries: number
  from: Member | undefined
}
type CameraAnswer = { asked: Asked; status: number; head: string[]; body: Buffer }

export class SharedStream {
  /** Resolves when the session plays or has ended. */
  readonly settled: Promise<void>
  #settle: () => void = () => undefined
  #state: 'opening' | 'playing' | 'ended' = 'opening'
  #camera: Socket
  #real: string
  readonly #members = new Map<Socket, Member>()
  readonly #waiting = new Map<string, Request>()
  /** What the camera answered to the reader that opened the session, by method. */
  readonly #answers = new Map<string, CameraAnswer>()
  #signer: ReturnType<typeof createSigner>
  readonly #source: VideoSource
  readonly #connect: (url: string) => Promise<Socket>
  readonly #ended: () => void
  #redirects = 0
  /** The connection has led elsewhere, and the next one is not open yet. */
  #moves = false
  #places: Places = { setup: [], play: [] }
  /** Why the session has ended before it began. */
  #failure: Refusal | undefined
  #expected = 0
  #cseq = 0
  #session = ''
  #control = ''
  readonly #keeper: SessionKeeper
  #recent: RecentFrames | undefined
  #filter: (bytes: Buffer) => void = () => undefined
  readonly #timer: NodeJS.Timeout

  /**
   * `camera` is a connection to the host of `source.url` (`connectStream`); it ends with the session.
   * `connect` opens one to another address at this host, if the camera leads there. `breaks`: the methods at
   * which the camera has ended a session; this one may add to them.
   */
  constructor(
    camera: Socket,
    source: VideoSource,
    connect: (url: string) => Promise<Socket>,
    ended: () => void,
    breaks: Set<string>,
  ) {
    this.#camera = camera
    this.#source = source
    this.#real = this.#control = withoutLogin(source.url)
    this.#signer = createSigner(source)
    this.#connect = connect
    this.#ended = ended
    this.#keeper = sessionKeeper((method) => this.#own(method), breaks)
    this.settled = new Promise((resolve) => void (this.#settle = resolve))
    this.#timer = setTimeout(() => this.end(), opening_ms)
    this.#use(camera)
  }

  #use(camera: Socket): void {
    this.#camera = camera
    const isOurs = () => this.#camera === camera && !this.#moves
    camera.on('error', (error) => {
      // TLS 1.3 refuses a client without a certificate only after the handshake.
      if (!isOurs() || tlsErrorIn(error) !== 'client_certificate') return
      this.#failure = 'client_certificate'
      for (const request of this.#waiting.values()) this.#refuse(this.#failure, request)
    })
    camera.once('close', () => {
      if (!isOurs()) return
      this.#keeper.closed()
      this.end()
    })
    this.#read(
      camera,
      (head, body) => this.#answer(head, body),
      (bytes) => this.#spread(bytes),
    )
  }

  get state(): 'opening' | 'playing' | 'ended' {
    return this.#state
  }

  /** Keeps the session for a reader that is on its way: `serve` or `leave` follows. */
  hold(): void {
    this.#expected++
  }

  /** An expected reader does not come. */
  leave(): void {
    this.#expected--
    this.#endIfUnused()
  }

  #endIfUnused(): void {
    if (this.#expected === 0 && this.#members.size === 0) this.end()
  }

  /** Serves an expected reader until one of both sides ends. */
  serve(reader: Reader): void {
    this.#expected--
    const member: Member = { ...reader, flows: false }
    const { socket } = member
    if (this.#state === 'ended') return this.#dismiss(socket)
    this.#members.set(socket, member)
    let begun = false
    this.#read(
      socket,
      (head, body) => {
        const [, method = '', uri = ''] = /^(\S+) (.*) RTSP\/\d\.\d$/.exec(head[0]!) ?? []
        const ours =
          uri === reader.base || uri.startsWith(`${reader.base}/`) || uri.startsWith(`${reader.base}?`)
        if (method === '' || (!ours && !begun)) return void socket.destroy()
        begun = true
        this.#ask(member, method, head, body)
      },
      // The camera gets the reports of one reader: it knows of one.
      (bytes) => void (this.#members.keys().next().value === socket && this.#camera.write(bytes)),
    )
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#members.delete(socket)
      if (this.#state === 'opening') this.end()
      else this.#endIfUnused()
    })
  }

  /** Says to a reader that comes too late why there is no session. */
  #dismiss(socket: Socket): void {
    const why = this.#failure
    if (!why) return void socket.destroy()
    socket.on('error', () => socket.destroy())
    this.#read(
      socket,
      (head) => void socket.end(refusalOf(why, fieldOf(head, 'cseq') ?? '1')),
      () => undefined,
    )
  }

  /** Ends the session at the camera, and every reader. */
  end(): void {
    if (this.#state === 'ended') return
    const has_session = this.#session !== '' && !this.#camera.destroyed
    this.#state = 'ended'
    clearTimeout(this.#timer)
    this.#keeper.stop()
    for (const socket of this.#members.keys()) if (!socket.writableEnded) socket.destroy()
    if (has_session) this.#own('TEARDOWN')
    this.#camera.end(() => this.#camera.destroy())
    this.#settle()
    this.#ended()
  }

  #read(
    from: Socket,
    message: (head: string[], body: Buffer) => void,
    frames: (bytes: Buffer) => void,
  ): void {
    const read = createRtspReader()
    from.on('data', (chunk: Buffer) => {
      try {
        for (const part of read(chunk))
          if (part.kind === 'message') message(part.head, part.body)
          else frames(part.bytes)
      } catch {
        from.destroy()
      }
    })
  }

  /** Handles a reader's request, which is sent to the address that the camera has for it. */
  #ask(member: Member, method: string, head: string[], body: Buffer): void {
    const [cseq, transport] = [fieldOf(head, 'cseq') ?? '', fieldOf(head, 'transport') ?? '']
    const asked = { method, cseq, transport }
    if (method === 'SETUP' && !isOverTcp(transport))
      return void member.socket.write(
        messageOf(['RTSP/1.0 461 Unsupported Transport', `CSeq: ${cseq}`], nothing),
      )
    if (this.#state === 'playing' || method === 'TEARDOWN') return this.#reply(member, asked)
    const fields = head.slice(1).filter((line) => !/^(cseq|authorization|session):/i.test(line))
    const places = { SETUP: this.#places.setup, PLAY: this.#places.play }[method] ?? []
    this.#send({ ...asked, places: [...places, this.#real], fields, body, tries: 0, from: member })
  }

  /** The answer to a reader of a session that plays: what the first one got, without its place in time. */
  #reply(member: Member, asked: Asked): void {
    const known = this.#answers.get(asked.method)
    const plain = () =>
      messageOf(['RTSP/1.0 200 OK', `CSeq: ${asked.cseq}`, `Session: ${this.#session}`], nothing)
    const shown =
      known &&
      answerFor(
        { ...known.asked, cseq: asked.cseq },
        known.status,
        known.head.filter((line) => !/^(rtp-info|range):/i.test(line)),
        known.body,
      )
    member.socket.write(Buffer.isBuffer(shown) ? shown : plain())
    if (asked.method === 'PLAY' && !member.flows) this.#begin(member, member.replay_ms)
  }

  /** Some cameras send frames before they answer to PLAY: they are kept until then. */
  #begin(member: Member, replay_ms: number): void {
    member.flows = true
    for (const frame of this.#recent?.since(replay_ms) ?? []) member.socket.write(frame)
  }

  #send(request: Request): void {
    const { method, fields, body } = request
    const uri = request.places[0] ?? this.#real
    const number = String(++this.#cseq)
    this.#waiting.set(number, { ...request, tries: request.tries + 1 })
    const authorization = this.#signer.sign(method, uri, body)
    const own = [
      ...(this.#session === '' ? [] : [`Session: ${this.#session}`]),
      ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
    ]
    this.#camera.write(messageOf([`${method} ${uri} RTSP/1.0`, `CSeq: ${number}`, ...fields, ...own], body))
  }

  /** A request of the relay's own, in the session. */
  #own(method: string): void {
    this.#send({
      method,
      places: [this.#control],
      fields: [],
      body: nothing,
      cseq: '',
      transport: '',
      tries: 0,
      from: undefined,
    })
  }

  #answer(head: string[], body: Buffer): void {
    const status = Number(/^RTSP\/\d\.\d\s+(\d{3})/i.exec(head[0]!)?.[1])
    if (Number.isNaN(status)) return this.#answerCamera(head)
    if (status < 200) return
    // Some cameras answer with a wrong number, or none: answers come in the order of the requests.
    const said = String(Number.parseInt(fieldOf(head, 'cseq') ?? '', 10))
    const [oldest] = this.#waiting.keys()
    const number = this.#waiting.has(said) ? said : oldest
    const request = number === undefined ? undefined : this.#waiting.get(number)
    if (number === undefined || !request) return
    this.#waiting.delete(number)
    const challenges = fieldOf(head, 'www-authenticate') ?? ''
    const may_sign = status === 401 && request.tries < 3 && this.#source.username !== ''
    const was_wrong = request.tries > 1 && !isStale(challenges)
    if (may_sign && this.#signer.take(challenges, was_wrong)) return this.#send(request)
    if (!request.from) {
      this.#keeper.answered(status < 400)
      return
    }
    if (status === 401) request.from.signed?.(false)
    const others = request.places.slice(1)
    if (others.length > 0 && isWrongPlace(request.method, status))
      return this.#send({ ...request, places: others, tries: 0 })
    const to = status >= 300 && status <= 399 ? leadsTo(fieldOf(head, 'location'), this.#real) : undefined
    if (to !== undefined && this.#session === '' && this.#redirects < max_redirects)
      return this.#follow(to, request)
    // Players ask for the methods before anything else; a camera that refuses this may serve the stream.
    if (request.method === 'OPTIONS' && status >= 400 && status !== 401)
      return void request.from.socket.write(
        messageOf(['RTSP/1.0 200 OK', `CSeq: ${request.cseq}`, 'Public: DESCRIBE, SETUP, PLAY'], nothing),
      )
    const shown = answerFor(request, status, head, body)
    if (typeof shown === 'string') return this.#refuse(shown, request)
    request.from.socket.write(shown)
    if (status < 200 || status > 299) return
    this.#learn({ asked: request, status, head, body })
    if (request.method !== 'PLAY') return
    this.#control = request.places[0] ?? this.#real
    request.from.signed?.(true)
    this.#begin(request.from, Infinity)
  }

  /** Asks again at another address of the same host, over a connection of its own. */
  #follow(to: string, request: Request): void {
    this.#redirects++
    this.#moves = true
    this.#camera.destroy()
    this.#connect(to).then(
      (camera) => {
        if (this.#state === 'ended') return void camera.destroy()
        this.#moves = false
        this.#real = this.#control = to
        this.#signer = createSigner(this.#source)
        this.#use(camera)
        this.#send({ ...request, places: [to], tries: 0 })
      },
      () => this.#refuse('elsewhere', request),
    )
  }

  #learn(answer: CameraAnswer): void {
    const { asked, head } = answer
    this.#answers.set(asked.method, answer)
    const lines = descriptionIn(this.#answers.get('DESCRIBE')?.body ?? nothing)
    if (asked.method === 'DESCRIBE') this.#places = placesIn(this.#real, head, lines)
    if (asked.method === 'SETUP') {
      this.#session = sessionIn(head)
      const channel = channelOf(fieldOf(head, 'transport') ?? '', asked.transport)
      const codec = codecIn(lines.join('\n'))
      this.#recent = keepRecentFrames(codec, channel)
      this.#filter = createSetFilter(codec, channel)
    }
    if (asked.method !== 'PLAY' || this.#state !== 'opening') return
    this.#state = 'playing'
    clearTimeout(this.#timer)
    const said = (method: string, field: string) =>
      this.#answers.has(method) ? (fieldOf(this.#answers.get(method)!.head, field) ?? '') : undefined
    this.#keeper.begin(said('SETUP', 'session') ?? '', said('OPTIONS', 'public'))
    this.#settle()
  }

  #refuse(why: Refusal, { cseq, from }: Pick<Request, 'cseq' | 'from'>): void {
    from?.socket.end(refusalOf(why, cseq))
    if (this.#state === 'playing') this.end()
  }

  /** A request of the camera is answered here; one that leads to another place ends the stream. */
  #answerCamera(head: string[]): void {
    const method = /^\S+/.exec(head[0]!)?.[0].toUpperCase() ?? ''
    if (method === 'REDIRECT') {
      const [pending] = this.#waiting.values()
      // The answer to a pending PLAY may follow: without the end, the next reader would join this session.
      if (pending?.from) this.#refuse('elsewhere', pending)
      return this.end()
    }
    const known = ['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER'].includes(method)
    const fields = [`CSeq: ${fieldOf(head, 'cseq') ?? '0'}`]
    this.#camera.write(
      messageOf([known ? 'RTSP/1.0 200 OK' : 'RTSP/1.0 501 Not Implemented', ...fields], nothing),
    )
  }

  #spread(bytes: Buffer): void {
    this.#filter(bytes)
    for (const { socket, flows } of this.#members.values()) {
      if (!flows || socket.writableEnded) continue
      if (socket.writableLength > max_unread) socket.destroy()
      else socket.write(bytes)
    }
    this.#recent?.take(bytes)
  }
}
