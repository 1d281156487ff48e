/**
 * Runs the program under test as the device server would (PARKING_APP): without a shell, in its own process
 * group, with standard input open. A program that ends by itself is restarted a few times.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Findings } from './findings.ts'
import type { Waits } from './waits.ts'

export type Application = {
  /** False once the program cannot be started, or has ended by itself too often. */
  readonly usable: boolean
  readonly running: boolean
  /** Number of times it ended by itself. */
  readonly ends: number
  /** The last lines that it wrote, to both outputs. */
  readonly last_lines: readonly string[]
  start: () => void
  /** `kill -9` of the program and of every process that it started. */
  kill: () => Promise<void>
  /** Closes its standard input; false if it still runs after `ms` milliseconds. */
  closeInput: (ms: number) => Promise<boolean>
}
export type ApplicationNeeds = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly socket: string
  readonly findings: Findings
  readonly waits: Waits
}

const max_ends = 4
const restart_ms = 500
const max_last_lines = 8
/** The environment variables that the device server passes on. None is secret. */
const passed_on = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']

/** For a command line that was quoted as a whole, so that it became the name of a program. */
const hintFor = (program: string): string =>
  program.includes(' ')
    ? '. Give the program and its arguments as separate words, without quotation marks'
    : ''

export function createApplication({ command, cwd, socket, findings, waits }: ApplicationNeeds): Application {
  const [program, ...rest] = command
  const last_lines: string[] = []
  let child: ChildProcess | undefined
  let expected = false
  let ends = 0
  let failed = false

  const killNow = (): void => {
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has ended in the meantime.
    }
  }
  const hear = (line: string): void => {
    last_lines.push(line.slice(0, 300))
    if (last_lines.length > max_last_lines) last_lines.shift()
  }

  function start(): void {
    expected = false
    const env = Object.fromEntries(
      passed_on.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    )
    const made = spawn(program, rest, {
      cwd,
      env: { ...env, PARKING_SOCKET: socket },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child = made
    process.once('exit', killNow)
    made.stdin.on('error', () => undefined)
    for (const output of [made.stdout, made.stderr]) createInterface({ input: output }).on('line', hear)
    made.once('error', (error) => {
      failed = true
      findings.wrong('connect', `it cannot be started: ${error.message}${hintFor(program)}`)
      onEnd()
    })
    made.once('exit', (status, signal) => {
      if (!expected) {
        ends++
        findings.wrong('stable', `it ended by itself (${signal ?? `status ${status}`})`)
        if (ends < max_ends) setTimeout(startAgain, restart_ms).unref()
      }
      onEnd()
    })
    function onEnd(): void {
      if (child === made) child = undefined
      process.off('exit', killNow)
      waits.touch()
    }
  }

  function startAgain(): void {
    if (!child && !expected) start()
  }

  return {
    last_lines,
    start,
    get usable() {
      return !failed && ends < max_ends
    },
    get running() {
      return child !== undefined
    },
    get ends() {
      return ends
    },
    async kill() {
      expected = true
      const end = child && new Promise((done) => child!.once('exit', done))
      killNow()
      await end
    },
    async closeInput(ms) {
      if (!child) return true
      expected = true
      child.stdin?.end()
      return (await waits.until(() => child === undefined, ms)) ?? false
    },
  }
}
