/** Reboot by systemctl: in order, so that every program may end. An inhibitor of the system (another package program, say) is not overridden. */
import type { PowerPort } from '#src/ports/power-port.ts'
import { outputOf, type Program } from './program.ts'

export function systemdPower(run: Program): PowerPort {
  return {
    async reboot() {
      await outputOf(run, ['systemctl', '--no-ask-password', 'reboot'])
    },
  }
}
