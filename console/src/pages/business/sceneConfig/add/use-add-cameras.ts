/** Adds several cameras, three at a time, with a result for each. */
import { useState } from 'react'
import { call, isUnknown, outcomeOf } from '#src/core/api.ts'
import { reasonIn, sentenceOf } from '#src/core/errors.ts'
import { inParallel } from '#src/lib/in-parallel.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import { refreshReads } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { CameraBody } from './camera-lines.ts'

export type Outcome =
  | { readonly state: 'adding' | 'added' }
  /** `unknown`: the answer was lost, and the device may have added it. */
  | { readonly state: 'failed'; readonly why: string; readonly unknown: boolean }

export function useAddCameras(): {
  outcomes: ReadonlyMap<string, Outcome>
  running: boolean
  run: (wanted: readonly { key: string; body: CameraBody }[]) => Promise<void>
} {
  const reasons = useWords('camera').reasons
  const steps = useWords('codes').camera_step
  const errors = useWords('errors')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [running, setRunning] = useState(false)
  const setOutcome = (key: string, outcome: Outcome) => setOutcomes((now) => new Map(now).set(key, outcome))

  async function add(body: CameraBody): Promise<Outcome> {
    const { camera_name: _, ...account } = body
    // A try may take longer than an addition, which then uses what the try has measured.
    const { error } = await outcomeOf(
      call('/api/camera/try_onvif_camera', account, { quiet: true }).then(() =>
        call('/api/camera/add_onvif_camera', body, { quiet: true }),
      ),
    )
    if (!error) return { state: 'added' }
    const step = stepIn(error.data)
    const reason = reasonIn(error.data)
    const [issue] = error.issues
    return {
      state: 'failed',
      unknown: isUnknown(error),
      why: step
        ? `${steps[step]}：${reason ? errors.reasons[reason] : reasons[step]}`
        : issue
          ? sentenceOf(issue, errors)
          : error.message,
    }
  }

  return {
    outcomes,
    running,
    async run(wanted) {
      setRunning(true)
      await inParallel([...wanted], async ({ key, body }) => {
        setOutcome(key, { state: 'adding' })
        setOutcome(key, await add(body))
      })
      setRunning(false)
      await refreshReads(['/api/camera/list_cameras', '/api/camera/camera_state'])
    },
  }
}
