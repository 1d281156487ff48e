/**
 * Relays every camera to the analysis application, at addresses on loopback: the device alone connects to
 * cameras, by the address rule and the trust that a user configured, and signs in (docs/decisions/0084).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn, type CameraRow } from '../camera/camera.store.ts'
import { otherViewOf, requireOwnView, type CameraLooks } from '../camera/look.ts'
import type { SignInRests } from '../camera/sign-in-rests.ts'
import { pictureUrlOf, streamOf, takePicture } from '../camera/take-picture.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { CameraError } from '../ports/camera-port.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'cameras' | 'video' | 'stream_relay'> & {
  looks: CameraLooks
  sign_ins: SignInRests
}
type Sources = Pick<
  CameraRow,
  | 'camera_sn'
  | 'frame_url'
  | 'stills'
  | 'stream_url_main'
  | 'stream_url_sub'
  | 'username'
  | 'password'
  | 'server_trust'
>
const stream_fields = { main: 'stream_url_main', sub: 'stream_url_sub' } as const

/**
 * The status codes that the application gets instead of a picture, by reason or step. 526 is the usual code
 * for a bad certificate.
 */
const status_of: Readonly<Record<string, number>> = {
  session_limit: 429,
  picture_damaged: 422,
  source_gone: 409,
  other_camera: 409,
  signin: 401,
  port: 503,
  reach: 504,
}
const certificate_status = 526
const refused = 'The camera refused this user name and password'
const other_status = 502

export class CameraRelays implements Part {
  readonly #deps: Needs
  // Other programs on the box do not know this path, so they cannot read the pictures.
  readonly #secret = randomBytes(16).toString('hex')
  #pictures: Server | undefined
  #is_started = false
  #prepared: Promise<void> = Promise.resolve()

  constructor(deps: Needs) {
    this.#deps = deps
  }

  start(): void {
    this.#is_started = true
  }

  async stop(): Promise<void> {
    this.#is_started = false
    await this.prepare()
  }

  /** Await before `addressesOf`. Listens from the first call until `stop`. Rejects if it cannot listen. */
  prepare(): Promise<void> {
    this.#prepared = this.#prepared.catch(() => undefined).then(() => this.#follow())
    return this.#prepared
  }

  async #follow(): Promise<void> {
    if (this.#is_started && !this.#pictures) await this.#listen()
    if (!this.#is_started && this.#pictures) await this.#close()
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => {
      const [, secret, name = ''] = (request.url ?? '').split('/')
      const row = secret === this.#secret ? cameraBySn(this.#deps.db, decoded(name)) : undefined
      const camera = row && openedCamera(row, this.#deps)
      if (request.method !== 'GET' || !camera || pictureUrlOf(camera) === '') response.writeHead(404).end()
      else void this.#answer(row, camera, response)
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: 0, host: '127.0.0.1' }, resolve)
    })
    this.#pictures = server
    await this.#deps.stream_relay.start((name) => {
      const [, camera_sn = '', kind = ''] = /^(.*)\/(main|sub)\/\w+$/s.exec(name) ?? []
      const row = cameraBySn(this.#deps.db, camera_sn)
      if (!row || !(kind === 'main' || kind === 'sub')) return undefined
      requireOwnView(this.#deps.looks, camera_sn)
      this.#deps.sign_ins.check(row)
      const camera = openedCamera(row, this.#deps)
      const url = camera[stream_fields[kind]]
      const { username, password, server_trust } = camera
      const signed = (accepted: boolean) =>
        this.#deps.sign_ins.report(row, accepted ? undefined : new CameraError('signin', refused))
      return isStream(url) ? { url, username, password, server_trust, signed } : undefined
    })
  }

  async #close(): Promise<void> {
    const pictures = this.#pictures
    this.#pictures = undefined
    pictures?.closeAllConnections()
    await Promise.all([
      this.#deps.stream_relay.stop(),
      pictures && new Promise<void>((resolve) => pictures.close(() => resolve())),
    ])
  }

  /**
   * The addresses of a camera (its secrets opened) for the application; empty for one that it lacks, and
   * until this listens. An address changes with what is behind it, so that the application opens it again.
   */
  addressesOf(camera: Sources) {
    const { camera_sn, username, password, server_trust } = camera
    // While the picture address fails, the application reads the stream itself: a still costs a process.
    const isFailing = camera.stills !== '' && streamOf(camera) !== ''
    const frame_url = isFailing ? '' : pictureUrlOf(camera)
    const other_view = otherViewOf(this.#deps.looks, camera_sn)
    const tag = (url: string): string =>
      createHmac('sha256', this.#secret)
        .update(JSON.stringify([url, username, password, server_trust, other_view]))
        .digest('hex')
        .slice(0, 12)
    const stream = (kind: 'main' | 'sub'): string => {
      const url = camera[stream_fields[kind]]
      return isStream(url) ? this.#deps.stream_relay.addressOf(`${camera_sn}/${kind}/${tag(url)}`) : ''
    }
    const bound = this.#pictures?.address() as AddressInfo | null | undefined
    const path = `${this.#secret}/${encodeURIComponent(camera_sn)}/${tag(frame_url)}`
    return {
      frame_url: bound && frame_url !== '' ? `http://127.0.0.1:${bound.port}/${path}` : '',
      stream_url_main: stream('main'),
      stream_url_sub: stream('sub'),
    }
  }

  /** `camera`: the row with its secrets opened. */
  async #answer(row: CameraRow, camera: CameraRow, response: ServerResponse): Promise<void> {
    const { sign_ins } = this.#deps
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      requireOwnView(this.#deps.looks, camera.camera_sn)
      sign_ins.check(row)
      const { jpeg } = await takePicture(camera, this.#deps, { signal: gone.signal })
      sign_ins.report(row)
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length }).end(jpeg)
    } catch (error) {
      if (error instanceof CameraError) sign_ins.report(row, error)
      const { step, reason } = error instanceof CameraError ? error : { step: undefined, reason: undefined }
      const status = reason?.startsWith('tls_')
        ? certificate_status
        : (status_of[reason ?? ''] ?? status_of[step ?? ''] ?? other_status)
      // Without a challenge, a client interprets 401 as an unknown authentication scheme.
      const challenge = status === status_of['signin'] ? { 'www-authenticate': 'Basic realm="camera"' } : {}
      response.writeHead(status, challenge).end()
    }
  }
}

const isStream = (url: string): boolean => /^rtsps?:/i.test(url)

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
