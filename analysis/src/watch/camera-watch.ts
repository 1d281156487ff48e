/** The look loop of one camera: fetches a picture, observes it, reports the look, and waits for the next. */
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import type { State } from '../decide/state.ts'
import { isWatching, cadenceOf } from '../sources/cadence.ts'
import { createPictureHealth } from '../sources/picture-health.ts'
import type { Picture, Source } from '../sources/source.ts'
import type { CameraVision, Confirms, Health, Look } from '../look/look.ts'
import type { Clock } from './clock.ts'
import type { SerialQueue } from './serial-queue.ts'

/** Figures of a camera since the last report. */
export type Figures = {
  looks: number
  /** Looks without a picture, or with one that shows nothing. */
  misses: number
  /** Total time from picture to decision over all looks, in milliseconds. */
  latency_ms: number
  /** The time to the next look, in milliseconds. */
  interval_ms: number
  /** Whether the processor is too busy for the configured cadence. */
  slowed: boolean
  /** The reason for the last miss; empty if there was none. */
  why: string
}
export const newFigures = (): Figures => ({
  looks: 0,
  misses: 0,
  latency_ms: 0,
  interval_ms: 0,
  slowed: false,
  why: '',
})

export type WatchNeeds = {
  readonly camera_sn: string
  readonly vision: CameraVision
  readonly source: Source
  readonly clock: Clock
  readonly queue: SerialQueue
  readonly figures: Figures
  readonly track_step: () => number
  readonly state: () => State
  /** The lots whose plates should be read at this time. */
  readonly wantedPlates: (time: number) => ReadonlySet<string>
  /** Decides whether a look that repeats what an earlier picture showed is enough; undefined if none is. */
  readonly confirms: () => Confirms | undefined
  /** Awaited, so that the looks of a camera are decided in order. `picture` is undefined for a miss. */
  readonly onLook: (look: Look, picture: Picture | undefined) => Promise<void>
  /** `onLook` failed although there was a picture, for example on a full disk. The next look tries again. */
  readonly onUnstored: (error: unknown) => void
  /** Called on the first failure, and on the first success after failures. */
  readonly onSilent: (why: string) => void
  readonly onBack: (attempts: number) => void
}

/** Starts watching; `stop` resolves when the current look has finished. */
export function watchCamera(needs: WatchNeeds): { stop: () => Promise<void> } {
  const { camera_sn, clock, figures, source } = needs
  const end = new AbortController()
  const health = createPictureHealth()
  let failures = 0
  /** The last picture could be judged: only then may the next one be compared with it alone. */
  let judged_last = false

  function missed(why: string): void {
    figures.misses++
    figures.why = why.slice(0, 200)
  }

  /** Resolves with the duration of the look in milliseconds, not counting the wait for the picture. */
  async function look(): Promise<number> {
    const picture = await source.next()
    const came = clock.now()
    const { time, jpeg } = picture
    const confirms = judged_last ? needs.confirms() : undefined
    judged_last = false
    const judged = await health.check(jpeg, time)
    if (judged.health === 'repeated') return clock.now() - came
    const seen: Look =
      judged.health === 'ok'
        ? await needs.queue.run(() => needs.vision.observe(jpeg, time, needs.wantedPlates(time), confirms))
        : { camera_sn, time, health: judged.health, why: judged.why, grey: false, lots: [] }
    if (end.signal.aborted) return 0
    await needs.onLook(seen, picture).catch(needs.onUnstored)
    judged_last = seen.health === 'ok'
    if (seen.health !== 'ok') missed(seen.why)
    else {
      figures.looks++
      figures.latency_ms += clock.now() - time
    }
    return clock.now() - came
  }

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      const began = clock.now()
      let took_ms = 0
      try {
        took_ms = await look()
        if (failures > 0) needs.onBack(failures)
        failures = 0
      } catch (error) {
        if (end.signal.aborted) return
        const why = reasonOf(error)
        missed(why)
        if (++failures === 1) needs.onSilent(why)
        const health = fault_of[why] ?? 'no_picture'
        await needs.onLook({ camera_sn, time: clock.now(), health, why, grey: false, lots: [] }, undefined)
      }
      const next = cadenceOf(needs.track_step(), isWatching(needs.state()), took_ms, failures)
      figures.interval_ms = next.wait_ms
      figures.slowed = next.slowed
      await clock.wait(Math.max(10, next.wait_ms - (clock.now() - began)), end.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      end.abort()
      source.close()
      await running
    },
  }
}

/** What a source says of a picture that came and is none to judge by. */
const fault_of: Readonly<Record<string, Health>> = {
  [deviceSentence('unseen_damaged')]: 'damaged',
  [deviceSentence('unseen_other_view')]: 'other_view',
}

/** The error of `fetch` carries the actual reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return deviceSentence('unseen_in_time')
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? cause.code : ''
  if (code === 'ECONNREFUSED') return deviceSentence('unseen_nothing_listens')
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return deviceSentence('unseen_unreachable')
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
    return deviceSentence('unseen_cut')
  return cause.message
}
