/** Simulates the ping of iputils (20221126, Debian 12) and which machines answer echo requests. */
import type { ProgramOutput, SimulatedProgram } from './machine.ts'
import type { Network } from './network.ts'

export type Echo = {
  /** Machines that exist but do not answer pings, as behind a firewall. */
  readonly silent: Set<string>
  /** False: ping may not open its socket, as in a service outside the group of net.ipv4.ping_group_range. */
  permitted: boolean
}

const usage = '\nUsage\n  ping [options] <destination>\n'
/** The supported options; all but the first take a value. */
const supported = ['n', 'c', 'W', 'w', 'i', 's', 'I']

export function createEcho(
  programs: Map<string, SimulatedProgram>,
  network: Pick<Network, 'now' | 'carrier' | 'neighbours' | 'switched_off'>,
): Echo {
  const echo: Echo = { silent: new Set(), permitted: true }
  programs.set('ping', (args) => {
    const read = readArgs(args)
    if (typeof read === 'object') return read
    if (read === '') return { status: 1, stderr: 'ping: usage error: Destination address required\n' }
    if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(read))
      return { status: 2, stderr: `ping: ${read}: Name or service not known\n` }
    if (!echo.permitted)
      return {
        status: 2,
        stderr:
          'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\nping: => missing ' +
          'cap_net_raw+p capability or setuid?\n',
      }
    const { ipv4, gateway } = network.now
    if (ipv4 === '' || !network.carrier)
      return { status: 2, stderr: 'ping: connect: Network is unreachable\n' }
    const there =
      (read === gateway || read === ipv4 || network.neighbours.has(read)) &&
      !network.switched_off.has(read) &&
      !echo.silent.has(read)
    return there ? answered(read) : unanswered(read)
  })
  return echo
}

/** The destination, empty if there is none, or the error message for arguments that ping rejects. */
function readArgs(args: readonly string[]): string | ProgramOutput {
  let destination = ''
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (!arg.startsWith('-')) destination = arg
    else if (!supported.includes(arg.slice(1, 2)))
      return { status: 2, stderr: `ping: invalid option -- '${arg.slice(1, 2)}'\n${usage}` }
    else if (arg !== '-n' && arg.length === 2) {
      const value = args[++at]
      if (value === undefined)
        return { status: 2, stderr: `ping: option requires an argument -- '${arg.slice(1)}'\n${usage}` }
      if (arg !== '-I' && !/^\d+(\.\d+)?$/.test(value))
        return { status: 1, stderr: `ping: invalid argument: '${value}'\n` }
    }
  }
  return destination
}

const head = (address: string): string => `PING ${address} (${address}) 56(84) bytes of data.\n`

const answered = (address: string): ProgramOutput => ({
  stdout:
    `${head(address)}64 bytes from ${address}: icmp_seq=1 ttl=64 time=0.412 ms\n\n--- ${address} ` +
    `ping statistics ---\n` +
    '1 packets transmitted, 1 received, 0% packet loss, time 0ms\nrtt min/avg/max/mdev = ' +
    '0.412/0.412/0.412/0.000 ms\n',
})

const unanswered = (address: string): ProgramOutput => ({
  status: 1,
  stdout:
    `${head(address)}\n--- ${address} ping statistics ---\n1 packets transmitted, 0 ` +
    `received, 100% packet loss, time 0ms\n\n`,
})
