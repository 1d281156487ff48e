/** Reads the content of a dossier from the database and the evidence log. */
import { eventsOfStay, wallSecond, type Params, type SessionFlag, type StayKind } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { stampOf } from '#src/core/stamp.ts'
import { recordedClip } from '#src/events/record/clip.store.ts'
import { clipPath, drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { picturesOf } from '#src/events/record/event.store.ts'
import { drawnOf, isHeld } from '#src/events/record/evidence.store.ts'
import { rulesOf, type RuleText } from '#src/events/record/rule-version.store.ts'
import { sessionOf } from '#src/events/record/session.store.ts'
import { stateOf, takenIn } from '#src/proof/event-facts.ts'
import { leavesOf, type LeafRow } from '#src/proof/proof-log.store.ts'
import { looksText, provenEvent, type ProvenEvent } from '#src/proof/proof-todo.store.ts'
import {
  auditOf,
  ledgerOf,
  settingsBetween,
  type AuditAct,
  type LedgerAct,
  type SettingAct,
} from './dossier-acts.store.ts'

export type DossierFile = {
  /** Its name in the archive. */
  name: string
  uuid: string
  kind: 'image' | 'car' | 'plate' | 'clip'
  role: 'taken_in' | 'drawn' | 'clip'
  /** Below the media folder. */
  path: string
  bytes: number
  sha256: string
}
/** A picture or clip that is not in the archive, and why. */
export type Absent = { name: string; uuid: string; why: 'privacy' | 'media_gone' | 'missing' | 'damaged' }

export type DossierEvent = {
  event: ProvenEvent
  taken_in: object
  state: object
  looks: string | undefined
  rules: RuleText[]
  files: DossierFile[]
  absent: Absent[]
  leaves: LeafRow[]
}

export type CountedStay = {
  plans: Params['schedule_param']['plans']
  parts: { from: number; to: number; kind: StayKind }[]
} | null

export type DossierContent = {
  events: DossierEvent[]
  flags: SessionFlag[]
  open: boolean
  counted: CountedStay
}
export type DossierActs = { ledger: LedgerAct[]; audit: AuditAct[]; settings: SettingAct[] }

type Needs = Pick<Deps, 'db' | 'now'> & { proof: Db }

/** Reads everything at one moment. `event_id`: any event of the stay. */
export function contentOf({ db, now, proof }: Needs, event_id: number): DossierContent {
  const { events: listed, flags, open } = sessionOf(db, event_id)
  const events = listed.flatMap(({ uuid }) => {
    const event = provenEvent(db, uuid)
    return event ? [eventOf(db, proof, event)] : []
  })
  return { events, flags, open, counted: countedOf(events, open ? now() : undefined) }
}

/** Reads what users did, in slices, because the log is long. */
export async function actsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { events }: DossierContent,
): Promise<DossierActs> {
  const uuids = events.map(({ event }) => event.uuid)
  const times = events.map(({ event }) => event.event_ms)
  const begun_ms = Math.min(...times, now())
  return {
    ledger: ledgerOf(db, uuids),
    audit: await auditOf(db, uuids, begun_ms),
    settings: settingsBetween(db, begun_ms, Math.max(...times, begun_ms)),
  }
}

function eventOf(db: Db, proof: Db, event: ProvenEvent): DossierEvent {
  const files = filesOf(db, event)
  const why = (file: DossierFile): Absent['why'] | undefined =>
    event.media_gone_ms !== null
      ? 'media_gone'
      : file.role === 'taken_in' && isHeld(db, event.event_id)
        ? 'privacy'
        : undefined
  return {
    event,
    taken_in: takenIn(db, event),
    state: stateOf(db, event),
    looks: looksText(db, event.event_id),
    rules: rulesOf(db, event.event_id),
    files: files.filter((file) => why(file) === undefined),
    absent: files.flatMap((file) => {
      const reason = why(file)
      return reason ? [{ name: file.name, uuid: file.uuid, why: reason }] : []
    }),
    leaves: leavesOf(proof, event.uuid),
  }
}

function filesOf(db: Db, { event_id, uuid, create_ms }: ProvenEvent): DossierFile[] {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const clip = recordedClip(db, event_id)
  return [
    ...picturesOf(db, event_id).map(({ position, kind, bytes, sha256 }) => ({
      name: `files/${uuid}/in-${position}.jpg`,
      uuid,
      kind,
      role: 'taken_in' as const,
      path: picturePath(create_ms, uuid, position),
      bytes,
      sha256: hex(sha256),
    })),
    ...drawnOf(db, event_id).map(({ position, kind, bytes, sha256 }) => ({
      name: `files/${uuid}/drawn-${position}.jpg`,
      uuid,
      kind,
      role: 'drawn' as const,
      path: drawnPath(create_ms, uuid, position),
      bytes,
      sha256: hex(sha256),
    })),
    ...(clip
      ? [
          {
            name: `files/${uuid}/clip.mp4`,
            uuid,
            kind: 'clip' as const,
            role: 'clip' as const,
            path: clipPath(create_ms, uuid),
            bytes: clip.bytes,
            sha256: hex(clip.sha256),
          },
        ]
      : []),
  ]
}

const is_entry: readonly number[] = [0, 1]
const exit = 3

/** Splits the stay by the plan of its entry; null if the entry or its plan is unknown. */
function countedOf(events: readonly DossierEvent[], now: number | undefined): CountedStay {
  const entry = events.find(({ event }) => is_entry.includes(event.event_type))
  const end_ms = events.findLast(({ event }) => event.event_type === exit)?.event.event_ms ?? now
  const plan = entry?.rules.find(({ rule }) => rule === 'plan')
  if (!entry || !plan || end_ms === undefined) return null
  const [from, to] = [wallSecond(stampOf(entry.event.event_ms)), wallSecond(stampOf(end_ms))]
  if (from === undefined || to === undefined || to < from) return null
  const { plans } = (JSON.parse(plan.content) as { schedule_param: Params['schedule_param'] }).schedule_param
  return { plans, parts: [...eventsOfStay(plans, from, to).parts] }
}
