/** Does one thing to many cameras, a few at a time, and knows of each how it went (spec §8 "batch update"). */
import { useRef, useState } from 'react'
import type { Path } from '@parking/contract/calls.ts'
import { code } from '@parking/contract/core/codes.ts'
import { call, CallError, type AnswerAt } from '#src/api.ts'
import { messageOfCode } from '#src/errors.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import { queryClient } from '#src/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { useWords } from '#src/words.ts'
import type { Camera } from '../camera/camera.ts'

export type BatchKind = 'sync' | 'reboot' | 'remove'
type Synced = AnswerAt<'/api/camera/sync_onvif_camera'>['list'][number]
export type Change = NonNullable<Synced['changes']>[number]
export type Outcome =
  | { readonly state: 'waiting' | 'running' | 'stopped' }
  /** `changes`: what the camera says now that it did not say before; undefined where nobody asked it. */
  | { readonly state: 'done'; readonly changes: readonly Change[] | undefined }
  | { readonly state: 'failed'; readonly why: string }
export type Outcomes = ReadonlyMap<string, Outcome>

/** A camera takes seconds; more at a time would only make the slow ones slower. */
const at_once = 3
const outdated = [
  '/api/camera/list_cameras',
  '/api/camera/camera_state',
  '/api/camera/get_scenes',
  '/api/camera/get_all_lots_no',
] as const satisfies readonly Path[]

export type Batch = {
  phase: 'asking' | 'running' | 'over'
  outcomes: Outcomes
  /** Resolves with how many failed, when the last one has ended. */
  run: (cameras: readonly Camera[]) => Promise<number>
  /** Those that have not begun are left alone; those that have are seen to their end. */
  stop: () => void
}

export function useBatch(kind: BatchKind): Batch {
  const [phase, setPhase] = useState<Batch['phase']>('asking')
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const left = useRef<Camera[]>([])
  const sentence = useSentence()
  useDirty(phase === 'running')
  const note = (camera_sns: readonly string[], outcome: Outcome) =>
    setOutcomes((now) => new Map([...now, ...camera_sns.map((camera_sn) => [camera_sn, outcome] as const)]))

  async function doOne({ camera_sn }: Camera): Promise<Outcome> {
    try {
      if (kind === 'remove') await call('/api/camera/delete_camera', { camera_sn }, { quiet: true })
      else if (kind === 'reboot')
        await call('/api/camera/reboot_onvif_camera', { camera_sn }, { quiet: true })
      else {
        const [synced] = (await call('/api/camera/sync_onvif_camera', { list: [camera_sn] }, { quiet: true }))
          .list
        if (!synced || synced.code !== code.success)
          return { state: 'failed', why: sentence.ofOutcome(synced) }
        return { state: 'done', changes: synced.changes }
      }
      return { state: 'done', changes: undefined }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return { state: 'failed', why: sentence.ofError(error) }
    }
  }

  return {
    phase,
    outcomes,
    async run(cameras) {
      left.current = [...cameras]
      setPhase('running')
      note(
        cameras.map((camera) => camera.camera_sn),
        { state: 'waiting' },
      )
      let failed = 0
      const worker = async () => {
        for (let camera = left.current.shift(); camera; camera = left.current.shift()) {
          note([camera.camera_sn], { state: 'running' })
          const outcome = await doOne(camera)
          if (outcome.state === 'failed') failed++
          note([camera.camera_sn], outcome)
        }
      }
      await Promise.all(Array.from({ length: at_once }, worker))
      // Over at once: the lists that are read anew now are nothing that could still be stopped.
      setPhase('over')
      await Promise.all(outdated.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
      return failed
    },
    stop() {
      const untouched = left.current.splice(0)
      note(
        untouched.map((camera) => camera.camera_sn),
        { state: 'stopped' },
      )
    },
  }
}

/** The step at which a camera failed with what to do about it; otherwise what the device says. */
function useSentence() {
  const { reasons } = useWords('camera')
  const steps = useWords('codes').camera_step
  const errors = useWords('errors')
  const ofStep = (step: keyof typeof steps) => `${steps[step]}：${reasons[step]}`
  return {
    ofError(error: CallError): string {
      const step = stepIn(error.data)
      return step ? ofStep(step) : error.message
    },
    ofOutcome(synced: Synced | undefined): string {
      if (synced?.step) return ofStep(synced.step)
      const message = messageOfCode(synced?.code ?? -1, synced?.message, errors)
      return synced?.reason ? `${message}：${errors.reasons[synced.reason]}` : message
    },
  }
}
