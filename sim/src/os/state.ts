/** The disk of a simulated machine: the state that survives a power cut and a restart of the simulation. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type MachineState = {
  /** The saved connection, which is in force after a boot. */
  network: {
    ipv4: string
    netmask: string
    gateway: string
    dns_main: string
    dns_sub: string
    dhcp: boolean
  }
  time_zone: string
  /** Milliseconds between the machine's clock and the computer's. */
  clock_offset_ms: number
  ntp_enabled: boolean
  ntp_server: string
  /** The installed VPN configuration; empty if there is none. */
  vpn_config: string
  repository: string
  auto_update: boolean
  installed: Record<string, string>
  /** The versions in apt's lists, as of the last refresh. */
  candidates: Record<string, string>
}

/** Reads the state of an earlier run, or creates the state of a new machine. `save` writes all of it. */
export function openState(
  file: string,
  { ipv4, time_zone, ntp_server }: { ipv4: string; time_zone: string; ntp_server: string },
): { state: MachineState; save: () => void } {
  const gateway = ipv4.replace(/\d+$/, '1')
  const fresh: MachineState = {
    network: {
      ipv4,
      netmask: '255.255.255.0',
      gateway,
      dns_main: ipv4.replace(/\d+$/, '53'),
      dns_sub: '',
      dhcp: false,
    },
    time_zone,
    clock_offset_ms: 0,
    ntp_enabled: true,
    ntp_server,
    vpn_config: '',
    repository: 'http://packages.example/parking',
    auto_update: false,
    installed: { 'parking-edge': '0.1.0', 'parking-analysis': '2.3.1' },
    candidates: {},
  }
  const state = { ...fresh, ...readState(file) }
  return {
    state,
    save() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 1)}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}

function readState(file: string): Partial<MachineState> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<MachineState>
  } catch {
    return {}
  }
}
