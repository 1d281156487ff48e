/** Whether a new event gets a clip, by the parameters and cameras at its intake (docs/decisions/0023). */
import { event_type, type Params } from '@parking/contract'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { streamOf } from '#src/camera/take-picture.ts'
import type { Deps } from '#src/core/deps.ts'
import { readParam } from '#src/params/param.store.ts'
import type { NewClip } from './clip.store.ts'

/** A clip that starts now does not show an event that is older than this. */
export const late_ms = 60_000

/** Entries, exits, updates and manual checks. Timer pictures and scheduled events show no movement. */
const with_clip: readonly number[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.update,
  event_type.exit,
  event_type.manual_vacancy_check,
  event_type.manual_occupied_check,
]

type IncomingEvent = { event_type: number; event_ms: number; create_ms: number; place: { camera_sn: string } }

/** Reads the parameters once, for a batch of events. Undefined for an event that needs no clip. */
export function clipBeginning(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  param: Params['event_param'] = readParam({ db, secrets }, 'event_param'),
): (event: IncomingEvent) => NewClip | undefined {
  const streams = new Map<string, boolean>()
  const hasStream = (camera_sn: string): boolean => {
    const camera = streams.has(camera_sn) ? undefined : cameraBySn(db, camera_sn)
    if (!streams.has(camera_sn)) streams.set(camera_sn, camera !== undefined && streamOf(camera) !== '')
    return streams.get(camera_sn) === true
  }
  return ({ event_type: type, event_ms, create_ms, place }) => {
    if (!param.video_enabled || !with_clip.includes(type)) return undefined
    // Clips cannot be masked, so none are recorded while privacy protection is on.
    if (param.privacy_protection) return 'privacy'
    if (!hasStream(place.camera_sn)) return 'no_stream'
    return create_ms - event_ms > late_ms ? 'too_late' : 'wanted'
  }
}
