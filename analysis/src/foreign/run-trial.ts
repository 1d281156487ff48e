/** Runs a foreign model's own test in a child process that is ended when it takes too long or too much. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Manifest } from './manifest.ts'
import { ModelRefused, type RefusalReason } from './refusal.ts'

export type TrialOptions = {
  /** Arguments of Node that start `trial-main`, for example `['dist/trial.js']`. */
  readonly program: readonly string[]
  /** Milliseconds until the child is ended. */
  readonly max_ms?: number
  /** Megabytes resident at which it is ended. */
  readonly max_mb?: number
}

const poll_ms = 100
const page_bytes = 4096
/** What the child says may not fill our memory either. */
const max_said = 10_000

/** Answers why the model failed, or undefined where it passed. */
export function runTrial(
  folder: string,
  { file }: Pick<Manifest, 'file'>,
  { program, max_ms = 60_000, max_mb = 700 }: TrialOptions,
): Promise<ModelRefused | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...program, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // No environment: a model's program has no use for secrets of ours.
      env: { PATH: process.env['PATH'] ?? '' },
    })
    let said = ''
    let ended_for: ModelRefused | undefined
    const end = (reason: RefusalReason, why: string): void => {
      ended_for ??= new ModelRefused(reason, why)
      child.kill('SIGKILL')
    }
    const deadline = setTimeout(() => end('time', `${file} took more than ${max_ms / 1000} s`), max_ms)
    const watch = setInterval(() => {
      void residentMb(child.pid).then((mb) => {
        if (mb > max_mb) end('memory', `${file} took more than ${max_mb} MB of memory`)
      })
    }, poll_ms)
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.length > max_said) end('crash', `${file} fails: its trial says too much`)
    })
    child.on('error', (error) => (ended_for ??= new ModelRefused('crash', error.message)))
    child.on('close', (code) => {
      clearTimeout(deadline)
      clearInterval(watch)
      if (ended_for) resolve(ended_for)
      else if (code === 0) resolve(undefined)
      else if (said.trim() !== '') resolve(new ModelRefused('trial', said.trim()))
      else resolve(new ModelRefused('crash', `${file} ends the program that loads it (code ${code})`))
    })
  })
}

/** Megabytes in memory; 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * page_bytes) / 2 ** 20
}
