/** The network by NetworkManager where it runs, else by systemd-networkd, else not at all. */
import { unsupported } from '../ports/system-trouble.ts'
import type { NetworkPort } from '../ports/network-port.ts'
import type { Program } from './program.ts'
import type { RootHelper } from './root-helper.ts'

export function linuxNetwork(_run: Program, _helper: RootHelper): NetworkPort {
  const no = () => Promise.reject(unsupported('not built yet'))
  return {
    read: no,
    inUse: no,
    arm: no,
    change: no,
    keep: no,
    undo: no,
  }
}
