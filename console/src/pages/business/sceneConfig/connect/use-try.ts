/** Trying a camera, with the steps that it has passed while it is under way. */
import { useState } from 'react'
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { AnswerAt, BodyAt } from '#src/api.ts'
import { useCall, useChange, type Change } from '#src/queries.ts'

export type TryPath = '/api/camera/try_onvif_camera' | '/api/camera/try_common_camera'
export type Tried = AnswerAt<TryPath>

const every_ms = 250
/** What there is to pass where no ONVIF is spoken. */
export const common_steps: readonly CameraStep[] = ['reach', 'port', 'signin', 'stream', 'picture']

/** Names a try, so that its steps can be asked for; not a secret, so any browser's numbers will do. */
const nameOne = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

export function useTry<P extends TryPath>(path: P): Change<P> & { passed: readonly CameraStep[] } {
  const [watch, setWatch] = useState('')
  const change = useChange(path, { quiet: true })
  const steps = useCall(
    '/api/camera/camera_try_steps',
    { watch },
    { every: every_ms, enabled: change.running && watch !== '' },
  )
  return {
    ...change,
    passed: change.running ? (steps.data?.passed ?? []) : [],
    run: (body: BodyAt<P>) => {
      const name = nameOne()
      setWatch(name)
      return change.run({ ...body, watch: name })
    },
  }
}
