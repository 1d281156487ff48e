/** ip of iproute2 6.1 with `-j`: addresses, the default route and neighbours. */
import { device, isIpv4, macaddr, type Card } from './card.ts'
import type { ProgramOutput, SimulatedProgram } from './machine.ts'

const wrong = (words: string, status = 1): ProgramOutput => ({ status, stderr: `${words}\n` })

export function createIp(card: Card): SimulatedProgram {
  function addresses(name: string | undefined): ProgramOutput {
    if (name !== device) return wrong(`Device "${name ?? ''}" does not exist.`)
    const { ipv4, prefix, dhcp } = card.now
    const there = card.carrier && ipv4 !== ''
    const [life, preferred] = dhcp ? [86_000, 86_000] : [4294967295, 4294967295]
    const info = {
      family: 'inet',
      local: ipv4,
      prefixlen: prefix,
      scope: 'global',
      ...(dhcp && { dynamic: true }),
      label: device,
      valid_life_time: life,
      preferred_life_time: preferred,
    }
    return json([
      {
        ifindex: 2,
        ifname: device,
        flags: ['BROADCAST', 'MULTICAST', 'UP', ...(card.carrier ? ['LOWER_UP'] : ['NO-CARRIER'])],
        mtu: 1500,
        qdisc: 'fq_codel',
        operstate: card.carrier ? 'UP' : 'DOWN',
        group: 'default',
        txqlen: 1000,
        link_type: 'ether',
        address: macaddr,
        broadcast: 'ff:ff:ff:ff:ff:ff',
        addr_info: there ? [info] : [],
      },
    ])
  }

  function routes(family: 4 | 6): ProgramOutput {
    if (family === 6) return json([])
    const { gateway, dhcp } = card.now
    return json(
      card.carrier && gateway !== ''
        ? [
            {
              dst: 'default',
              gateway,
              dev: device,
              protocol: dhcp ? 'dhcp' : 'static',
              metric: 100,
              flags: [],
            },
          ]
        : [],
    )
  }

  function neighbours(address: string | undefined, name: string | undefined): ProgramOutput {
    if (address === undefined || !isIpv4(address))
      return wrong(`Error: inet prefix is expected rather than "${address ?? ''}".`)
    if (name !== device) return wrong(`Cannot find device "${name ?? ''}"`)
    return json(
      card.answers(address)
        ? [{ dst: address, dev: device, lladdr: '02:5e:00:4d:00:99', state: ['REACHABLE'] }]
        : [{ dst: address, dev: device, state: ['FAILED'] }],
    )
  }

  return (args) => {
    const options = args.filter((arg) => arg.startsWith('-'))
    const odd = options.find((option) => !['-j', '-4', '-6'].includes(option))
    if (odd !== undefined) return wrong(`Option "${odd}" is unknown, try "ip -help".`, 255)
    if (!options.includes('-j')) return wrong('The simulated ip speaks JSON only.')
    const [object, command, ...rest] = args.filter((arg) => !arg.startsWith('-'))
    if (object === 'addr' && command === 'show' && rest[0] === 'dev') return addresses(rest[1])
    if (object === 'route' && command === 'show' && rest[0] === 'default')
      return routes(options.includes('-6') ? 6 : 4)
    if (object === 'neigh' && command === 'show' && rest[0] === 'to' && rest[2] === 'dev')
      return neighbours(rest[1], rest[3])
    return ['addr', 'route', 'neigh'].includes(object ?? '')
      ? wrong(`Command "${command ?? ''}" is unknown, try "ip ${object} help".`, 255)
      : wrong(`Object "${object ?? ''}" is unknown, try "ip help".`)
  }
}

const json = (value: unknown): ProgramOutput => ({ stdout: `${JSON.stringify(value)}\n` })
