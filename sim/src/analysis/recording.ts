/**
 * Records the frames of a camera with the decisions on them and replays them with other parameters.
 * Implements recording and replay of docs/analysis-socket.md, in a format of its own.
 */
import { randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { decideFrame, lotKey, type LotStep } from './decide-frame.ts'
import type { FrameTruth } from './frame-comment.ts'
import { paramsOf } from './params.ts'
import { acceptedPlate } from './reading.ts'
import type { Session } from './sessions.ts'
import type { AlgParam, EventBody, SceneConfig } from './wire.ts'

type Head = {
  id: string
  /** The id of the recording that ended with `sessions`; empty if there is a gap. */
  follows: string
  camera_sn: string
  scenes: SceneConfig[]
  alg_param: AlgParam
  sessions: [string, Session][]
}
/** A decision in the terms of the socket. */
export type Decision = Pick<
  EventBody,
  'uuid' | 'scene_id' | 'lot_no' | 'event_type' | 'event_time' | 'plate_number' | 'confidence'
> & { picture_time: number }
type Frame = { truth: FrameTruth; decided: Decision[] }

export type FrameRecorder = {
  /** Adds a frame; returns a recording that it completed, if any. */
  add: (step: FrameStep) => Done | undefined
  finish: () => Done | undefined
}
export type FrameStep = {
  truth: FrameTruth
  scenes: SceneConfig[]
  alg_param: AlgParam
  steps: readonly LotStep[]
  decided: Decision[]
  /** A small picture, if a change begins in this frame. */
  picture?: Uint8Array
}
export type Done = {
  from: number
  to: number
  looks: number
  file: Buffer
  pictures: { time: number; jpeg: Uint8Array }[]
}

const max_ms = 60_000

export function recordFrames(camera_sn: string): FrameRecorder {
  let open: { head: Head; key: string; frames: Frame[]; pictures: Done['pictures'] } | undefined
  let last: { id: string; sessions: Map<string, string> } | undefined

  function finish(): Done | undefined {
    const done = open
    open = undefined
    if (!done) return undefined
    const times = done.frames.map(({ truth }) => truth.time)
    return {
      from: Math.round(Math.min(...times)),
      to: Math.round(Math.max(...times)),
      looks: done.frames.length,
      file: gzipSync(JSON.stringify({ head: done.head, frames: done.frames })),
      pictures: done.pictures,
    }
  }
  return {
    add({ truth, scenes, alg_param, steps, decided, picture }) {
      const key = JSON.stringify([scenes, alg_param])
      const follows =
        last && steps.every(({ key: lot, before }) => last?.sessions.get(lot) === JSON.stringify(before))
          ? last.id
          : ''
      const old = open && (open.key !== key || truth.time - open.frames[0]!.truth.time > max_ms)
      const done = old || (open && follows === '') ? finish() : undefined
      open ??= {
        head: {
          id: randomUUID(),
          follows,
          camera_sn,
          scenes,
          alg_param,
          sessions: steps.map(({ key: lot, before }) => [lot, structuredClone(before)]),
        },
        key,
        frames: [],
        pictures: [],
      }
      open.frames.push({ truth, decided })
      if (picture) open.pictures.push({ time: Math.round(truth.time), jpeg: picture })
      last = {
        id: open.head.id,
        sessions: new Map(steps.map(({ key: lot, session }) => [lot, JSON.stringify(session)])),
      }
      return done
    },
    finish,
  }
}

/** `uuid` is empty in a replay, because this program generates random uuids. */
export const decisionsOf = (
  { scene, lot, changes }: LotStep,
  alg_param: AlgParam,
  picture_time: number,
): Decision[] =>
  changes.map(({ event_type, time, stay }) => ({
    uuid: '',
    scene_id: scene.scene_id,
    lot_no: lot.lot_no,
    event_type,
    event_time: Math.round(time),
    plate_number: acceptedPlate(stay.plate, stay.confidence, {
      min_plate: alg_param.auto_plate_th * 100,
      min_han: alg_param.auto_plate_ch_th * 100,
    }),
    confidence: stay.confidence,
    picture_time: Math.round(picture_time),
  }))

/** Returns a function that answers the lines of `replay` one after the other. */
export function answerReplay(): (line: unknown) => object {
  let asked: { present: AlgParam; wanted: AlgParam } | undefined
  const kept = new Map<string, { id: string; present: Runner; wanted: Runner }>()
  return (line) => {
    if (!asked) {
      asked = line as NonNullable<typeof asked>
      // Each frame is recorded with every car in it, so all parameters can be replayed.
      return { not_replayed: [] }
    }
    const bytes = Buffer.from((line as { file: string }).file, 'base64')
    const { head, frames } = JSON.parse(gunzipSync(bytes).toString()) as { head: Head; frames: Frame[] }
    const known = kept.get(head.camera_sn)
    const from = known && known.id === head.follows ? known : undefined
    const present = from?.present ?? runner(head.sessions)
    const wanted = from?.wanted ?? runner(head.sessions)
    kept.set(head.camera_sn, { id: head.id, present, wanted })
    return {
      looks: frames.length,
      recorded: frames.flatMap(({ decided }) => decided),
      again: runner(head.sessions)(head, frames, head.alg_param),
      present: present(head, frames, asked.present),
      wanted: wanted(head, frames, asked.wanted),
    }
  }
}

type Runner = (head: Head, frames: readonly Frame[], alg_param: AlgParam) => Decision[]

/** Decides frames with its own copy of the state. */
function runner(sessions: Head['sessions']): Runner {
  const state = new Map(structuredClone(sessions))
  return ({ scenes }, frames, alg_param) => {
    const { params } = paramsOf({ scenes, params: { alg_param } })
    return frames.flatMap(({ truth }) =>
      decideFrame(truth, scenes, (key) => state.get(key), params).flatMap((step) => {
        state.set(lotKey(step.scene.scene_id, step.lot.lot_no), step.session)
        return decisionsOf(step, alg_param, truth.time)
      }),
    )
  }
}
