/** The VPN by the unit openvpn-client@parking. */
import { unsupported } from '../ports/system-trouble.ts'
import type { VpnPort } from '../ports/vpn-port.ts'
import type { Program } from './program.ts'
import type { RootHelper } from './root-helper.ts'

export function openvpnClient(_run: Program, _helper: RootHelper): VpnPort {
  const no = () => Promise.reject(unsupported('not built yet'))
  return {
    read: no,
    install: no,
    start: no,
    stop: no,
    remove: no,
  }
}
