/**
 * Events inside the server, for the parts that must react at once:
 * the analysis socket, the sender and the watchers subscribe.
 */
import { EventEmitter } from 'node:events'

export type BusEvents = {
  /**
   * Cameras, scenes or parameters changed: the analysis application and the platform must get the new state.
   */
  config: []
  /** An event was stored or returned to the queue: the sender should check it. */
  queue: []
  /** An event is ready for its next step: the worker of that step should check. */
  ready: []
  /** The platform answers again: workers that had no network may retry. */
  link: []
  /** The analysis application reported a change of lot states. */
  lots: []
  /** A group of parameters changed: workers read it again. */
  params: []
  /** The platform's settings changed: the server must sign in again. */
  platform: []
  /** A user asked that everything pending be sent now. */
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
  /** Calls the listener until the returned function is called. */
  subscribe(what: keyof BusEvents, listener: () => void): () => void {
    this.#emitter.on(what, listener)
    return () => this.#emitter.off(what, listener)
  }
}
