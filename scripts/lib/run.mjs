/** Runs programs of others and keeps them quiet: what they print is shown only when they fail. */
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** A failure that has been put into one sentence for a person; the caller prints it without a stack. */
export class Sentence extends Error {}

/**
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, timeout_ms?: number }} RunOptions
 */

/**
 * Runs a program to its end and answers its exit code (128 when a signal ended it) and what it printed.
 * With `show` the output goes to the terminal as it comes.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, cwd = root, show = false, timeout_ms } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd,
      env: show ? env : { ...env, NO_COLOR: '1' },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      timeout: timeout_ms,
      killSignal: 'SIGKILL',
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 128, output }))
  })
}

/**
 * Runs one of our own or an installed package's programs with this very Node.
 * @param {string} file path from the project's folder
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (file, args, options) => run(process.execPath, [file, ...args], options)

/** Runs `main` and turns a Sentence into one line on stderr and exit code 1. @param {() => Promise<void>} main */
export async function speak(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error)
    process.exitCode = 1
  }
}
