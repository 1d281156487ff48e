/**
 * The live pictures of one camera for all viewers: runs while there is a viewer, restarts after a failure,
 * and never waits for a slow viewer.
 */
import type { CameraStep, LiveMessage } from '@parking/contract'
import { backoff } from '../core/flow/retry-backoff.ts'

/** The callbacks of a feed. A key frame can be shown without the frames before it. */
export type Hear = {
  open(message: LiveMessage, opening?: Buffer): void
  frame(bytes: Buffer, key: boolean): void
  ended(step: CameraStep): void
}
/** Starts the feed; `stop` resolves when all of it has stopped. */
export type Feed = (hear: Hear) => { stop(): Promise<void> }

export type Viewer = {
  send(data: string | Buffer): void
  /** Bytes that it has not read yet. */
  waiting(): number
}

export type SourceOptions = {
  /**
   * How long the source keeps running after the last viewer has left, for example while a page is reloaded.
   */
  linger_ms: number
  first_retry_ms: number
  longest_retry_ms: number
  random: () => number
}

/** A viewer this far behind gets nothing until a key frame comes when it has caught up. */
const far_behind = 2 * 1024 * 1024
const at_ease = 256 * 1024
/** The frames since the last key frame, for a viewer that joins in between. */
const max_kept = 8 * 1024 * 1024

type Seen = 'flowing' | 'waits_for_key'

export class Source {
  readonly #feed: Feed
  readonly #options: SourceOptions
  readonly #viewers = new Map<Viewer, Seen>()
  #state: 'idle' | 'running' | 'resting' = 'idle'
  #run: ReturnType<Feed> | undefined
  #ending: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #opened: { message: LiveMessage; opening: Buffer | undefined } | undefined
  #failure: LiveMessage | undefined
  #kept: Buffer[] = []
  #kept_bytes = 0

  constructor(feed: Feed, options: SourceOptions) {
    this.#feed = feed
    this.#options = options
  }

  get state(): 'idle' | 'running' | 'resting' {
    return this.#state
  }

  /** Returns a function that leaves. */
  join(viewer: Viewer): () => void {
    this.#viewers.set(viewer, 'waits_for_key')
    if (this.#state === 'running') clearTimeout(this.#timer)
    if (this.#state === 'idle') this.#start()
    else if (this.#opened) this.#welcome(viewer)
    else if (this.#failure) viewer.send(JSON.stringify(this.#failure))
    return () => this.#leave(viewer)
  }

  /** Stops it even if there are viewers. */
  async close(): Promise<void> {
    this.#viewers.clear()
    this.#stop()
    await this.#ending
  }

  #leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return
    if (this.#state === 'resting') this.#stop()
    else if (this.#state === 'running') this.#timer = setTimeout(() => this.#stop(), this.#options.linger_ms)
  }

  #start(): void {
    this.#state = 'running'
    this.#forget()
    // A stopped feed may still report something: only the current one counts.
    const run: { stop(): Promise<void> } = this.#feed({
      open: (message, opening) => this.#run === run && this.#open(message, opening),
      frame: (bytes, key) => this.#run === run && this.#frame(bytes, key),
      ended: (step) => this.#run === run && this.#ended(step),
    })
    this.#run = run
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#state = 'idle'
    this.#failures = 0
    this.#failure = undefined
    this.#forget()
    const run = this.#run
    this.#run = undefined
    if (run) this.#ending = Promise.all([this.#ending, run.stop()]).then(() => undefined)
  }

  #open(message: LiveMessage, opening: Buffer | undefined): void {
    this.#forget()
    this.#opened = { message, opening }
    this.#failure = undefined
    for (const viewer of this.#viewers.keys()) this.#welcome(viewer)
  }

  #welcome(viewer: Viewer): void {
    if (!this.#opened) return
    viewer.send(JSON.stringify(this.#opened.message))
    if (this.#opened.opening) viewer.send(this.#opened.opening)
    for (const bytes of this.#kept) viewer.send(bytes)
    this.#viewers.set(viewer, this.#kept.length > 0 ? 'flowing' : 'waits_for_key')
  }

  #frame(bytes: Buffer, key: boolean): void {
    this.#failures = 0
    if (key) [this.#kept, this.#kept_bytes] = [[], 0]
    if (key || this.#kept.length > 0) this.#kept.push(bytes)
    this.#kept_bytes += bytes.length
    if (this.#kept_bytes > max_kept) [this.#kept, this.#kept_bytes] = [[], 0]
    for (const [viewer, seen] of this.#viewers) {
      if (seen === 'waits_for_key' && !(key && viewer.waiting() <= at_ease)) continue
      if (viewer.waiting() > far_behind) {
        this.#viewers.set(viewer, 'waits_for_key')
        continue
      }
      if (seen === 'waits_for_key') this.#viewers.set(viewer, 'flowing')
      viewer.send(bytes)
    }
  }

  #ended(step: CameraStep): void {
    const run = this.#run
    this.#run = undefined
    if (run) this.#ending = Promise.all([this.#ending, run.stop()]).then(() => undefined)
    clearTimeout(this.#timer)
    if (this.#viewers.size === 0) return this.#stop()
    this.#forget()
    this.#state = 'resting'
    this.#failure = { kind: 'trouble', step }
    for (const viewer of this.#viewers.keys()) viewer.send(JSON.stringify(this.#failure))
    const { first_retry_ms, longest_retry_ms, random } = this.#options
    // At least half of the delay: a viewer is waiting, but a camera that fails at once must not be retried
    // without a pause.
    this.#timer = setTimeout(
      () => this.#start(),
      first_retry_ms / 2 + backoff(++this.#failures, first_retry_ms, longest_retry_ms, random),
    )
  }

  #forget(): void {
    this.#opened = undefined
    ;[this.#kept, this.#kept_bytes] = [[], 0]
  }
}
