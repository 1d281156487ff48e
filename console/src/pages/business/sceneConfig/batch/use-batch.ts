/** Runs one action on many cameras, a few at a time, with a result for each (spec §8 "batch update"). */
import { useRef, useState } from 'react'
import type { Path } from '@parking/contract/calls.ts'
import { code } from '@parking/contract/core/codes.ts'
import { call, isUnknown, outcomeOf, type AnswerAt, type CallError } from '#src/core/api.ts'
import { messageOfCode } from '#src/core/errors.ts'
import { batchCounts, type BatchCounts } from '#src/lib/batch-counts.ts'
import { inParallel } from '#src/lib/in-parallel.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import { refreshReads } from '#src/core/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { useWords } from '#src/core/words.ts'
import type { Camera } from '../camera/camera.ts'
import { allMatching } from '../list/use-selection.ts'

export type BatchKind = 'sync' | 'reboot' | 'remove'
type Synced = AnswerAt<'/api/camera/sync_onvif_camera'>['list'][number]
export type Change = NonNullable<Synced['changes']>[number]
export type Outcome =
  | { readonly state: 'waiting' | 'running' | 'stopped' }
  /** `changes`: values that the camera now reports differently; undefined if it was not queried. */
  | { readonly state: 'done'; readonly changes: readonly Change[] | undefined }
  /** `unknown`: it may have been done. */
  | { readonly state: 'failed'; readonly why: string; readonly unknown: boolean }
export type Outcomes = ReadonlyMap<string, Outcome>

const stale_reads = [
  '/api/camera/list_cameras',
  '/api/camera/camera_state',
  '/api/camera/get_scenes',
  '/api/camera/get_all_lots_no',
] as const satisfies readonly Path[]

export type Batch = {
  phase: 'asking' | 'running' | 'over'
  outcomes: Outcomes
  /** Resolves when the last camera is finished. */
  run: (cameras: readonly Camera[]) => Promise<BatchCounts>
  /** Cancels the cameras that have not started; the running ones finish. */
  stop: () => void
}

export function useBatch(kind: BatchKind): Batch {
  const [phase, setPhase] = useState<Batch['phase']>('asking')
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const left = useRef<Camera[]>([])
  const sentence = useSentence()
  useDirty(phase === 'running')
  const setOutcome = (camera_sns: readonly string[], outcome: Outcome) =>
    setOutcomes((now) => new Map([...now, ...camera_sns.map((camera_sn) => [camera_sn, outcome] as const)]))

  async function runOne({ camera_sn }: Camera): Promise<Outcome> {
    const quiet = { quiet: true }
    const { answer, error } = await outcomeOf<object>(
      kind === 'remove'
        ? call('/api/camera/delete_camera', { camera_sn }, quiet)
        : kind === 'reboot'
          ? call('/api/camera/reboot_onvif_camera', { camera_sn }, quiet)
          : call('/api/camera/sync_onvif_camera', { list: [camera_sn] }, quiet),
    )
    if (error) {
      return { state: 'failed', why: sentence.ofError(error), unknown: isUnknown(error) }
    }
    if (kind !== 'sync') return { state: 'done', changes: undefined }
    const [synced] = (answer as AnswerAt<'/api/camera/sync_onvif_camera'>).list
    return synced?.code === code.success
      ? { state: 'done', changes: synced.changes }
      : { state: 'failed', why: sentence.ofOutcome(synced), unknown: false }
  }

  return {
    phase,
    outcomes,
    async run(cameras) {
      left.current = [...cameras]
      setPhase('running')
      setOutcome(
        cameras.map((camera) => camera.camera_sn),
        { state: 'waiting' },
      )
      const ended = new Map<string, Outcome>()
      await inParallel(left.current, async (camera) => {
        setOutcome([camera.camera_sn], { state: 'running' })
        const outcome = await runOne(camera)
        ended.set(camera.camera_sn, outcome)
        setOutcome([camera.camera_sn], outcome)
      })
      const unknown = [...ended].flatMap(([camera_sn, one]) =>
        one.state === 'failed' && one.unknown ? [camera_sn] : [],
      )
      if (kind === 'remove' && unknown.length > 0) {
        const done = await deletedAmong(unknown)
        const deleted = { state: 'done', changes: undefined } as const
        setOutcome(done, deleted)
        for (const camera_sn of done) ended.set(camera_sn, deleted)
      }
      // Set before the lists are refetched, because refetching cannot be stopped.
      setPhase('over')
      await refreshReads(stale_reads)
      return batchCounts(ended.values())
    },
    stop() {
      const cancelled = left.current.splice(0)
      setOutcome(
        cancelled.map((camera) => camera.camera_sn),
        { state: 'stopped' },
      )
    },
  }
}

/** The cameras among these that the device no longer has; none if the device still does not answer. */
async function deletedAmong(camera_sns: readonly string[]): Promise<string[]> {
  const { answer } = await outcomeOf(allMatching({}))
  if (!answer) return []
  const there = new Set(answer.map(({ camera_sn }) => camera_sn))
  return camera_sns.filter((camera_sn) => !there.has(camera_sn))
}

/** The failed step and its remedy; otherwise the device's message. */
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
