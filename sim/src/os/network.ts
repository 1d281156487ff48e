/**
 * The network of the simulated machine: a card and its manager (nmcli and busctl, or networkctl), ip, and the
 * address of the box, which is really served if the computer has all of 127.0.0.0/8.
 */
import { createServer, connect, type Server, type Socket } from 'node:net'
import { createBusctl } from './busctl.ts'
import { Card, device, netmaskOf, type Manager } from './card.ts'
import { createIp } from './ip.ts'
import type { Parts } from './machine.ts'
import { createNetworkd } from './networkd.ts'
import { createNmcli } from './nmcli.ts'

export type Network = {
  /** The service that manages the card. The tools of the other services answer as on a real box. */
  manager: Manager
  /** Whether netplan has written the manager's settings. */
  netplan: boolean
  /** Whether a cable is plugged in. */
  carrier: boolean
  /** Addresses of other machines in the network; the gateway is always there. */
  readonly neighbours: Set<string>
  /** Machines that are switched off; may include the gateway. */
  readonly switched_off: Set<string>
  /** The settings in force now. */
  readonly now: { ipv4: string; netmask: string; gateway: string; dns: readonly string[]; dhcp: boolean }
  /** Makes the card's manager refuse the next change with this message. */
  failNext(message: string): void
  /**
   * Forwards connections to the box's address to this port of 127.0.0.1. Call this whenever the server starts
   * to listen.
   */
  serve(port: number): Promise<void>
  /** `http://address:port` of the box; empty if this computer cannot serve its address. */
  readonly url: string
  /** A power cut and the boot after it. */
  reboot(): void
  stop(): Promise<void>
}

const boot_id_file = '/proc/sys/kernel/random/boot_id'

export function createNetwork(parts: Parts): Network {
  const { programs, state, save, options } = parts
  const card = new Card(state, save, options.ipv4)
  const busctl = createBusctl(card)
  const networkd = createNetworkd(card, parts)
  const proxy = createProxy(() => card.now.ipv4)
  card.onChange(() => void proxy.move())
  programs.set('nmcli', createNmcli(card))
  programs.set('busctl', busctl.program)
  programs.set('ip', createIp(card))
  programs.set('networkctl', networkd.program)
  programs.set('ifquery', () => ({
    stdout: `lo=lo\n${card.manager === 'ifupdown' ? `${device}=${device}\n` : ''}`,
  }))
  const files: Record<string, () => string> = {
    [boot_id_file]: () => `${card.boot_id}\n`,
    '/etc/resolv.conf': () => card.now.dns.map((address) => `nameserver ${address}\n`).join(''),
  }
  programs.set('cat', ([file = '']) => {
    const stdout = files[file]?.()
    return stdout === undefined
      ? { status: 1, stderr: `cat: ${file}: No such file or directory\n` }
      : { stdout }
  })

  return {
    get manager() {
      return card.manager
    },
    set manager(manager) {
      card.manager = manager
    },
    get netplan() {
      return card.netplan
    },
    set netplan(netplan) {
      card.netplan = netplan
    },
    get carrier() {
      return card.carrier
    },
    set carrier(carrier) {
      card.carrier = carrier
    },
    neighbours: card.neighbours,
    switched_off: card.switched_off,
    get now() {
      const { ipv4, prefix, gateway, dns, dhcp } = card.now
      return { ipv4, netmask: netmaskOf(prefix), gateway, dns, dhcp }
    },
    failNext: (message) => card.failNext(message),
    serve: (port) => proxy.serve(port),
    get url() {
      return proxy.url
    },
    reboot() {
      busctl.forget()
      networkd.forget()
      card.reboot()
    },
    async stop() {
      busctl.forget()
      networkd.forget()
      await proxy.close()
    },
  }
}

type Proxy = {
  serve(port: number): Promise<void>
  move(): Promise<void>
  close(): Promise<void>
  readonly url: string
}

/**
 * Forwards connections from the box's address to the server on 127.0.0.1. When the address changes, the
 * connections to the old one are closed.
 */
function createProxy(address: () => string): Proxy {
  let port = 0
  let open: { server: Server; at: string } | undefined
  let moving: Promise<void> = Promise.resolve()
  const connections = new Set<Socket>()

  async function closeServer(): Promise<void> {
    const server = open?.server
    open = undefined
    for (const connection of connections) connection.destroy()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  async function moveNow(): Promise<void> {
    const at = address()
    const wanted = port > 0 && at.startsWith('127.') && at !== '127.0.0.1' ? `${at}:${port}` : ''
    if (open?.at === wanted) return
    await closeServer()
    if (wanted === '') return
    const server = createServer((outside) => {
      const inside = connect(port, '127.0.0.1')
      for (const [one, other] of [
        [outside, inside],
        [inside, outside],
      ] as const) {
        connections.add(one)
        one
          .on('error', () => other.destroy())
          .on('close', () => {
            connections.delete(one)
            other.destroy()
          })
        one.pipe(other)
      }
    })
    const listens = await new Promise<boolean>((resolve) => {
      // The computer does not run Linux, or the port is in use. Everything else still works.
      server.once('error', () => resolve(false))
      server.listen(port, at, () => resolve(true))
    })
    if (listens) open = { server, at: wanted }
  }

  const move = () => (moving = moving.then(moveNow))
  return {
    serve(given) {
      port = given
      return move()
    },
    move,
    close() {
      port = 0
      return move()
    },
    get url() {
      return open ? `http://${open.at}` : ''
    },
  }
}
