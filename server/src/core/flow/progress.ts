/**
 * The progress of tests that users started: the steps that each has passed so far, in memory, for the page
 * that polls them.
 */

export type Progress<Step> = { readonly passed: readonly Step[]; pass(step: Step): void; close(): void }

export class ProgressBoard<Step> {
  /** By user and by the name that the page gave the test. */
  readonly #running = new Map<string, Step[]>()

  /** Starts recording one test. Without a `name` no page can request it. */
  start(username: string, name: string | undefined): Progress<Step> {
    const passed: Step[] = []
    const key = name === undefined ? undefined : keyOf(username, name)
    if (key !== undefined) this.#running.set(key, passed)
    return {
      passed,
      pass: (step) => void passed.push(step),
      close: () => {
        // A newer test of the same name may have replaced this one.
        if (key !== undefined && this.#running.get(key) === passed) this.#running.delete(key)
      },
    }
  }

  /** The steps passed by a running test; empty when it has ended or belongs to another user. */
  steps(username: string, name: string): Step[] {
    return [...(this.#running.get(keyOf(username, name)) ?? [])]
  }
}

const keyOf = (username: string, name: string): string => `${username}\n${name}`
