/** The first state of a new event, by the current parameters (docs/decisions/0022). */
import { charge_mode, event_status, type EventReason } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { clipBeginning } from './clip-beginning.ts'
import type { NewClip } from './clip.store.ts'
import type { NewEvidence } from './evidence.store.ts'
import { isDoubtful } from './doubtful.ts'
import type { NewEvent } from './event.store.ts'
import { implausible } from './implausible.ts'
import { isPhysical, nextStatus, pathRules } from './next-status.ts'
import { readParam } from '#src/params/param.store.ts'
import { skipReason } from './skipped.ts'

export type InitialEventState = {
  status: number
  reason: EventReason
  to_check: 0 | 1
  evidence: NewEvidence | undefined
  clip: NewClip | undefined
}
/** `plate_box`: the position of the plate, from the analysis. */
type IncomingEvent = Pick<
  NewEvent,
  'event_type' | 'event_ms' | 'create_ms' | 'place' | 'confidence' | 'pictures' | 'plate_number'
> & { plate_box?: NewEvidence['plate_box'] }

/** Reads the parameters once, for a batch of events. */
export function initialEventState(
  deps: Pick<Deps, 'db' | 'secrets'>,
): (event: IncomingEvent) => InitialEventState {
  const by = { alg_param: readParam(deps, 'alg_param'), schedule_param: readParam(deps, 'schedule_param') }
  const event_param = readParam(deps, 'event_param')
  const { images_process, privacy_protection } = event_param
  const clipFor = clipBeginning(deps, event_param)
  const rules = pathRules(deps)

  /** Whether a user should check it, by the table of docs/decisions/0022. */
  function needsCheck(event: IncomingEvent, skipped: ReturnType<typeof skipReason>): boolean {
    if (rules.mode === charge_mode.unattended || skipped === 'free_time') return false
    if (skipped === 'unsure') return true
    return (
      isPhysical(event.event_type) &&
      (rules.mode === charge_mode.delayed || isDoubtful(event.plate_number, by.alg_param.plate_type))
    )
  }

  return (event) => {
    // Drawing and clip recording happen later (workers/evidence-drawer.ts, clip-recorder.ts); the transaction
    // only stores that they are due.
    const evidence =
      images_process && event.pictures.some(({ kind }) => kind === 'image')
        ? { plate_box: event.plate_box, held: privacy_protection }
        : undefined
    const wrong = implausible(event)
    // Its evidence is still drawn, because a user may send it manually.
    if (wrong)
      return { evidence, clip: undefined, to_check: 0, status: event_status.validation_failed, reason: wrong }
    const skipped = skipReason(by, event)
    const clip = clipFor(event)
    const common = { evidence, clip, to_check: needsCheck(event, skipped) ? (1 as const) : (0 as const) }
    if (skipped) return { ...common, status: event_status.skipped, reason: skipped }
    if (evidence || clip === 'wanted')
      return { ...common, status: event_status.awaiting_processing, reason: 'taken_in' }
    return {
      ...common,
      ...nextStatus(
        rules,
        { event_type: event.event_type, media: event.pictures.length > 0, waits: true },
        'taken_in',
      ),
    }
  }
}
