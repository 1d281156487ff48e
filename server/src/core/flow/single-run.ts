/** Allows one run at a time; a second one is refused until the first has ended. */

export class SingleRun {
  #current: Promise<unknown> | undefined

  get running(): boolean {
    return this.#current !== undefined
  }

  /** Starts `work` at once. Rejects with the error from `refusal` if another run has not ended. */
  async run<T>(refusal: () => Error, work: () => Promise<T>): Promise<T> {
    if (this.#current) throw refusal()
    let end: () => void = () => undefined
    this.#current = new Promise<void>((resolve) => (end = resolve))
    try {
      return await work()
    } finally {
      this.#current = undefined
      end()
    }
  }

  /** Resolves when the run in progress has ended; at once if there is none. Never rejects. */
  async settled(): Promise<void> {
    await this.#current
  }
}
