/**
 * A stream server that leads its client elsewhere, by every field that ffmpeg obeys: device and analysis
 * program open no connection to that place, and their sentence does not depend on what listens there. Skipped
 * with a message if ffmpeg is missing. Long because every field has its row.
 */
import { createSocket } from 'node:dgram'
import { connect, createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSource } from '@parking/analysis/sources/open-source.ts'
import { startRtsp, type RtspServer } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { rtspRelays } from '#src/adapters/video/rtsp-relays.ts'
import { createRtspReader, fieldOf, messageOf } from '#src/adapters/video/rtsp-reader.ts'
import { borrowFfmpeg, ffmpegFolder } from '../../debian.ts'
import { until } from '../../until.ts'

const programs = await ffmpegFolder()
const has_ffmpeg = await borrowFfmpeg()
const missing = programs === undefined || !has_ffmpeg
const login = { username: 'admin', password: "Str'eet#20 26%" }
const forbidden = '127.0.0.9'
const reach = { allow_loopback: true }
const video = ffmpegVideo({ ...reach, programs, still_ms: 20_000 })

type Answer = { method: string; head: string[]; body: string }
type Quirk = (answer: Answer, place: string) => Partial<Answer> | string

const heard: string[] = []
let open_port = 0
let closed_port = 0
let rtsp: RtspServer
const lasting: (() => unknown)[] = []
/** Runs when the test has ended. Each row has its own: the rows run side by side. */
type OnEnd = (end: () => unknown) => void

beforeAll(async () => {
  rtsp = await startRtsp({ username: 'admin', password: () => login.password })
  const tcp = createServer((socket) => {
    heard.push('tcp')
    socket.destroy()
  })
  await new Promise<void>((done) => tcp.listen(0, forbidden, done))
  open_port = (tcp.address() as AddressInfo).port
  const udp = createSocket('udp4')
  udp.on('message', () => heard.push('udp'))
  await new Promise<void>((done) => udp.bind(open_port, forbidden, done))
  const gone = createServer()
  await new Promise<void>((done) => gone.listen(0, forbidden, done))
  closed_port = (gone.address() as AddressInfo).port
  await new Promise((done) => gone.close(done))
  lasting.push(
    () => rtsp.stop(),
    () => tcp.close(),
    () => udp.close(),
  )
})
afterAll(async () => {
  for (const end of lasting) await end()
})

