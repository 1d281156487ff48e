/** Judges an event by rule packs, from the facts that the device has about it. Read-only. */
import {
  judgeEvent,
  standingOf,
  writtenBy,
  type EvidenceFacts,
  type Params,
  type RuleFinding,
  type RulePack,
  type RulesLeftOut,
} from '@parking/contract'
import { lastCheck } from '../checks/event-check.store.ts'
import type { Deps } from '../core/deps.ts'
import { eventByUuid, picturesOf, type EventFacts } from '../events/record/event.store.ts'
import { outcome, shownPictures } from '../events/record/evidence.store.ts'
import { rulesOf } from '../events/record/rule-version.store.ts'
import { sessionOf } from '../events/record/session.store.ts'
import { leavesOf } from '../proof/proof-log.store.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { drawingOf } from './evidence-rules.store.ts'
import type { PlateMeasures } from './plate-measures.ts'

export type JudgeNeeds = Pick<Deps, 'db' | 'media'> & { proof_log: ProofLog; plate_measures: PlateMeasures }

export type PackFindings = { pack: string; name: string; findings: RuleFinding[] }

export type JudgedEvent = { packs: PackFindings[]; left_out: RulesLeftOut | null }

/** Judges an event by each pack; undefined if it does not exist. */
export async function judgeByUuid(
  uuid: string,
  packs: readonly RulePack[],
  deps: JudgeNeeds,
): Promise<JudgedEvent | undefined> {
  const event = eventByUuid(deps.db, uuid)
  if (!event) return undefined
  const standing = standingOf({ ...event, verdict: lastCheck(deps.db, event.event_id)?.verdict ?? null })
  const facts = standing === 'observed' ? await factsOf(event, deps) : undefined
  return {
    packs: packs.map(({ pack, name, rules }) => ({
      pack,
      name,
      findings: facts ? judgeEvent(rules, facts) : [],
    })),
    left_out: standing === 'observed' ? null : standing,
  }
}

async function factsOf(event: EventFacts, deps: JudgeNeeds): Promise<EvidenceFacts> {
  const { db } = deps
  const session = sessionOf(db, event.event_id)
  const moments = new Set<number>()
  const plates: { height: number; contrast: number }[] = []
  // The pictures of an event that was withdrawn show nothing about the stay.
  const observed = session.events.filter(({ standing }) => standing === 'observed')
  const uuids = new Set([event.uuid, ...observed.map(({ uuid }) => uuid)])
  for (const uuid of uuids) {
    const one = eventByUuid(db, uuid)
    if (!one) continue
    if (picturesOf(db, one.event_id).some(({ kind }) => kind === 'image')) moments.add(one.event_ms)
    const plate = await deps.plate_measures.of(one, deps)
    if (plate) plates.push(plate)
  }
  return {
    ended: !session.open,
    moments: [...moments].sort((a, b) => a - b),
    pictures: shownPictures(db, event.event_id),
    plates,
    text: textOf(event, deps),
    ...clocksOf(event.uuid, deps),
    ahead_ms: Math.max(0, event.event_ms - event.create_ms),
  }
}

/** The text drawn on its pictures; null for undrawn pictures, because the camera's own text is unknown. */
function textOf(event: EventFacts, { db }: JudgeNeeds): EvidenceFacts['text'] {
  if (drawingOf(db, event.event_id) !== outcome.drawn) return null
  const content = rulesOf(db, event.event_id).find(({ rule }) => rule === 'params')?.content
  if (content === undefined) return null
  const written = writtenBy((JSON.parse(content) as Pick<Params, 'event_param'>).event_param)
  // The picture shows the recognised plate; a check may have corrected it since.
  const corrected = event.checked_plate !== null && event.checked_plate !== event.plate_number
  return { written, wrong: corrected && written.includes('plate') ? ['plate'] : [] }
}

/** The clocks in the evidence log; null if one was unknown then, or the event is not in the log yet. */
function clocksOf(uuid: string, { proof_log }: JudgeNeeds): Pick<EvidenceFacts, 'clock' | 'camera_clock'> {
  const leaf = leavesOf(proof_log.reader(), uuid).find(({ kind }) => kind === 'event')
  const { clock, camera_clock } = JSON.parse(leaf?.body ?? '{}') as Partial<EvidenceFacts>
  const errorOf = (one: EvidenceFacts['clock'] | undefined) =>
    one ? { offset_ms: one.offset_ms, error_ms: one.error_ms } : null
  return { clock: errorOf(clock), camera_clock: errorOf(camera_clock) }
}
