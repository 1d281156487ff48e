/** Tests the connection to a camera and polls which steps have passed. */
import { useState } from 'react'
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { AnswerAt, BodyAt } from '#src/core/api.ts'
import { randomId } from '#src/lib/random-id.ts'
import { useCall, useChange, type Change } from '#src/core/queries.ts'

export type TryPath = '/api/camera/try_onvif_camera' | '/api/camera/try_common_camera'
export type Tried = AnswerAt<TryPath>

const poll_ms = 250
/** The steps of a camera without ONVIF. */
export const common_steps: readonly CameraStep[] = ['reach', 'port', 'signin', 'stream', 'picture']

export function useTry<P extends TryPath>(path: P): Change<P> & { passed: readonly CameraStep[] } {
  const [watch, setWatch] = useState('')
  const change = useChange(path, { quiet: true })
  const steps = useCall(
    '/api/camera/camera_try_steps',
    { watch },
    { every: poll_ms, enabled: change.running && watch !== '' },
  )
  return {
    ...change,
    passed: change.running ? (steps.data?.passed ?? []) : [],
    run: (body: BodyAt<P>) => {
      const name = randomId()
      setWatch(name)
      return change.run({ ...body, watch: name })
    },
  }
}
