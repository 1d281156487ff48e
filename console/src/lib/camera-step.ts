/** The step that a refusal of the device names (a 7000 of the camera calls), where it names one. */
import { camera_step, type CameraStep } from '@parking/contract/core/codes.ts'

export function stepIn(data: unknown): CameraStep | undefined {
  const step = typeof data === 'object' && data !== null && 'step' in data ? data.step : undefined
  return camera_step.find((one) => one === step)
}
