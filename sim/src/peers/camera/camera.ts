/**
 * A simulated IP camera: ONVIF over HTTP, a snapshot address and RTSP, on real sockets. Long because all of
 * them answer from one state.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  hasMedia,
  sourcesOf,
  type Aim,
  type CameraContext,
  type CameraOptions,
  type PictureMode,
  type CameraFault,
} from './camera-options.ts'
import { deviceService, open_actions, type Service } from './device-service.ts'
import { createHttpAuth } from '../http-auth.ts'
import { mediaService } from './media-service.ts'
import { media2Service } from './media2-service.ts'
import { darkPicture, drip } from './fault-frames.ts'
import type { HttpAnswer } from './wire.ts'
import { createMotor } from './ptz-service.ts'
import { liveFilm } from '../rtsp/film.ts'
import { startRtsp, type RtspServer } from '../rtsp/rtsp-server.ts'
import { Fault, notAuthorized, notSupported, ns, readEnvelope, writeEnvelope } from './soap.ts'
import { checkUsernameToken, type Nonces } from './username-token.ts'

const reboot_ms = 2000
const slow_ms = 3000
const max_bytes = 256 * 1024
const home: Aim = { pan: 0, tilt: 0, zoom: 0 }

export type Camera = {
  readonly host: string
  readonly port: number
  /** Its RTSP server while it is up, with the number of viewers and the requests so far. */
  readonly rtsp: RtspServer | undefined
  readonly serial: string
  readonly name: string
  readonly model: string
  readonly username: string
  readonly ptz: boolean
  readonly password: string
  /** Number of requests for each SOAP action (and `snapshot`), granted or not. */
  readonly requests: Record<string, number>
  /** True while it listens. */
  readonly up: boolean
  /** The number of open connections. */
  readonly connections: number
  /** The data that WS-Discovery announces. */
  readonly context: CameraContext
  /** The position of its motor; home for a camera without a motor. */
  aim: () => Aim
  stop: () => Promise<void>
  /** Listens again on the same port. */
  start: () => Promise<void>
  setPower: (on: boolean) => Promise<void>
  setPassword: (password: string) => void
  /** Milliseconds by which its clock is ahead of the computer's. */
  setClockOffset: (ms: number) => void
  setFault: (fault: CameraFault) => void
  setPicture: (picture_mode: PictureMode) => void
}

/** The action that each fault removes; `broken` has the action that it answers with garbage. */
const without: { readonly [Kind in CameraFault]?: string } = {
  no_stream: 'GetStreamUri',
  no_snapshot: 'GetSnapshotUri',
  no_reboot: 'SystemReboot',
  fixed_clock: 'SetSystemDateAndTime',
}
const broken: { readonly [Kind in CameraFault]?: string } = {
  bad_presets: 'GetPresets',
  bad_reboot: 'SystemReboot',
}

