/** Parts of the console that are downloaded when first needed, over a connection that may be down. */
import { lazy, type ComponentType } from 'react'
import { createStore } from './store.ts'

/** A part could not be downloaded. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the console could not be downloaded', { cause })
    this.name = 'MissingPart'
  }
}

/** Counts failed downloads, so that the shell can check the connection. */
export const failed_downloads = createStore(0)
/** Incremented whenever missing parts are to be retried at once. */
const retries = createStore(0)
export const retryParts = (): void => retries.update((n) => n + 1)

const pauses_ms = [1_000, 2_000, 5_000, 10_000]

/** Downloads a part; throws a `MissingPart` if that fails. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    failed_downloads.update((n) => n + 1)
    throw new MissingPart(cause)
  }
}

/**
 * Calls `again` once: when the browser is back online, when the connection is back, or after a pause that
 * grows with `tries`. Returns a function that cancels it.
 */
export function whenDue(tries: number, again: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
    unsubscribe()
  }
  const run = () => {
    stop()
    again()
  }
  const timer = setTimeout(run, pauses_ms[Math.min(tries, pauses_ms.length - 1)])
  const unsubscribe = retries.subscribe(run)
  addEventListener('online', run)
  return stop
}

/** A component that is downloaded when first rendered; failed downloads are repeated until one succeeds. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (let tries = 0; ; tries++)
      try {
        return { default: await fetchPart(load) }
      } catch {
        await new Promise<void>((resolve) => whenDue(tries, resolve))
      }
  })
