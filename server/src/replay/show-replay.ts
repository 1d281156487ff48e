/** Converts a replay to its wire format, with the pictures of its differences. */
import type { Answer } from '@parking/contract'
import { cameraBySn } from '../camera/camera.store.ts'
import { findScenes } from '../camera/scene.store.ts'
import type { CallContext } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { eventRows } from '../events/list/event-row.ts'
import { eventIdsOf } from '../events/list/event-search.store.ts'
import { readParam } from '../params/param.store.ts'
import type { Decision } from './compare-decisions.ts'
import { picturesIn, recordedPicturePath } from './store-recordings.ts'
import { recordingsSince, type RecordingRow } from './recording.store.ts'
import type { ReplayRun } from './replay-service.ts'
import type { ReplayResult } from './run-replay.ts'

type Needs = Pick<CallContext, 'db' | 'media' | 'now' | 'secrets'>
type Shown = NonNullable<Answer<'get_replay'>['run']>
type ShownDifference = Shown['differences'][number]

/** A picture that was taken further apart in time shows another moment. */
const max_apart_ms = 60_000

export function showReplay({ state, at_ms, by, result }: ReplayRun, deps: Needs): Shown {
  const { from_ms, to_ms, differences, ...rest } = result
  return {
    ...rest,
    state,
    by,
    time_str: stampOf(at_ms),
    from_str: stampOf(from_ms),
    to_str: stampOf(to_ms),
    differences: differences.length > 0 ? shownDifferences(differences, from_ms ?? 0, deps) : [],
  }
}

function shownDifferences(
  differences: ReplayResult['differences'],
  from_ms: number,
  deps: Needs,
): ShownDifference[] {
  const { db, media, now } = deps
  // With privacy protection, original pictures must not be shown, but drawn pictures may.
  const is_private = readParam(deps, 'event_param').privacy_protection
  const recordings = is_private ? [] : recordingsSince(db, from_ms - max_apart_ms)
  const lots = new Map(
    findScenes(db).flatMap(({ row, lots: own }) =>
      own.map((lot) => [`${row.scene_id}\n${lot.lot_no}`, lot.polygon] as const),
    ),
  )
  return differences.map(({ change, present, wanted, uuid }) => {
    const decision = (present ?? wanted)!
    const [event] = uuid === '' ? [] : eventRows(db, media, eventIdsOf(db, uuid), now())
    const own = event?.pictures.find(({ kind }) => kind === 'image')
    const near = own ? undefined : nearestPicture(decision, recordings)
    const polygon = lots.get(`${decision.scene_id}\n${decision.lot_no}`) ?? []
    return {
      change,
      camera_name: cameraBySn(db, decision.camera_sn)?.camera_name ?? decision.camera_sn,
      lot_no: decision.lot_no,
      present: present && shownDecision(present),
      wanted: wanted && shownDecision(wanted),
      uuid: event ? uuid : '',
      picture: own?.url ?? (near ? media.address(recordedPicturePath(near.row, near.time), now()) : ''),
      picture_str: own ? stampOf(decision.picture_time) : near ? stampOf(near.time) : '',
      polygon: polygon as [number, number][],
    }
  })
}

const shownDecision = ({ event_type, event_time, plate_number, confidence, fate }: Decision) => ({
  event_type,
  time_str: stampOf(event_time),
  plate_number,
  confidence,
  fate: fate as NonNullable<ShownDifference['present']>['fate'],
})

function nearestPicture(
  { camera_sn, picture_time }: Decision,
  recordings: readonly RecordingRow[],
): { row: RecordingRow; time: number } | undefined {
  let found: { row: RecordingRow; time: number; apart: number } | undefined
  for (const row of recordings) {
    if (row.camera_sn !== camera_sn || row.from_ms > picture_time + max_apart_ms) continue
    if (row.to_ms < picture_time - max_apart_ms) continue
    for (const time of picturesIn(row)) {
      const apart = Math.abs(time - picture_time)
      if (apart <= max_apart_ms && apart < (found?.apart ?? Infinity)) found = { row, time, apart }
    }
  }
  return found
}
