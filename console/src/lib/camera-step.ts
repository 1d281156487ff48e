/** The step at which a camera call failed (code 7000), if the device names it. */
import { camera_step, type CameraStep } from '@parking/contract/core/codes.ts'

export function stepIn(data: unknown): CameraStep | undefined {
  const step = typeof data === 'object' && data !== null && 'step' in data ? data.step : undefined
  return camera_step.find((one) => one === step)
}
