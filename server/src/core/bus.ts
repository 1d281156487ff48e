/** What happened inside the server that others want to know at once: the analysis socket, the sender and the watchers listen. */
import { EventEmitter } from 'node:events'

export type BusEvents = {
  /** Cameras, scenes or parameters changed: the analysis application and the platform must hear of it. */
  config: []
  /** An event was stored or put back in the queue: the sender should look. */
  queue: []
  /** An event has gone on on its way: whoever does the next step should look. */
  ready: []
  /** The platform answers after it did not: whatever could not reach the network may try again. */
  link: []
  /** What the analysis says of the lots is not what it said before. */
  lots: []
  /** Any group of parameters changed: whoever works by them reads them anew. */
  params: []
  /** The platform's settings changed: sign in anew. */
  platform: []
  /** Somebody asked that everything that waits be sent now. */
  resume: []
}

export class Bus {
  readonly #emitter = new EventEmitter<BusEvents>()
  constructor() {
    this.#emitter.setMaxListeners(50)
  }
  emit(what: keyof BusEvents): void {
    this.#emitter.emit(what)
  }
  /** Listens until the returned function is called. */
  subscribe(what: keyof BusEvents, listener: () => void): () => void {
    this.#emitter.on(what, listener)
    return () => this.#emitter.off(what, listener)
  }
}