/** The real server, each of whose answers `quirk` changes; a string is sent before the answer. */
async function leading(quirk: Quirk, port: number, onEnd: OnEnd): Promise<string> {
  const place = `${forbidden}:${port}`
  const server = createServer((client) => {
    const camera = connect(rtsp.port, '127.0.0.1')
    const methods = new Map<string, string>()
    const [readClient, readCamera] = [createRtspReader(), createRtspReader()]
    client.on('data', (chunk: Buffer) => {
      for (const part of readClient(chunk)) {
        if (part.kind === 'frames') camera.write(part.bytes)
        else {
          methods.set(fieldOf(part.head, 'cseq') ?? '', part.head[0]!.split(' ')[0]!)
          camera.write(messageOf(part.head, part.body))
        }
      }
    })
    camera.on('data', (chunk: Buffer) => {
      for (const part of readCamera(chunk)) {
        if (part.kind === 'frames') client.write(part.bytes)
        else {
          const { head, body } = part
          const method = methods.get(fieldOf(head, 'cseq') ?? '') ?? ''
          const answer = { method, head, body: body.toString() }
          const signed = !head[0]!.includes(' 401 ')
          const change = signed ? quirk(answer, place) : {}
          if (typeof change === 'string') client.write(change)
          const shown = { ...answer, ...(typeof change === 'string' ? {} : change) }
          const fields = shown.head.filter((line) => !/^content-length:/i.test(line))
          const length = shown.body === '' ? [] : [`Content-Length: ${Buffer.byteLength(shown.body)}`]
          client.write(messageOf([...fields, ...length], Buffer.from(shown.body)))
        }
      }
    })
    for (const socket of [client, camera]) {
      socket.on('error', () => undefined)
      socket.on('close', () => [client, camera].forEach((one) => one.destroy()))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onEnd(() => server.close())
  return `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/main?channel=1`
}

const redirected =
  (wanted: string): Quirk =>
  ({ method, head }, place) =>
    method === wanted
      ? { head: ['RTSP/1.0 302 Found', head[1]!, `Location: rtsp://${place}/other`], body: '' }
      : {}
const asked =
  (wanted: string): Quirk =>
  ({ method }, place) =>
    method === wanted ? `REDIRECT * RTSP/1.0\r\nCSeq: 1\r\nLocation: rtsp://${place}/\r\n\r\n` : {}
const withTransport =
  (line: (place: string[]) => string): Quirk =>
  ({ method, head }, place) =>
    method === 'SETUP'
      ? {
          head: [...head.filter((one) => !/^transport:/i.test(one)), `Transport: ${line(place.split(':'))}`],
        }
      : {}
const described =
  (change: (text: string, place: string[]) => string): Quirk =>
  ({ method, body }, place) =>
    method === 'DESCRIBE' ? { body: change(body, place.split(':')) } : {}
const headed =
  (line: (place: string) => string): Quirk =>
  ({ head }, place) => ({ head: [...head, line(place)] })

const elsewhere = 'the camera leads its stream to another address, which is not followed'
const only_udp = 'the camera sends this stream over UDP only'
const fails = 'the stream could not be opened, or has ended'
const shows = 'a picture'

const quirks: readonly [string, Quirk, string][] = [
  ['a redirect of DESCRIBE', redirected('DESCRIBE'), elsewhere],
  ['a redirect of OPTIONS', redirected('OPTIONS'), elsewhere],
  ['a redirect of SETUP', redirected('SETUP'), elsewhere],
  ['a redirect of PLAY', redirected('PLAY'), elsewhere],
  ['a REDIRECT before the description', asked('DESCRIBE'), elsewhere],
  ['a REDIRECT before playing', asked('PLAY'), elsewhere],
  [
    'a transport over UDP to another place',
    withTransport(
      ([host, port]) =>
        `RTP/AVP;unicast;source=${host};destination=${host};client_port=9-10;server_port=${port}-${port}`,
    ),
    only_udp,
  ],
  [
    'a multicast transport',
    withTransport(([host, port]) => `RTP/AVP;multicast;destination=${host};port=${port}-${port};ttl=1`),
    only_udp,
  ],
  [
    'a transport over TCP with a source and a destination',
    withTransport(
      ([host, port]) =>
        `RTP/AVP/TCP;unicast;source=${host};destination=${host};server_port=${port}-${port};interleaved=0-1`,
    ),
    shows,
  ],
  [
    'a description with addresses',
    described((text, [host, port]) =>
      text
        .replace('c=IN IP4 0.0.0.0', `c=IN IP4 ${host}\r\na=source-filter: incl IN IP4 * ${host}`)
        .replace('m=video 0 ', `m=video ${port} `)
        .replace('a=control:trackID=1', `a=rtcp:${port} IN IP4 ${host}\r\na=control:trackID=1`),
    ),
    shows,
  ],
  [
    'names in the description at another place',
    described((text, place) =>
      text.replace('a=control:trackID=1', `a=control:rtsp://${place.join(':')}/main/trackID=1`),
    ),
    shows,
  ],
  ['a base at another place', headed((place) => `Content-Base: rtsp://${place}/main/`), shows],
  ['a base over HTTP', headed((place) => `Content-Base: http://${place}/main/`), shows],
  ['locations in good answers', headed((place) => `Location: rtsp://${place}/other`), shows],
  ['a server that says it is another', headed(() => 'Server: WMServer/9.0\r\nRealChallenge1: x'), shows],
  [
    'a playlist instead of a description',
    described((_, place) => `#EXTM3U\n#EXTINF:1,\nhttp://${place.join(':')}/a.ts\n`),
    fails,
  ],
  [
    'a list instead of a description',
    described((_, place) => `ffconcat version 1.0\nfile 'tcp://${place.join(':')}'\n`),
    fails,
  ],
]

const sentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^The /, 'the ')

/** What the device and the analysis program say of this stream; each with an own connection. */
async function outcomes(url: string, onEnd: OnEnd): Promise<Record<string, string>> {
  const source = { url, ...login }
  const folder = mkdtempSync(join(tmpdir(), 'leading-'))
  onEnd(() => rmSync(folder, { recursive: true }))
  const clip = { file: join(folder, 'clip'), duration_s: 1, width: 640, height: 360, fps: 10, max_bytes: 2e6 }
  const relays = rtspRelays(reach)
  await relays.start(() => source)
  onEnd(() => relays.stop())
  const place = { frame_url: '', stream_url_main: relays.addressOf('east'), stream_url_sub: '' }
  const program = openSource(place, Date.now)
  onEnd(() => program.close())
  const live = new Promise<string>((resolve) => {
    const player = video.play(source, {
      data: () => resolve(shows),
      ended: (_, message) => resolve(sentence(new Error(message))),
    })
    onEnd(() => player.stop())
  })
  const [still, recorded, analysed, played] = await Promise.all([
    video.still(source).then(() => shows, sentence),
    video.record(source, clip).then(() => shows, sentence),
    program.next().then(() => shows, sentence),
    live,
  ])
  return { still, recorded, analysed, played }
}

const at_both: readonly Quirk[] = [quirks[0]![1], quirks[5]![1]]

// A row waits for its players; it hardly computes.
for (const [name, quirk, outcome] of quirks)
  test
    .skipIf(missing)
    .concurrent(`${name} leads nowhere, and a port that is closed changes no sentence`, async (context) => {
      const onEnd: OnEnd = (end) => context.onTestFinished(async () => void (await end()))
      const all = { still: outcome, recorded: outcome, analysed: outcome, played: outcome }
      for (const port of at_both.includes(quirk) ? [open_port, closed_port] : [open_port])
        expect(await outcomes(await leading(quirk, port, onEnd), onEnd)).toEqual(all)
      expect(heard).toEqual([])
    })

test.skipIf(missing)('the session is closed at the camera when the reader has its picture', async () => {
  await until('the sessions of the rows have ended', () => rtsp.playing === 0)
  const before = rtsp.requests['TEARDOWN'] ?? 0
  await video.still({ url: `rtsp://127.0.0.1:${rtsp.port}/main`, ...login })
  await until('the end of the session', () => (rtsp.requests['TEARDOWN'] ?? 0) > before)
  await until('the end of the connection', () => rtsp.playing === 0)
  expect(rtsp.requests['TEARDOWN']).toBe(before + 1)
})
