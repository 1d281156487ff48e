/** Whether an event is to have a clip, by the parameters and the cameras of the moment at which it is taken in (docs/decisions/0023). */
import { event_type, type Params } from '@parking/contract'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { streamOf } from '#src/camera/take-picture.ts'
import type { Deps } from '#src/core/deps.ts'
import { readParam } from '#src/params/param.store.ts'
import type { NewClip } from './clip.store.ts'

/** A clip of what happens now shows nothing of what was over so long ago. */
export const late_ms = 60_000

/** Cars that come, go and stand, and what people look at. Timer pictures and cuts of the plan show nothing that moves. */
const with_clip: readonly number[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.update,
  event_type.exit,
  event_type.manual_vacancy_check,
  event_type.manual_occupied_check,
]

type Seen = { event_type: number; event_ms: number; create_ms: number; place: { camera_sn: string } }

/** Reads the parameters once, for as many events as are taken in together. Undefined where none is asked for. */
export function clipBeginning(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  param: Params['event_param'] = readParam({ db, secrets }, 'event_param'),
): (event: Seen) => NewClip | undefined {
  const streams = new Map<string, boolean>()
  const hasStream = (camera_sn: string): boolean => {
    const camera = streams.has(camera_sn) ? undefined : cameraBySn(db, camera_sn)
    if (!streams.has(camera_sn)) streams.set(camera_sn, camera !== undefined && streamOf(camera) !== '')
    return streams.get(camera_sn) === true
  }
  return ({ event_type: type, event_ms, create_ms, place }) => {
    if (!param.video_enabled || !with_clip.includes(type)) return undefined
    // Nobody can draw over a film what must not be seen in it.
    if (param.privacy_protection) return 'privacy'
    if (!hasStream(place.camera_sn)) return 'no_stream'
    return create_ms - event_ms > late_ms ? 'too_late' : 'wanted'
  }
}
