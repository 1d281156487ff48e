/** How far the installation is, as reported by the device. */
import { useCall } from '../core/queries.ts'
import type { AnswerAt } from '../core/api.ts'

export type InstallState = AnswerAt<'/api/system/install_state'>
export type StepState = InstallState['steps'][number]

/** A form of a step may be saved at any time; its tick follows within seconds. */
const every_ms = 3_000

export const useInstall = (enabled = true) =>
  useCall('/api/system/install_state', {}, { every: every_ms, enabled })
