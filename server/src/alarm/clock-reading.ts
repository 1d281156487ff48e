/** How far the box's clock is off: by the time server that it follows, else by the platform, whose clock is less exactly known. */
import { alarm_limits } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readClock } from '../device/time.ts'
import { heartbeatOf } from '../platform/platform-state.ts'
import { SystemError } from '../ports/system-error.ts'
import { levelAbove } from './machine.ts'
import type { Reading } from './reading.ts'

export async function clockReading(deps: Pick<Deps, 'clock' | 'db'>): Promise<Reading> {
  const said = await byTimeServer(deps)
  const { clock } = heartbeatOf(deps.db)
  // What the platform's answer cannot tell is not held against the box.
  const off =
    said ??
    (clock && {
      by: 'platform',
      offset_ms: Math.sign(clock.offset_ms) * Math.max(0, Math.abs(clock.offset_ms) - clock.error_ms),
    })
  const facts: Reading['facts'] = off ? { offset_ms: Math.round(off.offset_ms), by: off.by } : {}
  // Without anything to compare it with a clock is not known to be wrong.
  return {
    kind: 'clock',
    subject: '',
    name: '',
    level: off ? levelAbove(Math.abs(off.offset_ms), alarm_limits.clock_ms) : 'well',
    facts,
  }
}

async function byTimeServer({
  clock,
  db,
}: Pick<Deps, 'clock' | 'db'>): Promise<{ by: string; offset_ms: number } | undefined> {
  try {
    const { ntp_enabled, ntp_server } = await readClock({ clock, db })
    return ntp_enabled && ntp_server !== ''
      ? { by: ntp_server, offset_ms: (await clock.ask(ntp_server)).offset_ms }
      : undefined
  } catch (error) {
    if (error instanceof SystemError) return undefined
    throw error
  }
}
