/**
 * Distributes the live feed of one camera to all viewers: runs while there is a viewer, restarts after a
 * failure, and never waits for a slow viewer.
 */
import type { CameraStep, LiveMessage } from '@parking/contract'
import { backoff } from '../core/flow/retry-backoff.ts'

/** The callbacks of a feed. A key frame can be shown without the frames before it. */
export type FeedListener = {
  open(message: LiveMessage, opening?: Buffer): void
  frame(bytes: Buffer, key: boolean): void
  ended(step: CameraStep): void
}
/** Starts the feed. `stop` resolves when the feed has stopped completely. */
export type Feed = (listener: FeedListener) => { stop(): Promise<void> }

export type Viewer = {
  send(data: string | Buffer): void
  /** Number of bytes that the viewer has not read yet. */
  waiting(): number
}

export type SourceOptions = {
  /** How long the source keeps running after the last viewer has left, e.g. while a page is reloaded. */
  linger_ms: number
  first_retry_ms: number
  max_retry_ms: number
  random: () => number
}

/** A viewer with more unread bytes gets no frames until the first key frame after it has caught up. */
const max_unread = 2 * 1024 * 1024
/** A viewer with at most this many unread bytes has caught up. */
const caught_up = 256 * 1024
/** Maximum bytes of frames buffered since the last key frame, for viewers that join in between. */
const max_buffered = 8 * 1024 * 1024

type ViewerState = 'flowing' | 'waits_for_key'

export class Source {
  readonly #feed: Feed
  readonly #options: SourceOptions
  readonly #viewers = new Map<Viewer, ViewerState>()
  #state: 'idle' | 'running' | 'resting' = 'idle'
  #run: ReturnType<Feed> | undefined
  #ending: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #opened: { message: LiveMessage; opening: Buffer | undefined } | undefined
  #failure: LiveMessage | undefined
  #buffered: Buffer[] = []
  #buffered_bytes = 0

  constructor(feed: Feed, options: SourceOptions) {
    this.#feed = feed
    this.#options = options
  }

  get state(): 'idle' | 'running' | 'resting' {
    return this.#state
  }

  /** Adds a viewer. Returns a function that removes it. */
  join(viewer: Viewer): () => void {
    this.#viewers.set(viewer, 'waits_for_key')
    if (this.#state === 'running') clearTimeout(this.#timer)
    if (this.#state === 'idle') this.#start()
    else if (this.#opened) this.#catchUp(viewer)
    else if (this.#failure) viewer.send(JSON.stringify(this.#failure))
    return () => this.#leave(viewer)
  }

  /** Stops the source even if there are viewers. */
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
    // A stopped feed may still report something, so only the current feed is listened to.
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
    for (const viewer of this.#viewers.keys()) this.#catchUp(viewer)
  }

  #catchUp(viewer: Viewer): void {
    if (!this.#opened) return
    viewer.send(JSON.stringify(this.#opened.message))
    if (this.#opened.opening) viewer.send(this.#opened.opening)
    for (const bytes of this.#buffered) viewer.send(bytes)
    this.#viewers.set(viewer, this.#buffered.length > 0 ? 'flowing' : 'waits_for_key')
  }

  #frame(bytes: Buffer, key: boolean): void {
    this.#failures = 0
    if (key) [this.#buffered, this.#buffered_bytes] = [[], 0]
    if (key || this.#buffered.length > 0) this.#buffered.push(bytes)
    this.#buffered_bytes += bytes.length
    if (this.#buffered_bytes > max_buffered) [this.#buffered, this.#buffered_bytes] = [[], 0]
    for (const [viewer, viewer_state] of this.#viewers) {
      if (viewer_state === 'waits_for_key' && !(key && viewer.waiting() <= caught_up)) continue
      if (viewer.waiting() > max_unread) {
        this.#viewers.set(viewer, 'waits_for_key')
        continue
      }
      if (viewer_state === 'waits_for_key') this.#viewers.set(viewer, 'flowing')
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
    this.#failure = { kind: 'failed', step }
    for (const viewer of this.#viewers.keys()) viewer.send(JSON.stringify(this.#failure))
    const { first_retry_ms, max_retry_ms, random } = this.#options
    // Waits at least half of the first delay: a viewer is waiting, but a camera that fails immediately must
    // not be retried without a pause.
    this.#timer = setTimeout(
      () => this.#start(),
      first_retry_ms / 2 + backoff(++this.#failures, first_retry_ms, max_retry_ms, random),
    )
  }

  #forget(): void {
    this.#opened = undefined
    ;[this.#buffered, this.#buffered_bytes] = [[], 0]
  }
}
