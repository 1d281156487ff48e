/**
 * Reads how far the box's clock is off: compared with the time server that it uses, or else with the
 * platform, which is less precise.
 */
import { alarm_limits } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { HeartbeatState } from '../platform/heartbeat-state.ts'
import { SystemError } from '../ports/system-error.ts'
import { levelAbove } from './machine.ts'
import type { Reading } from './reading.ts'

/** The verdicts of the comparison of all clocks (clocks/clocks.ts). */
export type SeenClocks = { readonly state: { verdicts: readonly { kind: string; state: string }[] } }
type Needs = Pick<Deps, 'clock'> & { box_clock: BoxClock; heartbeat: HeartbeatState; clocks: SeenClocks }

export async function clockReading(deps: Needs): Promise<Reading> {
  const measured = await byTimeServer(deps)
  const { clock } = deps.heartbeat.current
  // If the other clocks agree with the device, the platform's clock is wrong.
  const platform_wrong = deps.clocks.state.verdicts.some(
    ({ kind, state }) => kind === 'platform' && state === 'off',
  )
  // An offset within the uncertainty of the platform's answer is ignored.
  const off =
    measured ??
    (!platform_wrong &&
      clock && {
        by: 'platform',
        offset_ms: Math.sign(clock.offset_ms) * Math.max(0, Math.abs(clock.offset_ms) - clock.error_ms),
      })
  const facts: Reading['facts'] = off ? { offset_ms: Math.round(off.offset_ms), by: off.by } : {}
  // Without a reference the clock is assumed to be right.
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
  box_clock,
}: Needs): Promise<{ by: string; offset_ms: number } | undefined> {
  try {
    const { ntp_enabled, ntp_server } = await box_clock.read()
    return ntp_enabled && ntp_server !== ''
      ? { by: ntp_server, offset_ms: (await clock.ask(ntp_server)).offset_ms }
      : undefined
  } catch (error) {
    if (error instanceof SystemError) return undefined
    throw error
  }
}
