/**
 * The network through NetworkManager if it manages the card, else through systemd-networkd; a card of
 * ifupdown is only read. Without any of them it is unsupported.
 */
import { createSocket } from 'node:dgram'
import { setTimeout as wait } from 'node:timers/promises'
import { sameSubnet } from '@parking/contract'
import type { NetworkNow, NetworkPort, RollbackState } from '#src/ports/network-port.ts'
import { unsupported } from '#src/ports/system-error.ts'
import { ifupdownCards, ifupdownOnly, readResolvConf } from './ifupdown-network.ts'
import { defaultRoutes, neighbourState, readLink } from './ip-facts.ts'
import {
  findNetworkdCard,
  networkdArm,
  networkdChange,
  networkdKeep,
  networkdUndo,
  readNetworkd,
} from './networkd-network.ts'
import {
  findNmCard,
  nmArm,
  nmChange,
  nmIsDhcp,
  nmKeep,
  nmUndo,
  readNmDns,
  type NmCard,
} from './networkmanager-network.ts'
import type { Program } from '../system/program.ts'
import type { RootHelper } from '../system/root-helper.ts'

type Card = ({ manager: 'networkmanager'; card: NmCard } | { manager: 'networkd' | 'ifupdown' }) & {
  interface: string
  gateway: string
}

/** The kernel sends three ARP requests, a second apart; a neighbour answers the first. */
const neighbour_timeout_ms = 1_200
const neighbour_step_ms = 100
/**
 * A manager that has just stopped is being restarted: it is retried for this long before it counts as
 * missing.
 */
const manager_timeout_ms = 2_500
const manager_step_ms = 250

export function linuxNetwork(run: Program, helper: RootHelper): NetworkPort {
  let seen_before = false

  async function find(): Promise<Card> {
    for (let waited = 0; ; waited += manager_step_ms) {
      const card = await findOnce()
      if (card) {
        seen_before = true
        return card
      }
      if (!seen_before || waited >= manager_timeout_ms) break
      await wait(manager_step_ms)
    }
    seen_before = false
    throw unsupported('neither NetworkManager nor systemd-networkd nor ifupdown manages its network card')
  }

  async function findOnce(): Promise<Card | undefined> {
    const routes = await defaultRoutes(run)
    const wanted = routes.map(({ device }) => device)
    const gatewayOf = (device: string) => routes.find((route) => route.device === device)?.gateway ?? ''
    const ifupdown = await ifupdownCards(run)
    const otherCard = (manager: 'networkd' | 'ifupdown', name: string): Card => ({
      manager,
      interface: name,
      gateway: gatewayOf(name),
    })
    // A card that another manager does not use must not hide the one with the default route.
    const [preferred] = wanted
    if (preferred !== undefined && ifupdown.includes(preferred)) return otherCard('ifupdown', preferred)
    const [card, networkd] = [await findNmCard(run, wanted), await findNetworkdCard(run, wanted)]
    const rank = (name: string) => (wanted.includes(name) ? wanted.indexOf(name) : wanted.length)
    if (card && (networkd === undefined || rank(card.interface) <= rank(networkd)))
      return {
        manager: 'networkmanager',
        card,
        interface: card.interface,
        gateway: gatewayOf(card.interface),
      }
    if (networkd !== undefined) return otherCard('networkd', networkd)
    return ifupdown[0] === undefined ? undefined : otherCard('ifupdown', ifupdown[0])
  }

  async function readCard(card: Card): Promise<NetworkNow & { dns: string[] }> {
    const nm = card.manager === 'networkmanager' ? card.card : undefined
    const [link, { dns, netplan }, auto] = await Promise.all([
      readLink(run, card.interface, card.gateway),
      settingsOf(card),
      nm ? nmIsDhcp(run, nm) : undefined,
    ])
    const { ipv4, netmask, macaddr, carrier } = link
    return {
      interface: card.interface,
      ipv4,
      netmask,
      gateway: card.gateway,
      dns_main: dns[0] ?? '',
      dns_sub: dns[1] ?? '',
      dns,
      macaddr,
      carrier,
      dhcp: auto ?? link.dynamic,
      manager: card.manager,
      netplan,
    }
  }

  async function settingsOf(card: Card): Promise<{ dns: string[]; netplan: boolean }> {
    if (card.manager === 'networkmanager')
      return { dns: await readNmDns(run, card.card), netplan: card.card.netplan }
    if (card.manager === 'networkd') return readNetworkd(run, card.interface)
    return { dns: await readResolvConf(run), netplan: false }
  }

  const managerOf = (rollback: RollbackState): Card['manager'] =>
    (JSON.parse(rollback) as { manager: Card['manager'] }).manager

  return {
    async boot() {
      const { status, stdout } = await run(['cat', '/proc/sys/kernel/random/boot_id']).catch(() => ({
        status: 1,
        stdout: '',
      }))
      return status === 0 ? stdout.trim() : ''
    },

    async read() {
      const { dns: _, ...now } = await readCard(await find())
      return now
    },

    async inUse(address) {
      const now = await readCard(await find())
      if (address === now.ipv4) return false
      if (now.ipv4 === '' || !sameSubnet(address, now.ipv4, now.netmask)) return null
      await triggerArp(address)
      for (let waited = 0; ; waited += neighbour_step_ms) {
        const state = await neighbourState(run, now.interface, address)
        if (state !== 'asking' || waited >= neighbour_timeout_ms) return state === 'there'
        await wait(neighbour_step_ms)
      }
    },

    async arm(seconds) {
      const card = await find()
      if (card.manager === 'ifupdown') throw ifupdownOnly()
      return card.manager === 'networkmanager'
        ? nmArm(run, card.card, seconds)
        : networkdArm(helper, card.interface, seconds)
    },

    async change(rollback, change) {
      const now = await readCard(await find())
      return managerOf(rollback) === 'networkmanager'
        ? nmChange(run, rollback, change, now)
        : networkdChange(run, helper, now, change)
    },

    keep: (rollback) =>
      managerOf(rollback) === 'networkmanager' ? nmKeep(run, rollback) : networkdKeep(helper),
    undo: (rollback) =>
      managerOf(rollback) === 'networkmanager' ? nmUndo(run, rollback) : networkdUndo(helper),
  }
}

/** Sends an empty datagram to the discard port, which makes the kernel resolve the address (ARP). */
function triggerArp(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const end = () => {
      socket
        .removeAllListeners('error')
        .on('error', () => undefined)
        .close()
      resolve()
    }
    socket.once('error', end) // no route, or not allowed: the kernel's table shows it
    socket.send('', 9, address, end)
  })
}
