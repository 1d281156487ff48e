/**
 * The analysis application as a systemd unit (PARKING_APP_UNIT): controlled and polled by `systemctl`, its
 * output read from the journal. It keeps running while the server restarts; systemd restarts it after a
 * crash.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { deviceSentence, log_type, type AppState } from '@parking/contract'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, type AppPort, type AppProcess } from '#src/ports/app-port.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { programEnvironment, type Program } from './program.ts'

export type SystemdAppOptions = {
  run: Program
  /** `parking-analysis.service`: polkit lets the server's user start, stop and restart it (deploy/). */
  unit: string
  log: FastifyBaseLogger
  /** The folder to search programs in; the system's by default. */
  programs?: string | undefined
  /** The polling interval; requests in between return the last state. */
  every_ms?: number
}

const properties = [
  'LoadState',
  'ActiveState',
  'SubState',
  'Result',
  'ExecMainCode',
  'ExecMainStatus',
  'UnitFileState',
  'NRestarts',
]
/** systemd gives a unit 10 s to exit (deploy/parking-analysis.service), then kills it. */
const timeout_ms = 20_000
const follow_again_ms = 5_000
const line_length = 2_000

export function systemdApp({ run, unit, log, programs, every_ms = 3_000 }: SystemdAppOptions): AppPort {
  let seen: AppProcess = { state: 'stopped', reason: '', startup: false, auto_update: false }
  let closed = false
  const journal = followJournal(unit, programs, log)

  async function poll(): Promise<void> {
    const { status, stdout } = await run([
      'systemctl',
      'show',
      `--property=${properties.join(',')}`,
      unit,
    ]).catch(() => ({ status: 1, stdout: '' }))
    const before = seen.state
    seen =
      status === 0
        ? processOf(stdout, unit)
        : { ...seen, state: 'unsupported', reason: deviceSentence('app_manager_silent') }
    if (seen.state === 'failed' && before !== 'failed')
      log.error(
        { log_type: log_type.service, what: 'app_ended', how: seen.reason, crashes: 1 },
        'the analysis application ended',
      )
  }
  const polling = setInterval(() => void poll(), every_ms)
  polling.unref()
  void poll()

  async function control(verb: 'start' | 'stop'): Promise<void> {
    const { status, stderr } = await run(['systemctl', '--no-ask-password', verb, unit], {
      timeout_ms,
    }).catch((error: unknown) => {
      if (error instanceof SystemError) throw new AppError(error.message)
      throw error
    })
    await poll()
    if (status === 0 && (verb === 'stop' || seen.state !== 'failed')) return
    const said = /access denied|not authorized/i.test(stderr)
      ? 'the server may not control it'
      : seen.reason || (stderr.trim().split('\n')[0] ?? '')
    throw new AppError(
      `The analysis application could not be ${verb === 'start' ? 'started' : 'stopped'}: ${said}`,
    )
  }

  return {
    status: () => seen,
    async start() {
      // A stop ends the wait before the next start, which would keep the call waiting too.
      if (seen.state === 'failed') await control('stop').catch(() => undefined)
      await control('start')
    },
    stop: () => control('stop'),
    async close() {
      if (closed) return
      closed = true
      clearInterval(polling)
      journal.stop()
    },
  }
}

function processOf(shown: string, unit: string): AppProcess {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1] ?? ''
  const startup = value('UnitFileState') === 'enabled'
  if (value('LoadState') !== 'loaded')
    return {
      state: 'unsupported',
      reason: `${unit} is not installed on this device`,
      startup,
      auto_update: false,
    }
  const state = stateOf(value('ActiveState'), value('SubState'), Number(value('NRestarts')))
  return { state, reason: state === 'failed' ? reasonOf(value) : '', startup, auto_update: false }
}

function stateOf(active: string, sub: string, restarts: number): AppState {
  // Between a crash and the next start (deploy/analysis-backoff).
  if (sub === 'auto-restart' || (sub === 'start-pre' && restarts > 0)) return 'failed'
  const states: Record<string, AppState> = {
    active: 'running',
    reloading: 'running',
    activating: 'starting',
    deactivating: 'stopping',
    failed: 'failed',
  }
  return states[active] ?? 'stopped'
}

/** `ExecMainCode` is CLD_EXITED (1), CLD_KILLED (2) or CLD_DUMPED (3). */
function reasonOf(value: (name: string) => string): string {
  if (value('ExecMainCode') === '1' && value('ExecMainStatus') === '203')
    return deviceSentence('app_program_missing')
  if (value('ExecMainCode') === '1')
    return deviceSentence('app_ended_with_status', { status: value('ExecMainStatus') })
  if (value('ExecMainCode') === '2' || value('ExecMainCode') === '3')
    return deviceSentence('app_ended_by_signal', { signal: value('ExecMainStatus') })
  return value('Result')
}

/**
 * Stores the application's output, from now on, as rows of log type 3. Without access to a journal there are
 * none.
 */
function followJournal(unit: string, programs: string | undefined, log: FastifyBaseLogger): { stop(): void } {
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  function follow(): void {
    const args = [
      '--follow',
      '--lines=0',
      '--quiet',
      '--output=json',
      '--output-fields=MESSAGE,PRIORITY',
      `_SYSTEMD_UNIT=${unit}`,
    ]
    const made = spawn('journalctl', args, {
      env: programEnvironment(programs),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child = made
    made.stdout?.on('error', () => undefined)
    if (made.stdout) createInterface({ input: made.stdout }).on('line', relay)
    const followAgain = () => {
      if (!stopped) again = setTimeout(follow, follow_again_ms).unref()
    }
    // One that could not be started is tried again too: memory may have been short.
    made.once('error', followAgain).once('exit', followAgain)
  }
  function relay(line: string): void {
    const [message, priority] = messageOf(line)
    if (message === '') return
    if (priority <= 4) log.warn({ log_type: log_type.application, app: message })
    else log.info({ log_type: log_type.application, app: message })
  }
  follow()
  return {
    stop() {
      stopped = true
      clearTimeout(again)
      child?.kill('SIGTERM')
    },
  }
}

/** A message that is not plain text comes as a list of bytes. */
function messageOf(line: string): [message: string, priority: number] {
  try {
    const { MESSAGE, PRIORITY } = JSON.parse(line) as { MESSAGE?: unknown; PRIORITY?: unknown }
    const text =
      typeof MESSAGE === 'string'
        ? MESSAGE
        : Array.isArray(MESSAGE)
          ? Buffer.from(MESSAGE.filter((byte): byte is number => typeof byte === 'number')).toString('utf8')
          : ''
    return [text.slice(0, line_length), Number(PRIORITY ?? 6)]
  } catch {
    return ['', 6]
  }
}
