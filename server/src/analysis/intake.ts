/**
 * Stores reported events (docs/analysis-socket.md): syncs their pictures to disk, writes the rows of all
 * waiting reports in one transaction, and only then acknowledges them. No crash loses an acknowledged event.
 * Long because pictures, batches and acknowledgements share one limit of memory.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { camera_moved_comment, code, issuesOf, type Issue } from '@parking/contract'
import type { DecisionCounts } from '../accuracy/decision-counts.ts'
import { drawSample } from '../accuracy/draw-sample.ts'
import { movedRow } from '../camera/reference.store.ts'
import { placeOfLot } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { secondsSince, type Meters } from '../core/meters.ts'
import { hasEvent, insertEvent, type NewEvent } from '../events/record/event.store.ts'
import { dayFolder, picturePath } from '../events/record/event-paths.ts'
import { warningsOf } from '../events/record/implausible.ts'
import { presentRules } from '../events/record/rule-version.store.ts'
import { initialEventState } from '../events/record/initial-event-state.ts'
import { Refusal } from '../core/refusal.ts'
import { createDiskReserve } from '../core/files/disk-reserve.ts'
import {
  dropFiles,
  ensureFolder,
  filesIn,
  storeSpoolPicture,
  syncFolder,
  max_picture_bytes,
} from '../core/files/spool-file.ts'
import { reported_event, type ReportedEvent } from './messages.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import { storeStrip } from './store-strip.ts'
import { namesOf, openSpoolSweep } from './spool-sweep.ts'

export type Verdict =
  /** `warnings`: implausible fields; the event is then stored but not sent (events/record/implausible.ts). */
  | { type: 'ack'; result: 'stored' | 'duplicate'; warnings?: Issue[] }
  | { type: 'refused'; code: number; message: string; issues: Issue[] }
  | { type: 'busy'; message: string }

export type Intake = {
  /** Removes spool files that no event will name again: see spool-sweep.ts. */
  sweep(): Promise<void>
  /** Resolves when the event is stored, or with the reason why it is not. Never throws. */
  take(event: unknown): Promise<Verdict>
  /** Waits for events in progress. */
  stop(): Promise<void>
}

type Needs = Deps & {
  decision_counts: DecisionCounts
  meters: Meters
  upgrade: { onTrial(): boolean }
}
type Ready = {
  event: Omit<NewEvent, 'status' | 'reason' | 'evidence'> & { plate_box: ReportedEvent['plate_box'] }
  kept: string[]
  spooled: string[]
  /** The parts of the event that were left out. */
  warnings: Issue[]
  done: (verdict: Verdict) => void
}

/** Maximum bytes of pictures in memory at once. */
const max_bytes = 8 * max_picture_bytes
/**
 * An event counts as at least this many bytes. This limits the number of events in progress, so that other
 * disk operations of the server do not wait long.
 */
const min_bytes = max_bytes / 32
const max_rows = 500

