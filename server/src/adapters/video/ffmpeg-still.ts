/** One picture of a stream by ffmpeg, and what ffmpeg reports of the stream: size, rate and encoding. */
import { spawn } from 'node:child_process'
import { hasDamage, relayed_input } from '@parking/contract/live/relayed-stream.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import type { Still } from '#src/ports/video-port.ts'
import { preferOomKill } from '../system/prefer-oom-kill.ts'
import { failureIn } from './ffmpeg-source.ts'
import { codecOf } from '../camera/onvif-media.ts'

const max_picture_bytes = 16 * 1024 * 1024
const max_said = 16_384

/** Only key frames are decoded: the picture is complete, and cheap. */
const args = [
  '-hide_banner',
  '-nostats',
  '-loglevel',
  'info',
  '-threads',
  '1',
  '-skip_frame',
  'nokey',
  ...relayed_input,
  '-map',
  '0:v:0',
  '-an',
  '-frames:v',
  '1',
  '-threads',
  '1',
  '-q:v',
  '3',
  '-f',
  'image2pipe',
  '-c:v',
  'mjpeg',
  'pipe:1',
] as const

export type StillOptions = { timeout_ms: number; signal?: AbortSignal | undefined }

/** `list` is what ffmpeg opens (`relayedList`). */
export function stillOf(
  program: string,
  env: NodeJS.ProcessEnv,
  list: string,
  { timeout_ms, signal }: StillOptions,
): Promise<Still> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
    preferOomKill(child)
    const parts: Buffer[] = []
    let [bytes, said, late] = [0, '', false]
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      late = true
      kill()
    }, timeout_ms)
    if (signal?.aborted) kill()
    signal?.addEventListener('abort', kill, { once: true })
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    child.stdin.on('error', () => undefined)
    child.stdin.end(list)
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part)
      if ((bytes += part.length) > max_picture_bytes) kill()
    })
    child.stderr.on('data', (part: Buffer) => void (said = (said + part.toString()).slice(0, max_said)))
    child.once('error', () => {
      done()
      reject(new CameraError('stream', 'ffmpeg could not be started'))
    })
    child.once('close', () => {
      done()
      const jpeg = Buffer.concat(parts)
      const size = jpegSize(jpeg)
      if ((size || late) && hasDamage(said))
        return reject(
          new CameraError('stream', 'Parts of the picture are missing or damaged', 'picture_damaged'),
        )
      if (size) return resolve({ jpeg, ...size, ...streamIn(said) })
      const failure = failureIn(said)
      reject(
        late && failure.step === 'stream' && !failure.reason
          ? new CameraError('stream', 'The stream sent no whole picture in time')
          : failure,
      )
    })
  })
}

/**
 * `Stream #0:0: Video: h264 (Main), yuv420p(progressive), 640x360, 512 kb/s, 10 fps, ...` of the input, which
 * comes first.
 */
export function streamIn(said: string): Pick<Still, 'frame_rate' | 'bit_rate' | 'codec'> {
  const line = /Stream #0:\d+.*?: Video: (.*)/.exec(said)?.[1] ?? ''
  const number = (pattern: RegExp, max: number): number => {
    const found = Number(pattern.exec(line)?.[1] ?? 0)
    return Number.isFinite(found) && found <= max ? found : 0
  }
  return {
    frame_rate: number(/([\d.]+) fps/, 240),
    bit_rate: Math.round(number(/(\d+) kb\/s/, 1_000_000)),
    codec: codecOf(/^\w+/.exec(line)?.[0] ?? ''),
  }
}
