/** Adding many cameras one after the other, three at a time; each has its own outcome. */
import { useState } from 'react'
import { call, CallError } from '#src/api.ts'
import { sentenceOf } from '#src/errors.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import { queryClient } from '#src/queries.ts'
import { useWords } from '#src/words.ts'
import type { CameraBody } from './camera-lines.ts'

/** A camera takes seconds to be measured; more at a time would only make the slow ones slower. */
const at_once = 3

export type Outcome =
  { readonly state: 'adding' | 'added' } | { readonly state: 'failed'; readonly why: string }

export function useAddRun(): {
  outcomes: ReadonlyMap<string, Outcome>
  running: boolean
  run: (wanted: readonly { key: string; body: CameraBody }[]) => Promise<void>
} {
  const reasons = useWords('camera').reasons
  const steps = useWords('codes').camera_step
  const errors = useWords('errors')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [running, setRunning] = useState(false)
  const note = (key: string, outcome: Outcome) => setOutcomes((now) => new Map(now).set(key, outcome))

  async function add(body: CameraBody): Promise<Outcome> {
    try {
      await call('/api/camera/add_onvif_camera', body, { quiet: true })
      return { state: 'added' }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const step = stepIn(error.data)
      const [issue] = error.issues
      return {
        state: 'failed',
        why: step ? `${steps[step]}：${reasons[step]}` : issue ? sentenceOf(issue, errors) : error.message,
      }
    }
  }

  return {
    outcomes,
    running,
    async run(wanted) {
      setRunning(true)
      const waiting = [...wanted]
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          note(next.key, { state: 'adding' })
          note(next.key, await add(next.body))
        }
      }
      await Promise.all(Array.from({ length: at_once }, worker))
      setRunning(false)
      await Promise.all(
        (['/api/camera/list_cameras', '/api/camera/camera_state'] as const).map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      )
    },
  }
}
