/**
 * The simulated box: a machine, and the device server as a process on it that a reboot stops and starts
 * again.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startMachine, type Machine } from './os/machine.ts'

const kill_after_ms = 10_000

export type Box = {
  readonly machine: Machine
  /** Stops the server with SIGTERM, and kills it when that takes too long; `ended` resolves afterwards. */
  stop(): void
  /** The exit code of the box. */
  readonly ended: Promise<number>
}

/**
 * Starts the machine and the server. `onLine` receives each line of the server's standard output; `onReady`
 * is called whenever the server listens (again after each reboot).
 */
export async function startBox(options: {
  program: string
  data: string
  time_server?: string
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
  onReady: () => void
}): Promise<Box> {
  const { program, data, time_server: ntp_server = '', env, onLine, onReady } = options
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
    // The same options as in deploy/parking-edge.service.
    const child = spawn(process.execPath, ['--max-semi-space-size=4', program], {
      stdio: ['inherit', 'pipe', 'inherit'],
      env: { MALLOC_ARENA_MAX: '2', ...env, ...machine.env },
    })
    server = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line)
      const port = /^Console: http:\/\/.*:(\d+)\/?$/.exec(line)?.[1]
      if (port === undefined) return
      void machine.network.serve(Number(port)).finally(onReady)
    })
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      end(1)
    })
    child.on('close', (code) => {
      if (!rebooting) end(code ?? (stopping ? 0 : 1))
    })
  }

  const terminate = (child: ChildProcess): void => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), kill_after_ms).unref()
  }

  machine.power.onReboot(
    async () => {
      const child = server
      if (!child || stopping || child.exitCode !== null || child.signalCode !== null) return
      rebooting = true
      const closed = once(child, 'close')
      terminate(child)
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
      if (server && server.exitCode === null && server.signalCode === null) terminate(server)
      else end(0)
    },
  }
}
