/**
 * Live video by ffmpeg: RTSP in, fragmented MP4 out, copied and never encoded; also single pictures and clips
 * of a stream.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { relayed_input } from '@parking/contract/live/relayed-stream.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { ClipError, type Still, type VideoListener, type VideoPort } from '#src/ports/video-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { preferOomKill } from '../system/prefer-oom-kill.ts'
import { recordClip } from './ffmpeg-record.ts'
import { sharedStreams, type SharedStreams } from './shared-streams.ts'
import { failureIn, openInput } from './ffmpeg-source.ts'
import { stillOf } from './ffmpeg-still.ts'
import { createSemaphore } from '#src/core/flow/semaphore.ts'
import { programEnvironment } from '../system/program.ts'

const silent_ms = 10_000
const grace_ms = 1_000
const max_said = 4_096
/** The console waits 5 s for a picture (spec §9). */
const usual_still_ms = 4_500
/** The part of that time which connecting to the camera may not use up. */
const decoding_ms = 1_000
/** How old the last key frame of a stream that is open already may be, to serve as a picture of now. */
const still_age_ms = 5_000
/** Each decodes a picture: more at a time would slow down the live views. */
const max_stills = 4

const args = [
  '-hide_banner',
  '-loglevel',
  'warning',
  '-fflags',
  'nobuffer',
  ...relayed_input,
  '-map',
  '0:v:0',
  '-an',
  '-c',
  'copy',
  '-movflags',
  'empty_moov+default_base_moof+frag_every_frame',
  '-flush_packets',
  '1',
  '-f',
  'mp4',
  'pipe:1',
] as const

/** `programs` is a folder that is searched instead of the system's (PARKING_PROGRAMS). */
export function ffmpegVideo(
  options: Reach & {
    programs?: string | undefined
    still_ms?: number
    /** The sessions that other readers of the same cameras share. */
    streams?: SharedStreams
  },
): VideoPort {
  const { streams = sharedStreams(options) } = options
  const env = programEnvironment(options.programs)
  const find = (): string | undefined =>
    (env['PATH'] ?? '')
      .split(':')
      .map((folder) => join(folder, 'ffmpeg'))
      .find(isProgram)
  const stills = createSemaphore(max_stills)
  return {
    available: () => find() !== undefined,
    async still(source, { signal, timeout_ms = usual_still_ms } = {}) {
      const program = find()
      if (program === undefined) throw new CameraError('picture', 'There is no ffmpeg on this device')
      const release = await stills.acquire()
      const until = performance.now() + (options.still_ms ?? timeout_ms)
      const left_ms = () => Math.max(decoding_ms, until - performance.now())
      const take = async (): Promise<Still> => {
        const input = await openInput(streams, source, still_age_ms, left_ms() - decoding_ms)
        try {
          return await stillOf(program, env, input.list, { timeout_ms: left_ms(), signal })
        } finally {
          input.close()
        }
      }
      try {
        return await take().catch((error: unknown) => {
          if (!(error instanceof CameraError) || error.reason !== 'picture_damaged') throw error
          // A key frame that lost a part on the way: the next one is another.
          return take().catch(() => {
            throw error
          })
        })
      } finally {
        release()
      }
    },
    async record(source, wish, signal) {
      const program = find()
      if (program === undefined) throw new ClipError('no_ffmpeg', 'There is no ffmpeg on this device')
      const input = await openInput(streams, source, 0).catch((error: unknown) => {
        throw error instanceof CameraError ? new ClipError('camera', error.message) : error
      })
      return recordClip(program, env, input.list, wish, signal).finally(input.close)
    },
    play(source, listener) {
      let state: 'looking_up' | 'running' | 'stopped' = 'looking_up'
      let child: ChildProcess | undefined
      openInput(streams, source, Infinity).then(
        (input) => {
          if (state === 'stopped') return input.close()
          const program = find()
          if (program === undefined) {
            input.close()
            return listener.ended('stream', 'There is no ffmpeg on this device')
          }
          state = 'running'
          child = run(program, env, input.list, {
            data: listener.data,
            ended: (...failure) => void (state !== 'stopped' && listener.ended(...failure)),
          })
          child.once('close', input.close).once('error', input.close)
        },
        (error: unknown) => {
          if (state === 'stopped') return
          const { step, message } =
            error instanceof CameraError ? error : new CameraError('reach', 'The stream cannot be opened')
          listener.ended(step, message)
        },
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

function run(program: string, env: NodeJS.ProcessEnv, list: string, listener: VideoListener): ChildProcess {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  preferOomKill(child)
  let said = ''
  let silence: NodeJS.Timeout | undefined
  const restartSilenceTimer = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => child.kill('SIGKILL'), silent_ms)
  }
  restartSilenceTimer()
  child.stdin.on('error', () => undefined)
  child.stdin.end(list)
  child.stdout.on('data', (chunk: Buffer) => {
    restartSilenceTimer()
    listener.data(chunk)
  })
  // Its output may contain the address with the password: it is parsed for the kind of failure and never
  // passed on.
  child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-max_said)))
  child.once('error', () => {
    clearTimeout(silence)
    listener.ended('stream', 'ffmpeg could not be started')
  })
  child.once('close', () => {
    clearTimeout(silence)
    const { step, message } = failureIn(said)
    if (child.pid !== undefined) listener.ended(step, message)
  })
  return child
}

/** Asks it to end first, so that the camera's session is closed (TEARDOWN). */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), grace_ms)
    child.once('close', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
