/** How the server of a device is run: the built program as a child process, or, to save a start, one after the other in a process that stays. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root } from '#scripts/lib/root.mjs'

export type Ending = 'in order' | 'power cut'
/** Lines on its two outputs. */
export type Ears = { out(line: string): void; err(line: string): void }
export type RunningServer = {
  readonly pid: number
  /** Resolves when it has ended by itself, with its exit code. */
  readonly gone: Promise<number | null>
  stop(how: Ending): Promise<void>
}
/** Starts a server with these variables; it says by itself when it listens. */
export type Runner = (env: Record<string, string>, ears: Ears) => Promise<RunningServer>

/** The program of a device, `server/dist/main.js`, as deploy/parking-edge.service starts it. */
export const ownProcess: Runner = async (env, ears) => {
  const child = launch('server/dist/main.js', env)
  listen(child, () => ears)
  const gone = exitOf(child)
  return {
    pid: child.pid ?? 0,
    gone,
    async stop(how) {
      child.kill(how === 'in order' ? 'SIGTERM' : 'SIGKILL')
      await gone
    },
  }
}

/**
 * One process for one device after the other (device-host.mjs): the modules of the server are loaded once. It is the same server, stopped and started as after a restore; a power cut
 * is the end of the process, and the next start begins another.
 */
export function keptProcess(): { run: Runner; end(): Promise<void> } {
  let host: { child: ChildProcess; gone: Promise<number | null> } | undefined
  let ears: Ears | undefined

  async function open(env: Record<string, string>) {
    const child = launch('e2e/support/device-host.mjs', env)
    listen(child, () => ears)
    const gone = exitOf(child)
    await Promise.race([once(child, 'message'), gone])
    host = { child, gone }
    const left = () => void (host = host?.child === child ? undefined : host)
    void gone.then(left, left)
    return host
  }

  return {
    async run(env, heard) {
      ears = heard
      const { child, gone } = host ?? (await open(env))
      child.send({ start: env })
      return {
        pid: child.pid ?? 0,
        gone,
        async stop(how) {
          if (!child.connected) await gone
          else if (how === 'in order') {
            child.send('stop')
            await Promise.race([once(child, 'message'), gone])
          } else {
            child.kill('SIGKILL')
            await gone
          }
        },
      }
    },
    async end() {
      const going = host
      going?.child.disconnect()
      await going?.gone
    },
  }
}

function launch(program: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--max-semi-space-size=4', join(root, program)], {
    cwd: tmpdir(),
    // Over the channel the server sees that its parent is gone, however that came about, and ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...env },
  })
}

function listen({ stdout, stderr }: ChildProcess, ears: () => Ears | undefined): void {
  createInterface({ input: outputOf(stdout) }).on('line', (line) => ears()?.out(line))
  createInterface({ input: outputOf(stderr) }).on('line', (line) => ears()?.err(line))
}

function outputOf(stream: Readable | null): Readable {
  if (!stream) throw new Error('The server was started without a pipe for what it says')
  return stream
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => void child.once('error', reject).once('exit', (code) => resolve(code)))
