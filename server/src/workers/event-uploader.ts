/**
 * Uploads the pictures and the clip of events to the object storage (docs/events.md): oldest first, a few at
 * once, over persistent connections. After a refused upload the event waits; an interrupted one is repeated
 * under the same names. Long because an attempt, its failures and the storage session belong together.
 */
import {
  event_status,
  log_type,
  secret_mask,
  type AttemptOutcome,
  type Params,
  type StorageReason,
} from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import type { Deps } from '../core/deps.ts'
import type { Meters } from '../core/meters.ts'
import type { Part } from '../core/part.ts'
import { redrawEvidence } from '../events/record/evidence.store.ts'
import { recordAttempt, triesOf } from '../events/record/attempt.store.ts'
import { mediaOf, type MediaFile } from '../events/record/event-media.ts'
import { markClipMissing } from '../events/record/clip.store.ts'
import {
  dueUpload,
  dueUploads,
  isUnseen,
  nextUpload,
  type QueuedEvent,
} from '../events/record/event-queue.store.ts'
import { retryUploadsNow, moveEvent, postponeUpload, capNextTry } from '../events/record/event-state.store.ts'
import { nextStatus, pathRules } from '../events/record/next-status.ts'
import { replaceObjects, type ObjectRow } from '../events/record/object.store.ts'
import { readParam } from '../params/param.store.ts'
import { sendingPause } from '../queue/sending-pause.ts'
import { MissingFile, uploadMedia } from '../storage/upload-media.ts'
import { StorageError } from '../ports/storage-port.ts'
import { backoff, type Random } from '../core/flow/retry-backoff.ts'
import { openBreaker } from '../core/flow/circuit-breaker.ts'
import { createWorkQueue } from '../core/flow/work-queue.ts'
import { openSessionPool } from '../storage/session-pool.ts'

type Needs = Deps & { meters: Meters; readings: ReportedReadings }

export type EventUploaderOptions = {
  random?: Random
  first_delay_ms?: number
  max_delay_ms?: number
  at_once?: number
  /** The time limit of one event in milliseconds, plus a millisecond per 20 bytes. */
  timeout_ms?: number
  /** Makes sure that the evidence of an event is drawn before its upload. */
  drawn?: (event_id: number) => Promise<void>
}

/** The limit of what is read and sent at the same time, in bytes of pictures. */
const max_bytes = 32 * 1024 * 1024
/** A slower transfer is cancelled: 20 kB/s. */
const bytes_per_ms = 20

