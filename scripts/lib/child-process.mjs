/** Runs child processes that end together with this one, including everything they have started. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/** How long a child may take to exit after SIGTERM. */
const grace_ms = 10_000

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only this process, which then stops
 * the program. `ended` resolves with its exit code. `stop` sends SIGTERM and kills the whole group once the
 * program has exited, or after 10 s.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export function startChild(command, args, { env = process.env, cwd = root } = {}) {
  const child = spawn(command, [...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has ended already.
    }
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (code, signal) => {
      killGroup()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(killGroup, grace_ms)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Calls `stop` on the first signal that asks this process to end. @param {() => void} stop */
export function onEnd(stop) {
  let called = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!called) stop()
      called = true
    })
  }
}

/**
 * Runs a program until it ends or this process gets a signal. Returns its exit code, or 0 after a signal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export async function runChild(command, args, options) {
  const child = startChild(command, args, options)
  let stopped = false
  onEnd(() => {
    stopped = true
    void child.stop()
  })
  const code = await child.ended
  return stopped ? 0 : code
}
