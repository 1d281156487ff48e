/** Whether the clock of the box can be trusted, according to the last comparison by the alarm watch. */
import { alarm_limits, type Answer } from '@parking/contract'
import type { ReportedReadings } from '#src/alarm/reading.ts'
import type { BoxClock } from '#src/device/box-clock.ts'

type Needs = { readings: ReportedReadings; box_clock: BoxClock }

export function clockHealth({ readings, box_clock }: Needs): Answer<'box_health'>['clock'] {
  const offset = readings.of('clock')?.facts['offset_ms']
  const offset_ms = typeof offset === 'number' ? offset : null
  const { ntp_enabled } = box_clock.last ?? {}
  if (offset_ms !== null && Math.abs(offset_ms) >= alarm_limits.clock_ms.bad)
    return { state: 'off', offset_ms }
  if (ntp_enabled === false || box_clock.synchronized === false) return { state: 'free', offset_ms }
  const compared = offset_ms !== null || box_clock.synchronized === true
  return { state: compared ? 'ok' : 'unknown', offset_ms }
}
