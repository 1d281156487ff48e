/**
 * Runs a program of the lab isolated from the machine, with its own network, mounts, processes and host name.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'

/**
 * Runs the proofs in new namespaces, which end with this process, however it ends. CAP_SYS_TIME is dropped,
 * because the clock is shared with the machine.
 */
export function runInNamespaces(program: string, args: string[]): Promise<number> {
  const unshare = [
    '--mount',
    '--propagation',
    'private',
    '--net',
    '--uts',
    '--ipc',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
  ]
  const no_clock = ['setpriv', '--bounding-set', '-sys_time', '--inh-caps', '-sys_time']
  const clock_before = Date.now() - performance.now()
  const child = spawn(
    'unshare',
    [...unshare, ...no_clock, process.execPath, '--import', 'tsx', join(root, program), ...args],
    { cwd: root, stdio: 'inherit' },
  )
  const stop = () => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('exit', stop)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`unshare: ${error.message}`)
      resolve(2)
    })
    child.on('close', (code) => {
      // Warns if the wall clock moved against the monotonic clock, because the lab must never set it.
      const drift_ms = Math.round(Date.now() - performance.now() - clock_before)
      if (Math.abs(drift_ms) > 500)
        console.error(`the clock of this machine moved by ${drift_ms} ms while the lab ran`)
      resolve(code ?? 1)
    })
  })
}
