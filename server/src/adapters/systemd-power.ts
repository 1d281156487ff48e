/** Reboot by systemctl. */
import { unsupported } from '../ports/system-trouble.ts'
import type { PowerPort } from '../ports/power-port.ts'
import type { Program } from './program.ts'

export function systemdPower(_run: Program): PowerPort {
  const no = () => Promise.reject(unsupported('not built yet'))
  return {
    reboot: no,
  }
}
