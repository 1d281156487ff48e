/** The clock by timedatectl. */
import { unsupported } from '../ports/system-trouble.ts'
import type { ClockPort } from '../ports/clock-port.ts'
import type { Program } from './program.ts'
import type { RootHelper } from './root-helper.ts'

export function systemdClock(_run: Program, _helper: RootHelper): ClockPort {
  const no = () => Promise.reject(unsupported('not built yet'))
  return {
    read: no,
    setZone: no,
    setTime: no,
    setNtp: no,
    ask: no,
  }
}
