/** Judges an event by rule packs, from the facts that the device has about it. Read-only. */
import {
  judgeEvent,
  writtenBy,
  type EvidenceFacts,
  type Params,
  type RuleFinding,
  type RulePack,
} from '@parking/contract'
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

/** Judges an event by each pack; undefined if it does not exist. */
export async function judgeByUuid(
  uuid: string,
  packs: readonly RulePack[],
  deps: JudgeNeeds,
): Promise<PackFindings[] | undefined> {
  const event = eventByUuid(deps.db, uuid)
  if (!event) return undefined
  const facts = await factsOf(event, deps)
  return packs.map(({ pack, name, rules }) => ({ pack, name, findings: judgeEvent(rules, facts) }))
}

async function factsOf(event: EventFacts, deps: JudgeNeeds): Promise<EvidenceFacts> {
  const { db } = deps
  const session = sessionOf(db, event.event_id)
  const moments = new Set<number>()
  const plates: { height: number; contrast: number }[] = []
  const uuids = new Set([event.uuid, ...session.events.map(({ uuid }) => uuid)])
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
    clock: clockOf(event.uuid, deps),
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

/** The clock offset in the evidence log; null if it was unknown then, or the event is not in the log yet. */
function clockOf(uuid: string, { proof_log }: JudgeNeeds): EvidenceFacts['clock'] {
  const leaf = leavesOf(proof_log.reader(), uuid).find(({ kind }) => kind === 'event')
  if (!leaf?.body) return null
  const { clock } = JSON.parse(leaf.body) as { clock: { offset_ms: number; error_ms: number } | null }
  return clock && { offset_ms: clock.offset_ms, error_ms: clock.error_ms }
}