export function createEventUploader(deps: Needs, options: EventUploaderOptions = {}): Part {
  const { db, bus, log } = deps
  const {
    random = Math.random,
    first_delay_ms = 1_000,
    max_delay_ms = 300_000,
    at_once = 2,
    timeout_ms = 60_000,
    drawn = () => Promise.resolve(),
  } = options
  const breaker = openBreaker({ first_delay_ms, max_delay_ms, random })
  /** Cancels uploads in progress: at the stop, and when the object storage changes. */
  let over = new AbortController()
  let param: Params['storage_param'] | undefined
  const settings = () => (param ??= readParam(deps, 'storage_param'))
  const pool = openSessionPool(() => deps.storage.open(settings()))
  const work_queue = createWorkQueue<QueuedEvent>(deps, {
    breaker,
    max_running: at_once,
    first_delay_ms,
    max_delay_ms,
    max_bytes,
    mayStart: () => settings().endpoint !== '' && !sendingPause(db).paused,
    due: (now, max) => dueUploads(db, now, max),
    stillDue: ({ event_id }, now) => dueUpload(db, event_id, now),
    prepare: ({ event_id }) => void drawn(event_id).catch(() => undefined),
    next(now) {
      capNextTry(db, event_status.awaiting_upload, now + 2 * max_delay_ms, now)
      return nextUpload(db)
    },
    run: upload,
  })

  async function upload(event: QueuedEvent): Promise<void> {
    const at_ms = deps.now()
    const began = performance.now()
    const target = settings()
    const { signal } = over
    const settle = (outcome: AttemptOutcome, info: string, then: () => void) => {
      if (work_queue.phase() === 'stopped') return
      const took_ms = performance.now() - began
      deps.meters.upload.count(outcome)
      if (outcome !== 'missing') deps.meters.upload_s.observe(took_ms / 1000)
      db.transaction(() => {
        if (
          recordAttempt(db, event.event_id, {
            at_ms,
            step: 'upload',
            outcome,
            address: target.endpoint,
            info,
            took_ms,
          })
        )
          then()
      })
    }
    try {
      const objects = await store(event, target, signal)
      if (signal.aborted) return // the object storage changed, or the server stopped
      settle('accepted', '', () => uploaded(event, objects))
      reportWorking(target)
    } catch (error) {
      if (error instanceof MissingFile) {
        settle('missing', error.message, () => missing(event, error.file))
      } else if (error instanceof StorageError && error.reason === 'file') {
        // It was readable a moment ago: a failing disk is not the fault of the object storage, and the next
        // attempt reports a missing file.
        settle('missing', sentenceOf(error, target), () => postponeUpload(db, event.event_id, retryAt(event)))
      } else if (error instanceof StorageError) {
        if (signal.aborted) return // cancelled by the server itself
        settle(outcomeOf(error.reason), sentenceOf(error, target), () =>
          postponeUpload(db, event.event_id, retryAt(event)),
        )
        reportFailure(sentenceOf(error, target), target)
      } else throw error
    }
    if (work_queue.phase() !== 'stopped') bus.emit('ready')
  }

  const retryAt = ({ event_id }: QueuedEvent) =>
    deps.now() +
    backoff(
      Math.max(breaker.failures() + 1, triesOf(db, event_id, 'upload')),
      first_delay_ms,
      max_delay_ms,
      random,
    )

  /** Uploads every file of the event; a drawn picture that is missing is drawn again, once. */
  async function store(
    event: QueuedEvent,
    target: Params['storage_param'],
    signal: AbortSignal,
  ): Promise<ObjectRow[]> {
    await drawn(event.event_id)
    try {
      return await uploadFiles(event, target, signal)
    } catch (error) {
      if (!(error instanceof MissingFile) || !error.file.drawn || !redrawEvidence(db, event.event_id))
        throw error
      await drawn(event.event_id)
      return uploadFiles(event, target, signal)
    }
  }

  async function uploadFiles(
    event: QueuedEvent,
    target: Params['storage_param'],
    signal: AbortSignal,
  ): Promise<ObjectRow[]> {
    const files = mediaOf(db, event)
    if (files.length === 0) return []
    const timeout = AbortSignal.timeout(
      timeout_ms + Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / bytes_per_ms),
    )
    return pool.use((session) =>
      uploadMedia(deps, event, files, { target, session, signal: AbortSignal.any([timeout, signal]) }),
    )
  }

  function uploaded(event: QueuedEvent, objects: readonly ObjectRow[]): void {
    const next = nextStatus(
      pathRules(deps),
      { event_type: event.event_type, media: false, waits: isUnseen(db, event.event_id) },
      'uploaded',
    )
    // The status of the event may have changed meanwhile; then these objects are not reported.
    if (
      moveEvent(
        db,
        event.event_id,
        event_status.awaiting_upload,
        next,
        deps.now(),
        next.reason === 'waits_for_check',
      )
    )
      replaceObjects(db, event.event_id, objects)
  }

  /**
   * A missing picture leaves no proof, so the event fails. Without its clip there is still proof, so only the
   * clip is given up.
   */
  function missing(event: QueuedEvent, file: MediaFile): void {
    if (file.kind === 'clip') markClipMissing(db, event.event_id)
    else
      moveEvent(
        db,
        event.event_id,
        event_status.awaiting_upload,
        { status: event_status.send_failed, reason: 'picture_missing' },
        deps.now(),
      )
  }

  function reportWorking({ endpoint }: Params['storage_param']): void {
    deps.readings.report({ kind: 'storage', subject: '', name: hostIn(endpoint), level: 'well', facts: {} })
    if (!breaker.succeed()) return
    log.info({ log_type: log_type.alarm, what: 'storage_moves' }, 'the storage accepts pictures again')
    retryUploadsNow(db, deps.now())
  }

  function reportFailure(info: string, { endpoint }: Params['storage_param']): void {
    deps.readings.report({
      kind: 'storage',
      subject: '',
      name: hostIn(endpoint),
      level: 'bad',
      facts: { said: info.slice(0, 300) },
    })
    if (breaker.fail())
      log.warn(
        { log_type: log_type.alarm, what: 'storage_stalled', info },
        'the storage does not take pictures; events wait',
      )
  }

  const hurry = () => {
    breaker.reset()
    retryUploadsNow(db, deps.now())
    work_queue.check()
  }
  /** The parameters changed: earlier results say nothing about the new object storage. */
  const settingsChanged = () => {
    const before = JSON.stringify(param)
    param = undefined
    if (JSON.stringify(settings()) === before) return work_queue.check()
    over.abort()
    over = new AbortController()
    pool.renew()
    deps.readings.report({
      kind: 'storage',
      subject: '',
      name: '',
      level: settings().endpoint === '' ? 'well' : 'between',
      facts: {},
    })
    hurry()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = [
        bus.subscribe('queue', work_queue.check),
        bus.subscribe('ready', work_queue.check),
        bus.subscribe('resume', hurry),
        bus.subscribe('link', hurry),
        bus.subscribe('params', settingsChanged),
      ]
      work_queue.check()
    },
    async stop() {
      unsubscribe.forEach((off) => off())
      await work_queue.stop()
      over.abort()
      pool.close()
    },
  }
}

const hostIn = (endpoint: string): string => URL.parse(endpoint)?.host ?? ''

/** Masks the password, because some servers repeat the request in their answer. */
function sentenceOf({ step, reason, detail }: StorageError, { password }: Params['storage_param']): string {
  const masked = password === '' ? detail : detail.replaceAll(password, secret_mask)
  return `${step}: ${reason}${masked === '' ? '' : ` (${masked})`}`
}

const no_answer: readonly StorageReason[] = [
  'name_unknown',
  'unreachable',
  'refused',
  'timeout',
  'cut',
  'tls',
  'certificate',
]

/** Busy or full: the object storage may accept the same file later. */
const outcomeOf = (reason: StorageReason): AttemptOutcome =>
  no_answer.includes(reason) ? 'silent' : reason === 'busy' || reason === 'full' ? 'busy' : 'refused'
