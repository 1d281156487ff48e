/** The built program in a process of its own that a test kills while it works. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { program } from './built.ts'
import { test_password } from './device.ts'
import { until } from './until.ts'

/** A server on a data folder. It may be started again after each end. */
export function serverOn(folder: string) {
  let child: ChildProcess | undefined

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  return {
    /** Returns once it listens. */
    async start(): Promise<void> {
      child = spawn(process.execPath, [program], {
        env: {
          PATH: process.env.PATH,
          PARKING_PORT: '0',
          PARKING_DATA: folder,
          PARKING_ADMIN_PASSWORD: test_password,
          PARKING_ALLOW_LOOPBACK: '1',
          PARKING_LOG: 'error',
          PARKING_PROGRAMS: '/nothing-here',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout!.on('data', (data) => void (out += String(data)))
      await until('the server', () => out.includes('Console: '))
    },
    /** As by `kill -9`; returns once it has exited. */
    kill: () => end('SIGKILL'),
    /** In order; returns once it has exited. */
    stop: () => end('SIGTERM'),
  }
}
