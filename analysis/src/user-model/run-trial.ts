/** Runs the self-test of a user's model in a child process, which is killed if it exceeds its limits. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Manifest } from './manifest.ts'
import { ModelRefused, type RefusalReason } from './refusal.ts'

export type TrialOptions = {
  /** Arguments of Node that start `trial-main`, for example `['dist/trial.js']`. */
  readonly program: readonly string[]
  /** Milliseconds after which the child is killed. */
  readonly max_ms?: number
  /** Resident memory in megabytes above which the child is killed. */
  readonly max_mb?: number
}

const poll_ms = 100
const page_bytes = 4096
/** Maximum length of the child's output, so that it cannot fill our memory either. */
const max_output = 10_000

/** Resolves with the reason why the model failed, or with undefined if it passed. */
export function runTrial(
  folder: string,
  { file }: Pick<Manifest, 'file'>,
  { program, max_ms = 60_000, max_mb = 700 }: TrialOptions,
): Promise<ModelRefused | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...program, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // No environment: the model's process must not get our secrets.
      env: { PATH: process.env['PATH'] ?? '' },
    })
    let output = ''
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
      output += chunk.toString()
      if (output.length > max_output) end('crash', `${file} fails: its trial says too much`)
    })
    child.on('error', (error) => (ended_for ??= new ModelRefused('crash', error.message)))
    child.on('close', (code) => {
      clearTimeout(deadline)
      clearInterval(watch)
      if (ended_for) resolve(ended_for)
      else if (code === 0) resolve(undefined)
      else if (output.trim() !== '') resolve(new ModelRefused('trial', output.trim()))
      else resolve(new ModelRefused('crash', `${file} ends the program that loads it (code ${code})`))
    })
  })
}

/** Resident memory in megabytes; 0 if the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * page_bytes) / 2 ** 20
}
