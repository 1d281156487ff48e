/**
 * Reboots by systemctl, so that every program can shut down. Inhibitors (such as a running package manager)
 * are respected.
 */
import type { PowerPort } from '#src/ports/power-port.ts'
import { outputOf, type Program } from './program.ts'

export function systemdPower(run: Program): PowerPort {
  return {
    async reboot() {
      await outputOf(run, ['systemctl', '--no-ask-password', 'reboot'])
    },
  }
}
