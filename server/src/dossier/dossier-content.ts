/**
 * Reads the content of a dossier from the database and the evidence log. Long because everything about a
 * stay is gathered in one place.
 */
import {
  event_type,
  marksIn,
  session_flags,
  standingOf,
  type EventStanding,
  type Params,
  type SessionFlag,
} from '@parking/contract'
import { circumstancesSince, type Circumstances } from '#src/accuracy/circumstances.store.ts'
import { ratesOfCamera } from '#src/accuracy/report.ts'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { zoneOfProcess } from '#src/core/stamp.ts'
import { recordedClip } from '#src/events/record/clip.store.ts'
import { clipPath, drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { lastCheck } from '#src/checks/event-check.store.ts'
import { eventById, picturesOf } from '#src/events/record/event.store.ts'
import { drawnOf, isHeld } from '#src/events/record/evidence.store.ts'
import { rulesOf, type RuleText } from '#src/events/record/rule-version.store.ts'
import { sessionOf } from '#src/events/record/session.store.ts'
import { isEntry } from '#src/events/record/stays.ts'
import { stateOf, takenIn } from '#src/proof/event-facts.ts'
import { deviceNotesSince, leavesOf, type DeviceNote, type LeafRow } from '#src/proof/proof-log.store.ts'
import { looksText, provenEvent, type ProvenEvent } from '#src/proof/proof-todo.store.ts'
import { keptUntil, type KeptUntil } from '#src/retention/retention.store.ts'
import { watchedLots } from '#src/schedule/scheduled-event-stays.store.ts'
import { partsBetween, type Band } from '#src/schedule/scheduled-events.ts'
import { everyEventOfStay, stayWith } from '#src/stays/stay-events.ts'
import { undoneOf } from '#src/stays/repair-rules.ts'
import { repairsAround, type RepairRow } from '#src/stays/stay-repair.store.ts'
import { around_ms, goneAround, hasLostExit, type GoneEvent } from '#src/stays/gone-events.ts'
import type { StayRow } from '#src/stays/stay.store.ts'
import { updateStays } from '#src/stays/update-stays.ts'
import {
  auditOf,
  judgementsOf,
  ledgerOf,
  settingsBetween,
  type AuditAct,
  type JudgementAct,
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
  standing: EventStanding
  taken_in: object
  state: object
  looks: string | undefined
  rules: RuleText[]
  files: DossierFile[]
  absent: Absent[]
  leaves: LeafRow[]
  /** null while it waits. */
  kept: KeptUntil | null
}

/** What the judged sample of a camera says about its decisions. */
export type MeasuredCamera = { camera: string } & ReturnType<typeof ratesOfCamera>
export type Measured = Circumstances & { cameras: MeasuredCamera[] }

export type CountedStay = {
  /** Whether the plan is that of the entry; otherwise that of the first event that was seen. */
  by_entry: boolean
  /** How long after its time that event was recorded; its plan is the one of the record. */
  behind_ms: number
  plans: Params['schedule_param']['plans']
  parts: Band[]
} | null

export type DossierContent = {
  /** The stay as list and axis show it; undefined if the event belongs to none. */
  stay: StayRow | undefined
  events: DossierEvent[]
  /** The events of this lot around the stay that were deleted, and by whom. */
  gone: GoneEvent[]
  /** What the log says about their deletion. */
  gone_leaves: LeafRow[]
  /** Restores and clock steps since the day before the stay, and each start of the log. */
  notes: DeviceNote[]
  flags: SessionFlag[]
  open: boolean
  /** It is open because its exit was deleted: when the vehicle left is unknown. */
  lost_exit: boolean
  /** Whether the device still observes the lot; if not, it does not know whether the vehicle has left. */
  watched: boolean
  counted: CountedStay
}
export type DossierActs = {
  ledger: LedgerAct[]
  judgements: JudgementAct[]
  audit: AuditAct[]
  repairs: RepairRow[]
  settings: SettingAct[]
  /** There are older rows of the audit or older changes of settings than the newest 2,000 of each. */
  cut: boolean
}

type Needs = Pick<Deps, 'db' | 'now'> & { proof: Db }

/** Reads everything at one moment. `event_id`: any event of the stay. */
export function contentOf({ db, now, proof }: Needs, event_id: number): DossierContent {
  const found = stayOfEvent(db, event_id)
  const listed = found?.uuids ?? sessionOf(db, event_id).events.map(({ uuid }) => uuid)
  const events = listed.flatMap((uuid) => {
    const event = provenEvent(db, uuid)
    return event ? [eventOf(db, proof, event)] : []
  })
  const stay = found?.row
  const gone = stay
    ? goneAround(
        db,
        stay,
        events.map(({ event }) => event),
      )
    : []
  const open = stay !== undefined && stay.end_ms === null
  const lost_exit = open && hasLostExit(db, stay, gone)
  const watched = watchedLots(db).some(({ lot_no }) => lot_no === stay?.lot_no)
  const marks: readonly string[] = stay ? marksIn(stay.marks) : []
  return {
    stay,
    events,
    gone,
    gone_leaves: gone.flatMap(({ uuid }) => leavesOf(proof, uuid).filter(({ kind }) => kind === 'gone')),
    notes: stay ? deviceNotesSince(proof, stay.begin_ms - around_ms) : [],
    flags: session_flags.filter((flag) => marks.includes(flag)),
    open,
    lost_exit,
    watched,
    counted: countedOf(events, open && watched && !lost_exit ? now() : undefined),
  }
}

/** Days before the export whose judged samples count. */
export const measured_days = 90

/** The error rates of the cameras that recorded the events, over the last 90 days. */
export function measuredOf({ db, now, proof }: Needs, content: DossierContent): Measured {
  const cameras = new Map(
    content.events.flatMap((one) => (cameraOf(one) === '' ? [] : [[one.event.camera_sn, cameraOf(one)]])),
  )
  const at_ms = now()
  const from_ms = at_ms - measured_days * 86_400_000
  return {
    ...circumstancesSince(db, proof, from_ms),
    cameras: [...cameras].map(([camera_sn, camera]) => ({
      camera,
      ...ratesOfCamera(db, { camera_sn, from_ms, now: at_ms }),
    })),
  }
}

/** The camera that saw an event, by its name of that time and its number; empty for one that none saw. */
export const cameraOf = ({ event }: DossierEvent): string =>
  event.typed === 1 || unseen_types.includes(event.event_type)
    ? ''
    : `${event.camera_name} (${event.camera_sn})`
const unseen_types: readonly number[] = [event_type.scheduled_entry, event_type.scheduled_exit]

function stayOfEvent(db: Db, event_id: number): { row: StayRow; uuids: string[] } | undefined {
  const event = eventById(db, event_id)
  if (!event) return undefined
  updateStays(db, event.lot_no)
  const row = stayWith(db, event_id)
  return row && { row, uuids: everyEventOfStay(db, row).map(({ uuid }) => uuid) }
}

/** Reads what users did, in slices, because the log is long. */
export async function actsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { events, gone, open }: DossierContent,
): Promise<DossierActs> {
  // What was done to an event of another vehicle is not about this stay, and would give its plate away.
  const own_gone = gone.filter(({ plate_number }) => plate_number !== null)
  const uuids = [...events.map(({ event }) => event.uuid), ...own_gone.map(({ uuid }) => uuid)]
  // An event whose time is wrong was stored at another time than it says.
  const times = [
    ...events.flatMap(({ event }) => [event.event_ms, event.create_ms]),
    ...gone.map(({ event_ms }) => event_ms),
  ]
  const begun_ms = Math.min(...times, now())
  const ended_ms = open ? now() : Math.max(...times, begun_ms)
  const audit = await auditOf(db, uuids, { from_ms: begun_ms, to_ms: ended_ms })
  const settings = settingsBetween(db, begun_ms, ended_ms)
  return {
    ledger: ledgerOf(db, uuids),
    judgements: judgementsOf(db, uuids),
    audit: audit.rows,
    repairs: repairsAround(db, uuids).map((repair) => ({ ...repair, ...undoneOf(repair, { db }) })),
    settings: settings.rows,
    cut: audit.cut || settings.cut,
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
    standing: standingOf({ ...event, verdict: lastCheck(db, event.event_id)?.verdict ?? null }),
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
    kept: keptUntil({ db }, event.event_id),
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

/**
 * Splits the stay by the plan of its entry, of a typed entry by that of the first event that was seen; null
 * if the entry, the plan or the end is unknown.
 */
function countedOf(events: readonly DossierEvent[], now: number | undefined): CountedStay {
  const { entry, exit } = endsOf(events)
  const end_ms = exit?.event.event_ms ?? now
  const first = events.find((one) => one.standing === 'observed' && observedRules(one).length > 0)
  const source = entry?.event.typed === 1 ? first : entry
  const plan = source?.rules.find(({ rule }) => rule === 'plan')
  if (!entry || !plan || end_ms === undefined) return null
  const { plans } = (JSON.parse(plan.content) as { schedule_param: Params['schedule_param'] }).schedule_param
  const by_entry = source === entry
  return {
    by_entry,
    behind_ms: source === undefined ? 0 : source.event.create_ms - source.event.event_ms,
    plans,
    parts: partsBetween({ zone: zoneOfProcess(), plans }, entry.event.event_ms, end_ms),
  }
}

/** The rules by which an event was decided; those of a typed event are of the time when it was typed. */
export const observedRules = ({ event, rules }: DossierEvent): RuleText[] => (event.typed === 1 ? [] : rules)

/** The entry and the exit that count; a withdrawn event never does. */
export function endsOf(events: readonly DossierEvent[]): {
  entry: DossierEvent | undefined
  exit: DossierEvent | undefined
} {
  const counted = events.filter(({ standing }) => standing !== 'withdrawn')
  return {
    entry: counted.find(({ event }) => isEntry(event)),
    exit: counted.findLast(({ event }) => event.event_type === event_type.exit),
  }
}