export function openIntake(deps: Needs, spool: string): Intake {
  const { db, media, log, bus, meters } = deps
  const in_progress = new Map<string, Promise<Verdict>>()
  const ready: Ready[] = []
  const folders = new Set<string>()
  const memory = createSemaphore(max_bytes)
  const ensureReserve = createDiskReserve(deps.folder)
  const sweeper = openSpoolSweep(spool, deps)
  let committing: Promise<void> | undefined

  async function take(given: unknown): Promise<Verdict> {
    const began = performance.now()
    const verdict = await judge(given)
    meters.intake.count(verdict.type === 'ack' ? verdict.result : verdict.type)
    meters.intake_s.observe(secondsSince(began))
    return verdict
  }

  async function judge(given: unknown): Promise<Verdict> {
    const parsed = reported_event.safeParse(given)
    if (!parsed.success)
      return {
        type: 'refused',
        code: code.format_error,
        message: 'The event is not well formed',
        issues: issuesOf(parsed.error, given),
      }
    const event = { ...parsed.data, uuid: parsed.data.uuid.toLowerCase() }
    // If the update were rolled back, the previous version would not know the event, so the application keeps
    // it for now.
    if (deps.upgrade.onTrial()) return { type: 'busy', message: 'The device checks an update' }
    sweeper.named(event)
    const first = in_progress.get(event.uuid)
    if (first) {
      const verdict = await first
      return verdict.type === 'ack' ? { type: 'ack', result: 'duplicate' } : verdict
    }
    const pending = store(event).catch(verdictOf)
    in_progress.set(event.uuid, pending)
    const verdict = await pending
    in_progress.delete(event.uuid)
    if (verdict.type !== 'busy') sweeper.done(event)
    if (verdict.type === 'busy')
      log.warn({ uuid: event.uuid, why: verdict.message }, 'an event could not be stored now')
    if (verdict.type === 'refused')
      log.warn({ uuid: event.uuid, issues: verdict.issues }, 'an event was refused')
    return verdict
  }

  async function store(event: ReportedEvent): Promise<Verdict> {
    const spooled = filesIn(spool, namesOf(event))
    if (hasEvent(db, event.uuid)) {
      await dropFiles(spooled) // left over from an acknowledgement that never arrived
      return { type: 'ack', result: 'duplicate' }
    }
    const place = placeOfLot(db, event)
    if (!place)
      throw new Refusal(code.not_found, 'There is no such lot on this device', {
        issues: [{ field: 'lot_no', issue: 'not_found' }],
      })
    const create_ms = deps.now()
    const kept: string[] = []
    const release = await memory.acquire(Math.max(min_bytes, ...spooled.map(bytesOf)))
    try {
      if (spooled.length > 0) await ensureReserve()
      const folder = join(media.folder, dayFolder(create_ms))
      if (spooled.length > 0 && !folders.has(folder)) {
        await ensureFolder(folder)
        folders.add(folder)
      }
      const pictures: NewEvent['pictures'][number][] = []
      for (const [position, { kind }] of event.pictures.entries()) {
        const path = picturePath(create_ms, event.uuid, position)
        const field = `pictures.${position}.file`
        const found = await storeSpoolPicture(spooled[position]!, media.files, path, field)
        kept.push(join(media.folder, path))
        pictures.push({ kind, ...found })
      }
      const { look_strip, warnings } = await storeStrip(event, create_ms, spool, kept, deps)
      const { uuid, event_time, event_type, plate_number, plate_color, confidence, plate_box, looks } = event
      // The lots may not match the picture: the comment warns the reviewer of the event.
      const comment = movedRow(db, event.scene_id) ? camera_moved_comment : ''
      const row: Ready['event'] = {
        uuid,
        comment,
        event_ms: event_time,
        create_ms,
        event_type,
        plate_number,
        plate_color,
        confidence,
        place,
        pictures,
        plate_box,
        looks,
        look_strip,
      }
      return await new Promise<Verdict>((done) => {
        ready.push({ event: row, kept, spooled, warnings, done })
        release()
        committing ??= commitAll().finally(() => (committing = undefined))
      })
    } catch (error) {
      release()
      await dropFiles(kept)
      folders.clear() // the folder of the day may have been deleted and is created again
      throw error
    }
  }

  /** While one batch is synced to disk, the next one fills: the slower the disk, the larger the batches. */
  async function commitAll(): Promise<void> {
    await new Promise(setImmediate)
    while (ready.length > 0) await commit(ready.splice(0, max_rows))
  }

  async function commit(batch: readonly Ready[]): Promise<void> {
    try {
      const touched = new Set(
        batch
          .filter(({ kept }) => kept.length > 0)
          .map(({ event }) => join(media.folder, dayFolder(event.create_ms))),
      )
      await Promise.all([...touched].map(syncFolder))
      const initialStateOf = initialEventState(deps)
      const draw = drawSample(deps, deps.decision_counts)
      db.transaction(() => {
        const rulesOf = presentRules(deps)
        for (const { event } of batch) {
          const state = initialStateOf(event)
          insertEvent(db, { ...event, ...state, rule: rulesOf(event.place.scene_id) })
          draw(event, state)
        }
      })
    } catch (error) {
      await dropFiles(batch.flatMap(({ kept }) => kept))
      const verdict = verdictOf(error)
      for (const { done } of batch) done(verdict)
      return
    }
    await dropFiles(batch.flatMap(({ spooled }) => spooled))
    for (const { event, done, ...more } of batch) {
      meters.analysis_s.observe((event.create_ms - event.event_ms) / 1000)
      const warnings = [...warningsOf(event), ...more.warnings]
      done({ type: 'ack', result: 'stored', ...(warnings.length > 0 && { warnings }) })
    }
    bus.emit('queue')
  }

  function verdictOf(error: unknown): Verdict {
    if (error instanceof Refusal)
      return { type: 'refused', code: error.code, message: error.message, issues: error.data?.issues ?? [] }
    // A full disk, a locked database or a missing file system is not the fault of the event.
    log.error({ err: error }, 'an event could not be stored')
    return {
      type: 'busy',
      message:
        error instanceof Error && 'code' in error
          ? `The device cannot store it now (${String(error.code)})`
          : 'The device cannot store it now',
    }
  }

  return {
    take,
    sweep: () => sweeper.sweep(),
    async stop() {
      await Promise.all(in_progress.values())
    },
  }
}

/** The size of a file; a missing or too large file is detected later. */
const bytesOf = (file: string): number =>
  Math.min(lstatSync(file, { throwIfNoEntry: false })?.size ?? 0, max_picture_bytes)
