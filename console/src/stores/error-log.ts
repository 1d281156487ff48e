/** Errors on this page, for the error log dialog (spec §2, §8): the newest 200, in production only. */
import { createStore } from '../lib/store.ts'

export type LoggedError = {
  id: number
  time: number
  message: string
  info: string
  url: string
  stack: string
}

export const error_log_size = 200
export const errorLog = createStore<readonly LoggedError[]>([])

let next = 1

/** Appends an error and drops the oldest entries beyond the limit. `always` is for tests. */
export function logError(
  error: { message: string; info: string; stack?: string },
  always = import.meta.env.PROD,
): void {
  if (!always) return
  const entry: LoggedError = {
    id: next++,
    time: Date.now(),
    message: error.message,
    info: error.info,
    url: here(),
    stack: error.stack ?? '',
  }
  errorLog.update((log) => [...log, entry].slice(-error_log_size))
}

export const clearErrorLog = (): void => errorLog.set([])

/** The log as text for a support case, without secrets. */
export const redactedLog = (log: readonly LoggedError[]): string =>
  redact(
    log
      .map(({ time, message, info, url, stack }) =>
        [new Date(time).toISOString(), message, info, url, stack].join('\n'),
      )
      .join('\n\n'),
  )

const secret_names = '(?:[\\w-]*token|[\\w-]*password|secret|key|signature|sig|authorization)'
/** The name of a secret with its separator, followed by its value. */
const secret_value = new RegExp(`\\b(${secret_names}["']?\\s*[=:]\\s*["']?)[^\\s&"',;}]+`, 'gi')

/** Replaces tokens, passwords, keys and signatures with `***`. */
export function redact(text: string): string {
  return text
    .replace(/(bearer\s+)[\w.~+/=-]+/gi, '$1***')
    .replace(secret_value, '$1***')
    .replace(/(\w+:\/\/[^\s/:@]+:)[^\s/@]+@/g, '$1***@')
}

/** Listens for uncaught errors and rejections. */
export function watchErrors(): void {
  addEventListener('error', (event) => {
    if (event.error === undefined || event.error === null) return
    logError({ message: event.message, info: 'window error', stack: stackOf(event.error) })
  })
  addEventListener('unhandledrejection', (event) => {
    logError({ message: messageOf(event.reason), info: 'unhandled rejection', stack: stackOf(event.reason) })
  })
}

const here = (): string => (typeof location === 'undefined' ? '' : location.href)
const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))
const stackOf = (reason: unknown): string => (reason instanceof Error ? (reason.stack ?? '') : '')
