/**
 * Runs the model tool of the analysis program (analysis/src/foreign/model-tool.ts): in its own process group,
 * at low priority, without our environment, and with limits of time, memory and output.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { model_refusals } from '@parking/contract'
import type { Looker, ModelLook, ModelsPort, ModelVerdict } from '#src/ports/models-port.ts'

export type ModelToolOptions = {
  /** The program and its first arguments; undefined where none is installed. */
  argv: readonly [string, ...string[]] | undefined
  check_ms?: number
  /** For one picture, the loading of the model included. */
  look_ms?: number
  max_mb?: number
}

const nice = 10
const poll_ms = 250
const page_bytes = 4096
const max_line = 1024 * 1024
/** Set by an integrator for both programs; no secret. */
const passed_on = ['PATH', 'ANALYSIS_MODELS']

export function modelTool(options: ModelToolOptions): ModelsPort {
  const { argv, check_ms = 120_000, look_ms = 60_000, max_mb = 800 } = options
  const file = argv?.findLast((part) => /\.[jt]s$/.test(part))

  function start(...args: string[]): ChildProcess {
    const [program, ...first] = argv!
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

  return {
    available: () => argv !== undefined && (file === undefined || existsSync(file)),
    check: (folder) =>
      argv ? check(start('check', folder), check_ms) : Promise.resolve(refusedFor('no_tool', '')),
    look: (folder, config) => openLooker(start('look', folder ?? 'shipped'), config, { look_ms, max_mb }),
  }
}

const refusedFor = (reason: (typeof model_refusals)[number], said: string): ModelVerdict => ({
  ok: false,
  reason,
  said,
})

/** The tool itself limits the model; this is for the tool. */
function check(child: ChildProcess, check_ms: number): Promise<ModelVerdict> {
  return new Promise((resolve) => {
    let text = ''
    const deadline = setTimeout(() => {
      endGroup(child)
      resolve(refusedFor('time', `the check took more than ${check_ms / 1000} s`))
    }, check_ms)
    child.stdin?.end()
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.length > max_line) endGroup(child)
    })
    child.once('error', (error) => resolve(refusedFor('no_tool', error.message)))
    child.once('close', (status) => {
      clearTimeout(deadline)
      endGroup(child)
      resolve(verdictOf(text) ?? refusedFor('crash', `the check ended with status ${status ?? ''}`))
    })
  })
}

function verdictOf(text: string): ModelVerdict | undefined {
  try {
    const found = JSON.parse(text) as ModelVerdict
    if (found.ok) return found
    return model_refusals.includes(found.reason) ? found : undefined
  } catch {
    return undefined
  }
}

type Waiting = { resolve: (look: ModelLook) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

function openLooker(
  child: ChildProcess,
  config: object,
  { look_ms, max_mb }: { look_ms: number; max_mb: number },
): Looker {
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
      const answer = JSON.parse(line) as ModelLook | { failed: string }
      if ('failed' in answer) now.reject(new Error(answer.failed))
      else now.resolve(answer)
    })
  child.stdin?.write(`${JSON.stringify(config)}\n`)
  return {
    ask: ({ camera_sn, time, jpeg }) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(new Error(ended))
        const timer = setTimeout(() => end(`a look took more than ${look_ms / 1000} s`), look_ms)
        waiting = { resolve, reject, timer }
        const line = { camera_sn, time, jpeg: Buffer.from(jpeg).toString('base64') }
        child.stdin?.write(`${JSON.stringify(line)}\n`)
      }),
    close: () => end('closed'),
  }
}

/** With the children that it left behind. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

/** 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * page_bytes) / 2 ** 20
}
