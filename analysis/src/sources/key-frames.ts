/**
 * Reads the key frames of a stream with ffmpeg, which runs as long as the source is open. Key frames are
 * complete pictures, and decoding only them costs a third.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { hasDamage, relayed_input, relayedList } from '@parking/contract/live/relayed-stream.ts'
import type { Picture, Source } from './source.ts'

/** A stream has failed after this time without a key frame. */
const silence_ms = 30_000
/** ffmpeg gives up after this time without data. */
const answer_ms = 10_000
const max_said = 4096
const words_ms = 50

/**
 * Gives each frame a time stamp of its own, one second after the last. ffmpeg ends with an error if the
 * camera's own stamps repeat or go back.
 */
const own_stamps = ['-vf', 'setpts=N/TB', '-enc_time_base', '1/90000', '-fps_mode', 'passthrough'] as const

const args = [
  '-hide_banner',
  '-nostats',
  '-loglevel',
  'warning',
  '-threads',
  '1',
  '-skip_frame',
  'nokey',
  ...relayed_input,
  '-map',
  '0:v:0',
  '-an',
  ...own_stamps,
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

/** Opens the relayed stream `url` at the first `next`. Throws a TypeError for any other address. */
export function openKeyFrames(url: string, now: () => number, program = 'ffmpeg'): Source {
  const list = relayedList(url, answer_ms)
  let child: ChildProcess | undefined
  let newest: Picture | undefined
  let failed: Error | undefined
  let is_damaged = false
  let wake: (() => void) | undefined

  function start(): void {
    const made = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
    child = made
    const cutter = cutJpegs()
    let said = ''
    const fail = (reason: string): void => {
      failed ??= new Error(reason)
      wake?.()
    }
    made.stdin.on('error', () => undefined)
    made.stdin.end(list)
    made.stderr.on('data', (part: Buffer) => void (said = (said + part.toString()).slice(-max_said)))
    made.stdout.on('data', (part: Buffer) => {
      const jpeg = cutter.feed(part).at(-1)
      if (!jpeg) return
      const picture = { jpeg, time: now() }
      // What ffmpeg said of a frame before it wrote it has arrived by then.
      setTimeout(() => {
        is_damaged = hasDamage(said)
        said = ''
        if (!is_damaged) newest = picture
        if (!is_damaged) wake?.()
      }, words_ms)
    })
    made.once('error', () => fail(deviceSentence('unseen_no_ffmpeg')))
    made.once('close', () => fail(reasonIn(said)))
  }

  return {
    async next() {
      if (!child) start()
      if (!newest && !failed) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((done) => {
          wake = done
          timer = setTimeout(done, silence_ms)
        })
        clearTimeout(timer)
        wake = undefined
      }
      if (failed) throw failed
      if (!newest) throw new Error(deviceSentence(is_damaged ? 'unseen_damaged' : 'unseen_no_key_frame'))
      const picture = newest
      newest = undefined
      return picture
    },
    close: () => void child?.kill('SIGKILL'),
  }
}

/** The reason in ffmpeg's output: the words of the relay (docs/analysis-socket.md), without its address. */
function reasonIn(said: string): string {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said)) return deviceSentence('unseen_sign_in')
  if (/certificate not accepted/i.test(said)) return deviceSentence('unseen_certificate')
  if (/other view/i.test(said)) return deviceSentence('unseen_other_view')
  if (/leads elsewhere/i.test(said)) return deviceSentence('unseen_elsewhere')
  if (/only over udp/i.test(said)) return deviceSentence('unseen_only_udp')
  if (/no session free/i.test(said)) return deviceSentence('unseen_sessions')
  if (/connection refused/i.test(said)) return deviceSentence('unseen_nothing_listens')
  if (/no route|unreachable|name or service|timed out/i.test(said))
    return deviceSentence('unseen_unreachable')
  return deviceSentence('unseen_stream')
}

/** Splits a stream of concatenated JPEGs into pictures. */

const max_bytes = 16 * 1024 * 1024
const begin = Buffer.from([0xff, 0xd8, 0xff])
const end = Buffer.from([0xff, 0xd9])

/**
 * ffmpeg's JPEGs contain no embedded picture (no thumbnail), and in their data 0xff is always followed by 0:
 * the first end marker after a start marker ends the picture.
 */
export function cutJpegs(): { feed: (part: Buffer) => Buffer[] } {
  let held: Buffer = Buffer.alloc(0)
  return {
    feed(part) {
      held = held.length === 0 ? part : Buffer.concat([held, part])
      const pictures: Buffer[] = []
      for (;;) {
        const from = held.indexOf(begin)
        const to = from < 0 ? -1 : held.indexOf(end, from + begin.length)
        if (to < 0) break
        pictures.push(Buffer.from(held.subarray(from, to + end.length)))
        held = held.subarray(to + end.length)
      }
      if (held.length > max_bytes) held = Buffer.alloc(0)
      return pictures
    },
  }
}
