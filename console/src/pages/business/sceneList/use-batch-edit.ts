/** Saves the scenes of a batch edit, a few at a time, with an outcome for each (spec §5 "batch update"). */
import { useRef, useState } from 'react'
import { code } from '@parking/contract/core/codes.ts'
import { call, isUnknown, outcomeOf } from '#src/core/api.ts'
import { refreshReads } from '#src/core/queries.ts'
import { inParallel } from '#src/lib/in-parallel.ts'
import { useWords } from '#src/core/words.ts'
import { useDirty } from '#src/stores/dirty.ts'
import type { Job } from './scene-edit.ts'

export type Outcome =
  | { readonly state: 'waiting' | 'running' | 'done' | 'unchanged' | 'stopped' }
  /** `unknown`: the answer was lost, and the device may have saved it. */
  | { readonly state: 'failed'; readonly why: string; readonly unknown: boolean }
export const isEnded = ({ state }: Outcome): boolean => state !== 'waiting' && state !== 'running'
/** Outcomes by scene id. */
export type Outcomes = ReadonlyMap<string, Outcome>

const outdated = [
  '/api/camera/get_scenes',
  '/api/camera/list_cameras',
  '/api/camera/get_all_lots_no',
] as const

export type BatchEdit = {
  running: boolean
  outcomes: Outcomes
  /** Resolves with the outcomes when the last scene is finished and the list has been refetched. */
  run: (jobs: readonly Job[]) => Promise<Outcomes>
  /** Skips the scenes that have not started; the others finish. */
  stop: () => void
}

export function useBatchEdit(): BatchEdit {
  const words = useWords('scene_list').edit
  const [running, setRunning] = useState(false)
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const stopped = useRef(false)
  useDirty(running)

  async function save({ body }: Job): Promise<Outcome> {
    if (!body) return { state: 'unchanged' }
    const { error } = await outcomeOf(call('/api/camera/add_update_scene', body, { quiet: true }))
    if (!error) return { state: 'done' }
    const changed = error.reason === 'scene_changed' ? words.changed : error.message
    return {
      state: 'failed',
      why: error.code === code.not_found ? words.gone : changed,
      unknown: isUnknown(error),
    }
  }

  return {
    running,
    outcomes,
    async run(jobs) {
      stopped.current = false
      setRunning(true)
      const now = new Map(outcomes)
      const put = (job: Job, outcome: Outcome) => {
        now.set(job.scene.scene_id, outcome)
        setOutcomes(new Map(now))
      }
      for (const job of jobs) put(job, { state: 'waiting' })
      await inParallel([...jobs], async (job) => {
        if (stopped.current) return put(job, { state: 'stopped' })
        put(job, { state: 'running' })
        put(job, await save(job))
      })
      await refreshReads(outdated)
      setRunning(false)
      return now
    },
    stop() {
      stopped.current = true
    },
  }
}
