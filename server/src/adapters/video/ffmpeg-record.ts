/**
 * Records a clip by ffmpeg in two steps: the stream is copied to a file at once, so that nothing is missed;
 * then it is encoded only if it is not H.264 or too large. One connection to the camera. Long because both
 * steps share the clip's limits.
 */
import { spawn } from 'node:child_process'
import { open, rename, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { relayed_input } from '@parking/contract/live/relayed-stream.ts'
import { ClipError, type Clip, type ClipRequest } from '#src/ports/video-port.ts'
import { preferOomKill } from '../system/prefer-oom-kill.ts'
import { failureIn } from './ffmpeg-source.ts'
import { streamIn } from './ffmpeg-still.ts'

/** The time until the camera's first key frame: sign-in plus the longest usual key frame interval. */
const opening_ms = 15_000
/** From the request to end until the table of contents is written. */
const ending_ms = 10_000
/** 64 Mbit/s: no camera sends more, and a broken one must not fill the disk. */
const max_bytes_s = 8_000_000
/** The quality at this encoder's speed; the byte limit may lower it. */
const quality = '24'
const max_said = 16_384
/** What a camera sent may not make ffmpeg open anything but the file itself. */
const own_file = ['-protocol_whitelist', 'file', '-format_whitelist', 'mov'] as const

type Run = { said: string; ended: 'by_itself' | 'asked' | 'late' | 'cut_off'; status: number | null }

/** `list` is what ffmpeg opens (`relayedList`). Throws a ClipError and then leaves nothing behind. */
export async function recordClip(
  program: string,
  env: NodeJS.ProcessEnv,
  list: string,
  wish: ClipRequest,
  signal?: AbortSignal,
): Promise<Clip> {
  const [raw, made] = [`${wish.file}.raw`, `${wish.file}.part`]
  try {
    const run: Ffmpeg = (args, how) => ffmpeg(program, env, args, { ...how, signal })
    await takeStream(run, list, raw, wish)
    const found = await factsOf(run, raw)
    if (!found || found.duration_ms === 0) throw new ClipError('camera', 'The stream sent no whole picture')
    const fits =
      found.codec === 'H.264' &&
      found.width <= wish.width &&
      found.height <= wish.height &&
      found.frame_rate < wish.fps + 1 &&
      found.bytes <= wish.max_bytes
    const clip = fits ? found : await encode(run, raw, made, wish, found.frame_rate)
    await force(fits ? raw : made)
    await rename(fits ? raw : made, wish.file)
    return { width: clip.width, height: clip.height, duration_ms: clip.duration_ms, bytes: clip.bytes }
  } catch (error) {
    throw error instanceof ClipError ? error : diskError(error)
  } finally {
    await Promise.all([raw, made].map((file) => rm(file, { force: true }).catch(() => undefined)))
  }
}

type How = {
  input?: string
  /** Called with the number of pictures so far; a result of true makes ffmpeg end. */
  ends?: (pictures: number) => boolean
  timeout_ms: number
}
type Ffmpeg = (args: readonly string[], how: How) => Promise<Run>

/** The duration counts from the first stored picture: the first key frame. */
async function takeStream(
  run: Ffmpeg,
  list: string,
  file: string,
  { duration_s }: ClipRequest,
): Promise<void> {
  let first: number | undefined
  const ends = (pictures: number): boolean => {
    if (pictures > 0) first ??= performance.now()
    return first !== undefined && performance.now() - first >= duration_s * 1000
  }
  const { said, ended, status } = await run(
    [
      '-progress',
      'pipe:1',
      '-stats_period',
      '0.1',
      ...relayed_input,
      '-map',
      '0:v:0',
      '-an',
      '-c',
      'copy',
      '-avoid_negative_ts',
      'make_zero',
      '-t',
      String(duration_s + opening_ms / 1000),
      '-fs',
      String((duration_s + 1) * max_bytes_s),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      file,
    ],
    { input: list, ends, timeout_ms: duration_s * 1000 + opening_ms + ending_ms },
  )
  if (/no space left|disk quota/i.test(said)) throw new ClipError('disk', 'There is no room for a clip')
  if (ended === 'cut_off') throw new ClipError('camera', 'The recording was cut off')
  // If the camera disconnects in the middle, what was recorded until then is kept.
  if (first === undefined || (ended === 'by_itself' && status !== 0 && status !== 255))
    throw new ClipError('camera', failureIn(said).message)
}

type Facts = Clip & { codec: string; frame_rate: number }

/** The properties of a file as ffmpeg reports them; undefined if it is not a video. */
async function factsOf(run: Ffmpeg, file: string): Promise<Facts | undefined> {
  const { said } = await run([...own_file, '-i', file], { timeout_ms: ending_ms })
  const size = /: Video: .*?, (\d{2,5})x(\d{2,5})/.exec(said)
  const long = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(said)
  if (!size || !long) return undefined
  const { codec, frame_rate } = streamIn(said)
  const duration_ms = Math.round((Number(long[1]) * 3600 + Number(long[2]) * 60 + Number(long[3])) * 1000)
  return {
    width: Number(size[1]),
    height: Number(size[2]),
    duration_ms,
    bytes: (await stat(file)).size,
    codec,
    frame_rate,
  }
}

async function encode(
  run: Ffmpeg,
  raw: string,
  file: string,
  { duration_s, width, height, fps, max_bytes }: ClipRequest,
  frame_rate: number,
): Promise<Facts> {
  // A tenth is reserved for the table of contents and the encoder's overshoot.
  const kbit_s = Math.max(20, Math.floor((max_bytes * 8 * 0.9) / duration_s / 1000))
  const fewer = frame_rate > fps || frame_rate === 0 ? `fps=${fps},` : ''
  const { said, ended, status } = await run(
    [
      ...own_file,
      '-i',
      raw,
      '-map',
      '0:v:0',
      '-an',
      '-t',
      String(duration_s),
      '-vf',
      `${fewer}scale=w='min(iw,${width})':h='min(ih,${height})':` +
        'force_original_aspect_ratio=decrease:force_divisible_by=2',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-threads',
      '2',
      '-pix_fmt',
      'yuv420p',
      '-crf',
      quality,
      '-maxrate',
      `${kbit_s}k`,
      '-bufsize',
      `${kbit_s}k`,
      '-fs',
      String(Math.floor(max_bytes * 0.97)),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      file,
    ],
    { timeout_ms: duration_s * 4_000 + 30_000 },
  )
  if (/no space left|disk quota/i.test(said)) throw new ClipError('disk', 'There is no room for a clip')
  if (/unknown encoder/i.test(said))
    throw new ClipError('no_ffmpeg', 'The ffmpeg of this device cannot write H.264')
  if (ended === 'late') throw new ClipError('too_busy', 'The clip could not be encoded in time')
  const found = status === 0 ? await factsOf(run, file) : undefined
  if (!found || found.bytes > max_bytes)
    throw new ClipError('camera', 'What the stream sent could not be encoded')
  return found
}

/** Its output may contain the address with the password: it is parsed and never passed on. */
function ffmpeg(
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  { input, ends, timeout_ms, signal }: How & { signal: AbortSignal | undefined },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-hide_banner', '-nostats', '-y', '-loglevel', 'info', ...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    preferOomKill(child)
    lowerPriority(child.pid)
    let [said, pictures, ended]: [string, number, Run['ended']] = ['', 0, 'by_itself']
    const stop = (how: 'late' | 'cut_off') => {
      ended = how
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop('late'), timeout_ms)
    const cut = () => stop('cut_off')
    if (signal?.aborted) cut()
    signal?.addEventListener('abort', cut, { once: true })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    child.stdout.on('data', (part: Buffer) => {
      pictures = Number([...part.toString().matchAll(/^frame=(\d+)/gm)].at(-1)?.[1] ?? pictures)
      if (ended !== 'by_itself' || ends?.(pictures) !== true) return
      ended = 'asked'
      child.kill('SIGINT') // it writes its table of contents, and closes the camera's session
    })
    child.stderr.on(
      'data',
      (part: Buffer) =>
        void (said =
          said.length < max_said
            ? said + part.toString()
            : said.slice(0, max_said / 2) +
              (said.slice(max_said / 2) + part.toString()).slice(-max_said / 2)),
    )
    child.once('error', () => reject(new ClipError('no_ffmpeg', 'ffmpeg could not be started')))
    child.once('close', (status) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cut)
      resolve({ said, ended, status })
    })
  })
}

/** Lowers the priority below everything else on the box. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited already.
  }
}

async function force(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

const diskError = (error: unknown): unknown =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code))
    ? new ClipError('disk', 'There is no room for a clip')
    : error
