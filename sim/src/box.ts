/**
 * The box of the street: a simulated machine, and on it the device server as a process that a reboot ends and
 * starts again.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startMachine, type Machine } from './os/machine.ts'

const patience_ms = 10_000

export type Box = {
  readonly machine: Machine
  /** Tells the server to stop, and makes it when it does not; `ended` resolves after it. */
  stop(): void
  /** The exit code that the box ends with. */
  readonly ended: Promise<number>
}

/**
 * Starts both. `said` hears each line of the server's standard output, `ready` that it listens (again after
 * each reboot).
 */
export async function startBox(options: {
  program: string
  data: string
  time_server?: string
  env: NodeJS.ProcessEnv
  said: (line: string) => void
  ready: () => void
}): Promise<Box> {
  const { program, data, time_server: ntp_server = '', env, said, ready } = options
  const machine = await startMachine({
    folder: join(data, 'machine'),
    requests: join(data, 'root'),
    ntp_server,
  })
  let server: ChildProcess | undefined
  let stopping = false
  let rebooting = false
  let end: (code: number) => void = () => undefined
  const ended = new Promise<number>((resolve) => (end = resolve))

  async function start(): Promise<void> {
    rebooting = false
    // As deploy/parking-edge.service starts it.
    const child = spawn(process.execPath, ['--max-semi-space-size=4', program], {
      stdio: ['inherit', 'pipe', 'inherit'],
      env: { MALLOC_ARENA_MAX: '2', ...env, ...machine.env },
    })
    server = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      said(line)
      const port = /^Console: http:\/\/.*:(\d+)\/?$/.exec(line)?.[1]
      if (port === undefined) return
      void machine.network.serve(Number(port)).finally(ready)
    })
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      end(1)
    })
    child.on('close', (code) => {
      if (!rebooting) end(code ?? (stopping ? 0 : 1))
    })
  }

  const tell = (child: ChildProcess): void => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), patience_ms).unref()
  }

  machine.power.onReboot(
    async () => {
      const child = server
      if (!child || stopping || child.exitCode !== null || child.signalCode !== null) return
      rebooting = true
      const closed = once(child, 'close')
      tell(child)
      await closed
    },
    async () => {
      if (!stopping) await start()
    },
  )

  await start()
  return {
    machine,
    ended,
    stop() {
      if (stopping) return
      stopping = true
      if (server && server.exitCode === null && server.signalCode === null) tell(server)
      else end(0)
    },
  }
}
