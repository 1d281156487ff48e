/** What a new event begins with, by the parameters of this moment. */
import { event_status, type EventReason } from '@parking/contract'
import type { Deps } from '../deps.ts'
import type { NewEvidence } from '../evidence/evidence.store.ts'
import type { NewEvent } from './event.store.ts'
import { readParam } from './param.store.ts'
import { platformParam } from './platform-param.store.ts'
import { skipReason } from './skipped.ts'

type Begun = { status: number; reason: EventReason; evidence: NewEvidence | undefined }
/** `plate_box`: where the analysis says that the plate is. */
type Seen = Pick<NewEvent, 'event_type' | 'event_ms' | 'confidence' | 'pictures'> & { plate_box?: NewEvidence['plate_box'] }

/** Reads the parameters once, for as many events as are taken in together. */
export function beginning(deps: Pick<Deps, 'db' | 'secrets'>): (event: Seen) => Begun {
  const by = { alg_param: readParam(deps, 'alg_param'), schedule_param: readParam(deps, 'schedule_param') }
  const { images_process, privacy_protection } = readParam(deps, 'event_param')
  const reachable = platformParam(deps).data_url !== ''
  return (event) => {
    // Drawing comes later (workers/evidence-drawer.ts): here it is only noted, in the same transaction.
    const evidence = images_process && event.pictures.some(({ kind }) => kind === 'image') ? { plate_box: event.plate_box, held: privacy_protection } : undefined
    const skipped = skipReason(by, event)
    if (skipped) return { status: event_status.skipped, reason: skipped, evidence }
    // Without an address to send to it waits as delayed (spec §4), to be seen.
    return { status: reachable ? event_status.pending : event_status.delayed, reason: 'taken_in', evidence }
  }
}
