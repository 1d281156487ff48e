/** Runs programs and collects their output, which callers print only after a failure. */
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** An error whose message is for the user and is printed without a stack trace. */
export class Sentence extends Error {}

/**
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, timeout_ms?: number }} RunOptions
 */

/**
 * Variables for the colours of the output, which is a pipe even if it also goes to a terminal.
 * @param {boolean} show
 */
function colors(show) {
  if (!show) return { NO_COLOR: '1' }
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
}

/**
 * Runs a program to completion and returns its exit code (128 after a signal) and its output. With `show` the
 * output also goes to the terminal as it arrives.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, cwd = root, show = false, timeout_ms } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd,
      env: { ...env, ...colors(show) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeout_ms,
      killSignal: 'SIGKILL',
    })
    let output = ''
    const collect = (/** @type {Buffer} */ chunk, /** @type {NodeJS.WriteStream} */ terminal) => {
      output += chunk
      if (show) terminal.write(chunk)
    }
    child.stdout.on('data', (chunk) => collect(chunk, process.stdout))
    child.stderr.on('data', (chunk) => collect(chunk, process.stderr))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 128, output }))
  })
}

/**
 * Runs a program of the project or of an installed package with the same Node.
 * @param {string} file path from the project's folder
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (file, args, options) => run(process.execPath, [file, ...args], options)

/** Runs `main`; a Sentence becomes one line on stderr and exit code 1. @param {() => Promise<void>} main */
export async function speak(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error)
    process.exitCode = 1
  }
}
