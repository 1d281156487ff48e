/**
 * The analysis application as a child process: started without a shell, restarted after a crash, stopped by
 * SIGTERM and then SIGKILL. Its standard input stays open while the server runs, so that it can detect the
 * server's end.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { deviceSentence, log_type, type AppState } from '@parking/contract'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, type AppPort } from '#src/ports/app-port.ts'

export type ProcessAppOptions = {
  argv: readonly [string, ...string[]]
  /** The path of the analysis socket, passed as PARKING_SOCKET. */
  socket: string
  log: FastifyBaseLogger
  /** After this long it counts as running; an earlier exit is a quick crash. */
  settle_ms?: number
  /** The first delay before a restart; doubles with each quick end, up to `max_retry_ms`, for ever. */
  retry_ms?: number
  max_retry_ms?: number
  /** How long it may take to exit. */
  grace_ms?: number
}

const quick_ms = 10_000
const line_length = 2_000
/** The environment variables passed on to the application; none of them is a secret. */
const passed_on = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']

export function processApp(options: ProcessAppOptions): AppPort {
  const { log, settle_ms = 300, retry_ms = 1_000, max_retry_ms = 300_000, grace_ms = 5_000 } = options
  let state: AppState = 'stopped'
  let reason = ''
  let child: ChildProcess | undefined
  let crashes = 0
  let retry: NodeJS.Timeout | undefined

  const isStopping = () => state === 'stopping' || state === 'stopped'

  async function launch(): Promise<void> {
    state = 'starting'
    const started = Date.now()
    const [command, ...rest] = options.argv
    // Its own process group: stopping it reaches its children too, and Ctrl-C in a terminal reaches it only
    // through our orderly stop.
    const made = spawn(command, rest, {
      env: environment(options.socket),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child = made
    made.stdin?.on('error', () => undefined)
    relay(made.stdout, (line) => log.info({ log_type: log_type.application, app: line }))
    relay(made.stderr, (line) => log.warn({ log_type: log_type.application, app: line }))
    const ended = new Promise<string>((resolve) => {
      made.once('error', (error) => resolve(error.message))
      made.once('exit', (status, signal) =>
        resolve(
          signal
            ? deviceSentence('app_ended_by_signal', { signal })
            : deviceSentence('app_ended_with_status', { status: status ?? '' }),
        ),
      )
    })
    void ended.then((how) => onEnd(made, how, Date.now() - started))
    const early = await Promise.race([ended, settled(settle_ms)])
    // Stopped in the meantime: its exit is not a failure, and it is not running.
    if (isStopping()) return
    if (early !== undefined) throw new AppError(`The analysis application ${early}`)
    if (child === made) state = 'running'
  }

  function onEnd(which: ChildProcess, how: string, lived_ms: number): void {
    if (child !== which) return
    child = undefined
    if (state === 'stopping') return
    crashes = lived_ms < quick_ms ? crashes + 1 : 1
    reason = how
    state = 'failed'
    const wait_ms = Math.min(max_retry_ms, retry_ms * 2 ** Math.min(crashes - 1, 20))
    log.error(
      { log_type: log_type.service, what: 'app_ended', how, crashes, wait_ms },
      'the analysis application ended',
    )
    retry = setTimeout(() => void launch().catch(() => undefined), wait_ms)
  }

  async function stop(): Promise<void> {
    clearTimeout(retry)
    const which = child
    state = 'stopping'
    if (which?.pid !== undefined && which.exitCode === null && which.signalCode === null)
      await end(which, which.pid, grace_ms)
    child = undefined
    state = 'stopped'
    reason = ''
  }

  return {
    status: () => ({ state, reason, startup: true, auto_update: false }),
    stop,
    close: stop,
    async start() {
      clearTimeout(retry)
      if (child) return
      crashes = 0
      reason = ''
      await launch()
    },
  }
}

async function end(child: ChildProcess, pid: number, grace_ms: number): Promise<void> {
  const gone = once(child, 'exit')
  kill(pid, 'SIGTERM')
  const force = setTimeout(() => kill(pid, 'SIGKILL'), grace_ms)
  await gone
  clearTimeout(force)
  kill(pid, 'SIGKILL') // children that it left behind
}

/** Signals the whole group. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has exited in the meantime.
  }
}

const settled = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

function relay(stream: Readable | null, take: (line: string) => void): void {
  if (!stream) return
  stream.on('error', () => undefined)
  createInterface({ input: stream }).on('line', (line) => take(line.slice(0, line_length)))
}

function environment(socket: string): NodeJS.ProcessEnv {
  const known = passed_on.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return { ...Object.fromEntries(known), PARKING_SOCKET: socket }
}
