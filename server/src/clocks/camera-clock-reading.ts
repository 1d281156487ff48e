/** Reports to the alarms whether a camera's clock is wrong. */
import { alarm_limits } from '@parking/contract'
import { levelAbove } from '../alarm/machine.ts'
import type { ReportedReadings } from '../alarm/reading.ts'
import type { CameraRow } from '../camera/camera.store.ts'
import type { Clocks } from './clocks.ts'

type Camera = Pick<CameraRow, 'camera_sn' | 'camera_name'>

/** Without a measurement, the state of the alarm does not change. */
export function reportCameraClock(readings: ReportedReadings, clocks: Clocks, camera: Camera): void {
  const { camera_sn, camera_name } = camera
  const verdict = clocks.state.verdicts.find(({ kind, id }) => kind === 'camera' && id === camera_sn)
  const off_ms = verdict?.state === 'agrees' ? 0 : Math.abs(verdict?.off_ms ?? 0)
  readings.report({
    kind: 'camera_clock',
    subject: camera_sn,
    name: camera_name,
    level: verdict ? levelAbove(off_ms, alarm_limits.camera_clock_ms) : 'between',
    facts: verdict ? { offset_ms: verdict.off_ms, state: verdict.state } : {},
  })
}
