/** Children that end together with us, with everything they have started themselves: none stays behind. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/** How long a child may take to end by itself. */
const patience_ms = 10_000

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches us alone and we end it in order.
 * `ended` answers its exit code; `stop` asks it to end and takes the whole group away when it has gone, or after 10 s.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export function begin(command, args, { env = process.env, cwd = root } = {}) {
  const child = spawn(command, [...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  const sweep = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has gone already.
    }
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (code, signal) => {
      sweep()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(sweep, patience_ms)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Calls `stop` once, at the first signal that asks us to end. @param {() => void} stop */
export function onEnd(stop) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!asked) stop()
      asked = true
    })
  }
}

/**
 * Runs a program until it ends or we are told to, and answers the exit code for ourselves: 0 when we were told.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export async function keep(command, args, options) {
  const child = begin(command, args, options)
  let told = false
  onEnd(() => {
    told = true
    void child.stop()
  })
  const code = await child.ended
  return told ? 0 : code
}
