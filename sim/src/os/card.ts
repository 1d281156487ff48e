/**
 * The network card of the simulated machine. As on a real box, three profiles can differ: the saved profile,
 * the profile in its manager's memory, and the profile in force.
 */
import { randomUUID } from 'node:crypto'
import type { MachineState } from './state.ts'

/** The `ipv4` part of a connection profile, named as in nm-settings(5). */
export type Profile = {
  method: 'auto' | 'manual'
  addresses: readonly string[]
  gateway: string
  dns: readonly string[]
  ignore_auto_dns: 'yes' | 'no'
}
export type InForce = { ipv4: string; prefix: number; gateway: string; dns: readonly string[]; dhcp: boolean }
export type Manager = 'networkmanager' | 'networkd' | 'ifupdown' | 'none'

export const device = 'eth0'
export const macaddr = '02:5e:00:4d:00:0a'
export const uuid = '6d0f1c3e-5b1a-4c58-9a53-1f3c7d2be001'

export class Card {
  manager: Manager = 'networkmanager'
  /** Whether netplan has written the manager's settings. */
  netplan = false
  carrier = true
  /** Addresses of other machines in the network, in addition to the gateway. */
  readonly neighbours = new Set<string>()
  /** Machines that are switched off; may include the gateway. */
  readonly switched_off = new Set<string>()
  /** The profile in the manager's memory, which differs from the saved profile after a temporary change. */
  profile: Profile
  /** The profile in force in the kernel. */
  live: Profile
  boot_id: string = randomUUID()
  readonly #state: MachineState
  readonly #save: () => void
  readonly #lease: InForce
  readonly #listeners: (() => void)[] = []
  #refusal: string | undefined

  constructor(state: MachineState, save: () => void, home: string) {
    const beside = (last: number) => home.replace(/\d+$/, String(last))
    this.#state = state
    this.#save = save
    this.#lease = { ipv4: home, prefix: 24, gateway: beside(1), dns: [beside(53)], dhcp: true }
    this.profile = this.saved
    this.live = this.saved
  }

  get saved(): Profile {
    const { ipv4, netmask, gateway, dns_main, dns_sub, dhcp } = this.#state.network
    const dns = [dns_main, dns_sub].filter(Boolean)
    if (!dhcp)
      return {
        method: 'manual',
        addresses: [`${ipv4}/${prefixOf(netmask)}`],
        gateway,
        dns,
        ignore_auto_dns: 'no',
      }
    const own = dns.join() !== this.#lease.dns.join()
    return {
      method: 'auto',
      addresses: [],
      gateway: '',
      dns: own ? dns : [],
      ignore_auto_dns: own ? 'yes' : 'no',
    }
  }

  keep(profile: Profile): void {
    const { ipv4, prefix, gateway, dns, dhcp } = this.#inForce(profile)
    this.#state.network = {
      ipv4,
      netmask: netmaskOf(prefix),
      gateway,
      dns_main: dns[0] ?? '',
      dns_sub: dns[1] ?? '',
      dhcp,
    }
    this.#save()
  }

  get now(): InForce {
    return this.#inForce(this.live)
  }

  /** Makes the manager refuse the next change with this message. */
  failNext(message: string): void {
    this.#refusal = message
  }

  /** Puts a profile in force; returns the manager's error message if that fails. */
  apply(profile: Profile): string | undefined {
    const refusal = this.#refusal
    this.#refusal = undefined
    if (refusal !== undefined) return refusal
    this.live = profile
    for (const listener of this.#listeners) listener()
    return undefined
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Whether a machine answers at this address (ARP). */
  answers(address: string): boolean {
    return (
      this.carrier &&
      !this.switched_off.has(address) &&
      (address === this.now.gateway || this.neighbours.has(address)) &&
      address !== this.now.ipv4
    )
  }

  /** A power cut and the boot after it: memory is lost, and the saved profile comes into force. */
  reboot(): void {
    this.boot_id = randomUUID()
    this.#refusal = undefined
    this.profile = this.saved
    this.apply(this.profile)
  }

  #inForce({ method, addresses, gateway, dns, ignore_auto_dns }: Profile): InForce {
    if (method === 'auto')
      return { ...this.#lease, dns: ignore_auto_dns === 'yes' ? dns : [...dns, ...this.#lease.dns] }
    const [ipv4 = '', prefix = '32'] = (addresses[0] ?? '').split('/')
    return { ipv4, prefix: Number(prefix), gateway, dns, dhcp: false }
  }
}

export const isIpv4 = (text: string): boolean =>
  /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)
const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const prefixOf = (netmask: string): number => 32 - Math.log2(2 ** 32 - numberOf(netmask))
export const netmaskOf = (prefix: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor((2 ** 32 - 2 ** (32 - prefix)) / 2 ** shift) % 256).join('.')
