/**
 * Live video by ffmpeg: RTSP in, fragmented MP4 out, copied and never encoded. The address with its password goes to it on its standard
 * input, as a list of one entry (ffconcat), so that it stands in no process list and no environment (docs/decisions/0016).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { CameraStep } from '@parking/contract'
import type { VideoHear, VideoPort, VideoSource } from '../ports/video-port.ts'
import { guardedLookup, urlIssue, type Reach } from '../reach.ts'
import { programEnvironment } from './program.ts'

const silent_ms = 10_000
const patience_ms = 1_000
const most_said = 4_096
const protocols = 'pipe,rtsp,rtp,udp,tcp,tls,crypto'

const args = [
  '-hide_banner', '-loglevel', 'warning', '-f', 'concat', '-safe', '0', '-protocol_whitelist', protocols, '-fflags', 'nobuffer', '-i', 'pipe:0',
  '-map', '0:v:0', '-an', '-c', 'copy', '-movflags', 'empty_moov+default_base_moof+frag_every_frame', '-flush_packets', '1', '-f', 'mp4', 'pipe:1',
] as const

/** `programs` is a folder that is searched instead of the system's own (PARKING_PROGRAMS). */
export function ffmpegVideo(options: Reach & { programs?: string | undefined }): VideoPort {
  const env = programEnvironment(options.programs)
  const find = (): string | undefined => (env['PATH'] ?? '').split(':').map((folder) => join(folder, 'ffmpeg')).find(isProgram)
  return {
    available: () => find() !== undefined,
    play(source, hear) {
      let state: 'looking_up' | 'running' | 'stopped' = 'looking_up'
      let child: ChildProcess | undefined
      addressOf(source.url, options).then(
        (url) => {
          if (state === 'stopped') return
          const program = find()
          if (program === undefined) return hear.ended('stream', 'There is no ffmpeg on this device')
          state = 'running'
          child = run(program, env, listOf(url, source), { data: hear.data, ended: (step, message) => void (state !== 'stopped' && hear.ended(step, message)) })
        },
        () => void (state !== 'stopped' && hear.ended('reach', 'The stream address cannot be reached, or may not be')),
      )
      return {
        stop() {
          state = 'stopped'
          return child ? end(child) : Promise.resolve()
        },
      }
    },
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The same URL with the address that its host resolves to now: ffmpeg would look it up again, and might be told another one (DNS rebinding). */
async function addressOf(url: string, reach: Reach): Promise<URL> {
  if (urlIssue(url, reach)) throw new Error('This address may not be reached')
  const to = new URL(url)
  const host = to.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return to
  const address = await new Promise<string>((resolve, reject) => guardedLookup(reach)(host, {}, (error, found) => (error ? reject(error) : resolve(String(found)))))
  to.hostname = address.includes(':') ? `[${address}]` : address
  return to
}

/** One entry of an ffconcat list. A URL has no quote and no line end left once it is written by URL and encodeURIComponent. */
function listOf(url: URL, { username, password }: VideoSource): string {
  const quoted = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27')
  const signed = username === '' ? url.href : url.href.replace(/^(\w+:\/\/)(?:[^/@]*@)?/, (_, scheme: string) => `${scheme}${quoted(username)}:${quoted(password)}@`)
  return ['ffconcat version 1.0', `file '${signed.replaceAll("'", '%27')}'`, 'option rtsp_flags prefer_tcp', 'option timeout 5000000', 'option analyzeduration 500000', ''].join('\n')
}

function run(program: string, env: NodeJS.ProcessEnv, list: string, hear: VideoHear): ChildProcess {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  let silence: NodeJS.Timeout | undefined
  const heard = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => child.kill('SIGKILL'), silent_ms)
  }
  heard()
  child.stdin.on('error', () => undefined)
  child.stdin.end(list)
  child.stdout.on('data', (chunk: Buffer) => {
    heard()
    hear.data(chunk)
  })
  // What it says may hold the address with its password: it is read for the kind of failure and never passed on.
  child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-most_said)))
  child.once('error', () => {
    clearTimeout(silence)
    hear.ended('stream', 'ffmpeg could not be started')
  })
  child.once('close', () => {
    clearTimeout(silence)
    if (child.pid !== undefined) hear.ended(...failureIn(said))
  })
  return child
}

function failureIn(said: string): [CameraStep, string] {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said)) return ['signin', 'The camera refused this user name and password']
  if (/connection refused/i.test(said)) return ['port', 'Nothing listens at the stream address']
  if (/no route|unreachable|name or service|timed out/i.test(said)) return ['reach', 'The stream address cannot be reached']
  return ['stream', 'The stream could not be opened, or has ended']
}

/** Asks first, so that the camera is told goodbye (TEARDOWN). */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), patience_ms)
    child.once('close', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
