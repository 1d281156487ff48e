/**
 * Runs a tool of the analysis program in a process group of its own, at low priority, without our
 * environment, and with limits of time, memory and output. The tool answers each line of JSON with a line.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** A program and its first arguments; undefined if none is installed. */
export type ToolArgv = readonly [string, ...string[]] | undefined

const nice = 10
const poll_ms = 250
const page_bytes = 4096
export const max_line = 1024 * 1024
/** Set by an integrator for both programs; not secret. */
const passed_on = ['PATH', 'ANALYSIS_MODELS']

/** Whether the program is installed; for a script, whether its file exists. */
export function isInstalled(argv: ToolArgv): boolean {
  const file = argv?.findLast((part) => /\.[jt]s$/.test(part))
  return argv !== undefined && (file === undefined || existsSync(file))
}

export function startTool(argv: NonNullable<ToolArgv>, ...args: string[]): ChildProcess {
  const [program, ...first] = argv
  const env = Object.fromEntries(
    passed_on.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const child = spawn(program, [...first, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  child.stdin?.on('error', () => undefined)
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, nice)
    } catch {
      // It has ended already.
    }
  return child
}

export type LineLimits = {
  /** What a line is called in the sentence of an error: "a look". */
  what: string
  /** For one answer, in milliseconds. */
  max_ms: number
  max_mb: number
}
export type LineClient = {
  /** One line at a time. Rejects with an Error whose message says why there is no answer. */
  ask(line: object): Promise<object>
  /** Writes a line that is not answered. */
  tell(line: object): void
  close(): void
}
/** The program's own refusal of one line; the program continues. */
export class LineFailed extends Error {}

type Waiting = { resolve: (answer: object) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

export function lineClientOf(child: ChildProcess, { what, max_ms, max_mb }: LineLimits): LineClient {
  let waiting: Waiting | undefined
  let ended: string | undefined
  const end = (why: string): void => {
    ended ??= why
    clearInterval(watch)
    endGroup(child)
    if (waiting) clearTimeout(waiting.timer)
    waiting?.reject(new Error(ended))
    waiting = undefined
  }
  const watch = setInterval(() => {
    void residentMb(child.pid).then((mb) => {
      if (mb > max_mb) end(`it took more than ${max_mb} MB of memory`)
    })
  }, poll_ms)
  child.once('error', (error) => end(error.message))
  child.once('close', (status) => end(`it ended with status ${status ?? ''}`))
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const now = waiting
      if (!now || line.length > max_line) return
      waiting = undefined
      clearTimeout(now.timer)
      const answer = parsed(line)
      if (!answer) now.reject(new LineFailed('the answer is not JSON'))
      else if ('failed' in answer) now.reject(new LineFailed(String(answer.failed)))
      else now.resolve(answer)
    })
  const tell = (line: object): void => void child.stdin?.write(`${JSON.stringify(line)}\n`)
  return {
    ask: (line) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(new Error(ended))
        const timer = setTimeout(() => end(`${what} took more than ${max_ms / 1000} s`), max_ms)
        waiting = { resolve, reject, timer }
        tell(line)
      }),
    tell,
    close: () => end('closed'),
  }
}

function parsed(line: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(line)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

/** Kills the process, and the children that it left behind. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

/** 0 if the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * page_bytes) / 2 ** 20
}
