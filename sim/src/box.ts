/**
 * The simulated box: a machine with the device server as a process on it. A reboot stops and restarts the
 * server; a test can also cut its power.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startMachine, type Machine } from './os/machine.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server that takes longer to stop is killed. */
const kill_after_ms = 10_000

export type Box = {
  readonly machine: Machine
  /** The process id of the most recently started server. */
  readonly pid: number
  /** Starts the server. Resolves when it listens; rejects if it ends before that. */
  start(): Promise<void>
  /** Stops the server, in order or as a power cut would. */
  stop(how?: 'in order' | 'power cut'): Promise<void>
}
export type BoxOptions = {
  program: string
  /** The tree whose installed unit says how the program is started; this one if not given. */
  build?: string
  data: string
  time_server?: string
  /** A certificate authority (PEM) that only this server trusts: that of the simulated mail server. */
  authority?: string
  env: NodeJS.ProcessEnv
  /** Receives each line that the server prints. */
  onLine: (line: string) => void
  /** Receives each line of the server's log. */
  onLog: (line: string) => void
  /** Called when the server has ended, unless it is restarted. */
  onExit?: (code: number) => void
}

/** The options of node and the variables with which the unit of a `build` starts its server. */
export function unitOf(build: string): { options: string[]; env: Record<string, string> } {
  const unit = readFileSync(join(build, 'deploy/parking-edge.service'), 'utf8')
  return {
    options: [...unit.matchAll(/ (--\S+)/g)].map(([, option]) => option!),
    env: Object.fromEntries([...unit.matchAll(/^Environment=(MALLOC_\w+)=(.+)$/gm)].map(([, ...one]) => one)),
  }
}

/** Starts the machine; the server starts with `start`. */
export async function openBox(options: BoxOptions): Promise<Box> {
  const {
    program,
    build = root,
    data,
    time_server: ntp_server = '',
    authority,
    env,
    onLine,
    onLog,
    onExit,
  } = options
  // Next to the data folder, because erasing a device for good empties the data folder, but the machine
  // remains.
  const around = `${data}-machine`
  mkdirSync(around, { recursive: true, mode: 0o700 })
  const machine = await startMachine({
    folder: around,
    requests: join(data, 'root'),
    ntp_server,
  })
  const authority_file = join(around, 'street-mail-ca.pem')
  if (authority) writeFileSync(authority_file, authority)
  let server: ChildProcess | undefined
  let rebooting = false

  async function start(): Promise<void> {
    rebooting = false
    const unit = unitOf(build)
    // The server notices through the IPC channel that this process has ended, for whatever reason.
    const child = spawn(process.execPath, [...unit.options, program], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...unit.env,
        ...env,
        ...(authority && { NODE_EXTRA_CA_CERTS: authority_file }),
        ...machine.env,
      },
    })
    server = child
    createInterface({ input: child.stderr! }).on('line', onLog)
    const port = await new Promise<number>((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        onLine(line)
        const listens = /^Console: https?:\/\/.*:(\d+)\/?$/.exec(line)
        if (listens) resolve(Number(listens[1]))
      })
      child.once('error', (error) => reject(new Error(`The server could not be started: ${error.message}`)))
      child.once('close', (code) => {
        reject(new Error(`The server ended with ${code}`))
        if (!rebooting) onExit?.(code ?? 1)
      })
    })
    await machine.network.serve(port)
  }

  async function stop(how: 'in order' | 'power cut' = 'in order'): Promise<void> {
    const child = server
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(how === 'in order' ? 'SIGTERM' : 'SIGKILL')
    const timer = setTimeout(() => child.kill('SIGKILL'), kill_after_ms)
    await closed
    clearTimeout(timer)
  }

  machine.power.onReboot(() => {
    rebooting = true
    return stop()
  }, start)
  return {
    machine,
    get pid() {
      return server?.pid ?? 0
    },
    start,
    stop,
  }
}