/** Starts a camera; resolves when it listens. Rejects if the port is in use. */
export async function startCamera(options: CameraOptions): Promise<Camera> {
  const host = options.host ?? '127.0.0.1'
  const username = options.username ?? 'admin'
  const requests: Record<string, number> = {}
  const nonces: Nonces = new Map()
  const http = createHttpAuth()
  const motor = options.ptz
    ? createMotor({ is_endless: options.endless_moves === true, has_stop: options.no_stop !== true })
    : undefined
  const sockets = new Set<Socket>()
  let { password } = options
  let [port, offset, fault] = [options.port ?? 0, 0, 'none' as CameraFault]
  let restart_timer: NodeJS.Timeout | undefined
  let rtsp: RtspServer | undefined
  // A camera on a fixed port also has a fixed RTSP port, so that a device finds its stream after a restart.
  let rtsp_port = options.port ? options.port + 100 : 0
  let picture_mode: PictureMode = 'live'
  let covered: Buffer | undefined
  const frozen = new Map<string, Buffer>()

  const context: CameraContext = {
    options,
    host: options.inner?.host ?? host,
    port: () => options.inner?.port ?? port,
    rtsp_port: () => rtsp_port,
    username,
    password: () => password,
    clock: () => Date.now() + offset,
    setClock: (time_ms) => void (offset = time_ms - Date.now()),
    reboot: () => void setImmediate(() => void reboot()),
  }
  let services: Record<string, { prefix: string; actions: Service }>
  const makeServices = (): void => {
    services = { [ns.tds]: { prefix: 'tds', actions: deviceService(context) } }
    if (hasMedia(options, 'one')) services[ns.trt] = { prefix: 'trt', actions: mediaService(context) }
    if (hasMedia(options, 'two')) services[ns.tr2] = { prefix: 'tr2', actions: media2Service(context) }
    if (motor) services[ns.tptz] = { prefix: 'tptz', actions: motor.service }
  }

  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    if (fault === 'refuse') return void socket.resetAndDestroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (fault === 'hang') return
    if (fault === 'reset') return void request.socket.resetAndDestroy()
    if (fault === 'drip') return drip(response)
    if (fault === 'slow') await wait(slow_ms, undefined, { ref: false })
    if (fault === 'junk')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>\u0000\u0007 not what you asked for <<<')
    if (options.wire?.http?.(request, response, context)) return
    const path = (request.url ?? '/').split('?')[0]
    if (path === '/snapshot.jpg') return snapshot(request, response)
    if (path?.startsWith('/onvif/') && request.method === 'POST') return soap(request, response)
    response.writeHead(404).end()
  }

  async function snapshot(request: IncomingMessage, response: ServerResponse): Promise<void> {
    count('snapshot')
    const verdict = http.check(
      request.headers.authorization,
      request.method ?? 'GET',
      request.url ?? '/',
      username,
      password,
      true,
    )
    if (verdict !== 'good')
      return send(response, {
        status: 401,
        headers: { 'www-authenticate': http.challenges(true, verdict === 'stale') },
        body: '',
      })
    const body = await takePicture(new URL(request.url ?? '/', 'http://camera').searchParams.get('source'))
    const type = { 'content-type': 'image/jpeg', 'cache-control': 'no-store' }
    send(response, { status: 200, headers: { ...type, 'content-length': String(body.length) }, body })
  }

  function send(response: ServerResponse, answer: HttpAnswer): void {
    if (options.wire?.send) options.wire.send(answer, response)
    else response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  /** `source`: null for the first. */
  async function takePicture(source: string | null = null): Promise<Buffer> {
    if (picture_mode === 'dark') return (covered ??= await darkPicture())
    const token = source ?? sourcesOf(options)[0]?.token ?? ''
    const still = picture_mode === 'frozen' ? frozen.get(token) : undefined
    if (still) return still
    const jpeg = await options.frame(motor?.aim() ?? home, token)
    frozen.set(token, jpeg)
    return jpeg
  }

  async function soap(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let [status, xml, challenge] = [200, '', [] as string[]]
    try {
      const text = await read(request)
      if (fault === 'motor' && text.includes(ns.tptz)) return // never answers
      xml = answer(request, text)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      status = error.status
      xml = error.toXml()
      if (status === 401) challenge = http.challenges(false, false)
    }
    const headers = {
      'content-type': 'application/soap+xml; charset=utf-8',
      ...(challenge.length ? { 'www-authenticate': challenge } : {}),
    }
    send(response, { status, headers, body: xml })
  }

  function answer(request: IncomingMessage, text: string): string {
    const envelope = readEnvelope(text)
    if (!envelope) throw new Fault(400, 'Sender', ['ter:WellFormed'], 'Well-formed Error')
    const { action, header } = envelope
    count(action.name)
    const service = services[action.namespace]
    if (
      fault === 'hidden_clock' &&
      (action.name === 'GetSystemDateAndTime' ||
        checkUsernameToken(header, username, password, context.clock(), nonces) !== 'good')
    )
      throw notAuthorized(400)
    const open =
      action.namespace === ns.tds &&
      open_actions.has(action.name) &&
      !(fault === 'signed_clock' && action.name === 'GetSystemDateAndTime')
    if (!open && fault !== 'hidden_clock') {
      const token = checkUsernameToken(header, username, password, context.clock(), nonces)
      if (token === 'bad' || (token === 'good' && options.signin === 'digest')) throw notAuthorized(400)
      if (
        token === 'absent' &&
        http.check(request.headers.authorization, 'POST', request.url ?? '/', username, password, false) !==
          'good'
      )
        throw notAuthorized(401)
    }
    if (options.services === 'capabilities' && action.name === 'GetServices') throw notSupported(action.name)
    const run =
      service && Object.hasOwn(service.actions, action.name) ? service.actions[action.name] : undefined
    if (!service || !run) throw notSupported(action.name)
    if (action.name === without[fault]) throw notSupported(action.name)
    const answered = fault === 'no_profile' && action.name === 'GetProfiles' ? '' : run(action)
    const listed = /<tds:Service>(?:(?!<\/tds:Service>).)*ptz(?:(?!<\/tds:Service>).)*<\/tds:Service>/s
    const whole =
      fault === 'unlisted_motor' && action.name === 'GetServices' ? answered.replace(listed, '') : answered
    const result = options.wire?.answers?.[action.name]?.(whole, context, action) ?? whole
    if (action.name === broken[fault]) return '<html>'
    return writeEnvelope(
      `<${service.prefix}:${action.name}Response>${result}</${service.prefix}:${action.name}Response>`,
    )
  }

  const count = (action: string): void => void (requests[action] = (requests[action] ?? 0) + 1)

  async function listen(): Promise<void> {
    if (server.listening) return
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
    port = (server.address() as AddressInfo).port
    // The port stays the same after a restart, unless it has been taken in the meantime. A camera with a
    // motor streams its live view, since the short film would not show the motor's movements.
    const at = {
      host,
      username,
      password: () => password,
      ...(options.ptz && { film: liveFilm(() => takePicture()) }),
      ...options.wire?.rtsp,
    }
    rtsp = await startRtsp({ ...at, port: rtsp_port }).catch(() => startRtsp(at))
    rtsp_port = rtsp.port
    makeServices()
  }
  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await Promise.all([closed, rtsp?.stop()])
    rtsp = undefined
  }
  async function reboot(): Promise<void> {
    // Closed gracefully first, so that the answer to SystemReboot is still sent.
    server.close()
    server.closeIdleConnections()
    void rtsp?.stop()
    rtsp = undefined
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), 100).unref()
    restart_timer = setTimeout(() => void listen().catch(() => undefined), reboot_ms)
  }
  const powerOff = (): Promise<void> => {
    clearTimeout(restart_timer)
    return close()
  }

  await listen()
  return {
    host,
    serial: options.serial,
    name: options.name,
    model: options.model,
    username,
    ptz: Boolean(options.ptz),
    requests,
    context,
    get port() {
      return port
    },
    get rtsp() {
      return rtsp
    },
    get password() {
      return password
    },
    get up() {
      return server.listening
    },
    get connections() {
      return sockets.size
    },
    aim: () => motor?.aim() ?? home,
    stop: powerOff,
    start: listen,
    setPower: (on) => (on ? listen() : powerOff()),
    setPassword: (next) => void (password = next),
    setClockOffset: (ms) => void (offset = ms),
    setPicture: (next) => void (picture_mode = next),
    setFault: (next) => {
      fault = next
      if (next === 'refuse') for (const socket of sockets) socket.destroy()
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if ((length += chunk.length) > max_bytes)
      throw new Fault(400, 'Sender', ['ter:WellFormed'], 'The request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
