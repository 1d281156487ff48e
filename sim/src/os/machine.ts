/**
 * A simulated machine: simulated versions of nmcli, timedatectl, systemctl and others that the device server
 * runs instead of the real programs (PARKING_PROGRAMS), so that its real adapters are used and the computer
 * is not changed. Each forwards its arguments to this process.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClock, type Clock } from './clock.ts'
import { client } from './client-source.ts'
import { createKernel } from './kernel.ts'
import { createNetwork, type Network } from './network.ts'
import { createPackages, type Packages } from './packages.ts'
import { createEcho, type Echo } from './ping.ts'
import { createPower, type Power } from './power.ts'
import { openState, type MachineState } from './state.ts'
import { createUnits, type Units } from './units.ts'
import { createVpn, type Tunnel, type Vpn } from './vpn.ts'

/** The computer's programs that the machine uses too, if they are installed. They change nothing. */
const borrowed: readonly string[] = ['ffmpeg']
const own = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))

export type ProgramOutput = { status?: number; stdout?: string; stderr?: string }
/** Receives the arguments of the real program and its standard input. */
export type SimulatedProgram = (
  args: readonly string[],
  input: string,
) => ProgramOutput | Promise<ProgramOutput>

export type MachineOptions = {
  /** Holds the programs, the socket and the state that survives a power cut. */
  folder: string
  /** Where the server puts its requests to the root helper: `<data>/root`. */
  requests: string
  time_zone?: string
  /**
   * The address of the box on its simulated network; really served if the computer has all of 127.0.0.0/8
   * (Linux).
   */
  ipv4?: string
  /** The time server that a new machine follows, `host:port`; a server on loopback is really queried. */
  ntp_server?: string
  now?: () => number
}

/** What all parts of the machine share. */
export type Parts = {
  state: MachineState
  save: () => void
  units: Units
  programs: Map<string, SimulatedProgram>
  options: Required<MachineOptions>
  results: string
  /** The network interface of the VPN while it is up; set by vpn.ts and shown by `ip`. */
  tunnel: Tunnel | null
}

export type Machine = {
  /** The environment for a server on this machine: its programs, its root helper, its kernel. */
  readonly env: { PARKING_PROGRAMS: string; PARKING_HELPER_RESULTS: string; PARKING_KERNEL_STAT: string }
  /** The units of systemctl; a test may add its own. */
  readonly units: Units
  readonly network: Network
  readonly clock: Clock
  readonly vpn: Vpn
  readonly packages: Packages
  readonly power: Power
  /** Which machines answer ping. */
  readonly echo: Echo
  /** Removes a program, as on a box without it; `true` restores it. */
  installed(program: string, there: boolean): void
  /** Every program that was run, newest last. */
  readonly log: { program: string; args: readonly string[]; status: number }[]
  /** Stops listening; the state stays in the folder. */
  stop(): Promise<void>
}

/** Starts a machine; resolves when its programs can be run. */
export async function startMachine(given: MachineOptions): Promise<Machine> {
  const options = { time_zone: 'Asia/Shanghai', ipv4: '127.77.0.10', ntp_server: '', now: Date.now, ...given }
  const bin = join(options.folder, 'bin')
  const results = join(options.folder, 'run')
  rmSync(bin, { recursive: true, force: true })
  rmSync(results, { recursive: true, force: true })
  for (const folder of [bin, results]) mkdirSync(folder, { recursive: true })
  const programs = new Map<string, SimulatedProgram>()
  const log: Machine['log'] = []
  const { state, save } = openState(join(options.folder, 'state.json'), options)
  const units = createUnits(programs)
  const parts: Parts = { state, save, units, programs, options, results, tunnel: null }
  const network = createNetwork(parts)
  const clock = createClock(parts)
  const vpn = createVpn(parts, network)
  const packages = createPackages(parts)
  const kernel = createKernel(options)
  const power = createPower(parts, [network, clock, vpn, packages, kernel])
  const echo = createEcho(programs, network)

  const socket = join(options.folder, 'os.sock')
  const server = await listen(socket, async ({ program, args, input }) => {
    const output = (await programs.get(program)?.(args, input)) ?? {
      status: 127,
      stderr: `${program}: not found\n`,
    }
    log.push({ program, args, status: output.status ?? 0 })
    if (log.length > 1_000) log.splice(0, 500)
    return output
  })
  const client_file = join(options.folder, client.name)
  writeFileSync(client_file, client.source)
  const place = (program: string) => {
    const file = join(bin, program)
    if (borrowed.includes(program)) {
      const real = own(program)
      rmSync(file, { force: true })
      if (real) symlinkSync(real, file)
      return
    }
    // Linux refuses to write to a program that is running: it is replaced.
    const made = `${file}.new`
    writeFileSync(made, `#!/bin/sh\nexec '${client.run_by}' '${client_file}' '${socket}' '${program}' "$@"\n`)
    chmodSync(made, 0o755)
    renameSync(made, file)
  }
  for (const program of [...programs.keys(), ...borrowed]) place(program)

  return {
    env: { PARKING_PROGRAMS: bin, PARKING_HELPER_RESULTS: results, PARKING_KERNEL_STAT: kernel.file },
    units,
    network,
    clock,
    vpn,
    packages,
    power,
    echo,
    log,
    installed: (program, there) => (there ? place(program) : rmSync(join(bin, program), { force: true })),
    async stop() {
      await Promise.all([network.stop(), clock.stop(), vpn.stop(), packages.stop(), power.stop()])
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type ProgramRequest = { program: string; args: string[]; input: string }

/** Each text is preceded by its length in bytes: the program's name, its arguments, its input. */
function readRequest(bytes: Buffer): ProgramRequest {
  const texts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const begin = bytes.indexOf('\n', at) + 1
    const end = begin + Number(bytes.toString('latin1', at, begin - 1))
    texts.push(bytes.toString('utf8', begin, end))
    at = end
  }
  const [program = '', ...rest] = texts
  return { program, args: rest.slice(0, -1), input: rest.at(-1) ?? '' }
}

function listen(
  path: string,
  answer: (request: ProgramRequest) => Promise<ProgramOutput>,
): Promise<ReturnType<typeof createServer>> {
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    const chunks: Buffer[] = []
    connection.on('error', () => undefined)
    connection.on('data', (chunk: Buffer) => void chunks.push(chunk))
    connection.on('end', () => {
      answer(readRequest(Buffer.concat(chunks)))
        .catch((error: unknown): ProgramOutput => ({
          status: 70,
          stderr: `simulated machine: ${String(error)}\n`,
        }))
        .then(
          ({ status = 0, stdout = '', stderr = '' }) =>
            connection.end(`${status}\n${Buffer.byteLength(stdout)}\n${stdout}${stderr}`),
          () => undefined,
        )
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}
