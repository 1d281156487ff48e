/** Creates every worker (a part that runs without a request), in start order. */
import { group, sequence, type Part } from './core/part.ts'
import type { Runtime } from './runtime.ts'
import { createAnalysisSocket } from './analysis/socket-server.ts'
import { createAlarmMail, type AlarmMailOptions } from './workers/alarm-mail.ts'
import { createAlarmWatch, type AlarmWatchOptions } from './workers/alarm-watch.ts'
import { createEventChunkBuilder } from './workers/event-chunk-builder.ts'
import { createClockWatch, type ClockWatchOptions } from './workers/clock-watch.ts'
import { createClockSteps } from './workers/clock-steps.ts'
import { createClipRecorder, type ClipRecorderOptions } from './workers/clip-recorder.ts'
import { createCameraChanges } from './workers/camera-changes.ts'
import { createCameraWatch, type CameraWatchOptions } from './workers/camera-watch.ts'
import { createEventSender, type EventSenderOptions } from './workers/event-sender.ts'
import { createEventUploader, type EventUploaderOptions } from './workers/event-uploader.ts'
import { createEvidenceDrawer, type EvidenceDrawerOptions } from './workers/evidence-drawer.ts'
import { createHeartbeat } from './workers/heartbeat.ts'
import {
  createLogRetention,
  createSnapshotExpiry,
  createSnapshotWatch,
  createContentWatch,
  createStorageSweeper,
} from './workers/housekeeping.ts'
import { createLookStripRetention } from './workers/look-strip-retention.ts'
import { createLotStateSender, type LotStateOptions } from './workers/lot-state-sender.ts'
import { createMovedWatch, type MovedWatchOptions } from './workers/moved-watch.ts'
import { createNameCheckRetry, type NameCheckRetryOptions } from './workers/name-check-retry.ts'
import { createPictureSealer } from './workers/picture-sealer.ts'
import { createQueueSync } from './workers/queue-sync.ts'
import { createScheduledEventWriter } from './workers/scheduled-event-writer.ts'
import { createRetention, type RetentionOptions } from './workers/retention.ts'
import { createUndoExpiry } from './workers/undo-expiry.ts'
import { createStatementWorker } from './statements/statement-worker.ts'
import { createStayUpdater } from './workers/stay-updater.ts'
import { createTimerCapture, type TimerCaptureOptions } from './workers/timer-capture.ts'

/** Options for tests, which need shorter times. */
export type WorkersOptions = {
  watch?: CameraWatchOptions
  sender?: EventSenderOptions
  moved?: MovedWatchOptions
  alarms?: AlarmWatchOptions
  mail?: AlarmMailOptions
  clips?: ClipRecorderOptions
  retention?: RetentionOptions
  drawer?: EvidenceDrawerOptions
  uploader?: EventUploaderOptions
  lots?: LotStateOptions
  timer?: TimerCaptureOptions
  names?: NameCheckRetryOptions
  clocks?: ClockWatchOptions
}

/** Creates every worker. Stop them before the database is closed. */
export function createWorkers(deps: Runtime, options: WorkersOptions = {}): Part {
  const session = deps.platform_session
  const drawer = createEvidenceDrawer(deps, options.drawer)
  const sender = createEventSender(deps, session, { drawn: drawer.ensure, ...options.sender })
  const mailer = createAlarmMail(deps, options.mail)
  const alarms = createAlarmWatch(deps, { onEvaluated: () => void mailer.runNow(), ...options.alarms })
  return sequence([
    session,
    deps.models,
    deps.replays,
    // Before the first event: an event that it misses is never published.
    deps.mqtt_sender,
    deps.camera_relays, // before the first configuration, which names its addresses
    // Before the group: its sweep treats files without an event as leftovers.
    createAnalysisSocket(deps),
    group([
      drawer,
      createQueueSync(deps),
      createEventUploader(deps, { drawn: drawer.ensure, ...options.uploader }),
      sender,
      createHeartbeat(deps, session, { answered: sender.hurry }),
      createNameCheckRetry(deps, options.names),
      createLotStateSender(deps, session, options.lots),
      createCameraWatch(deps, options.watch),
      createCameraChanges(deps),
      createLogRetention(deps),
      createLookStripRetention(deps),
      createEventChunkBuilder(deps),
      createStayUpdater(deps),
      createClockSteps(deps),
      createClockWatch(deps, options.clocks),
      createMovedWatch(deps, options.moved),
      deps.matcher,
      mailer,
      deps.syslog_sender,
      createStorageSweeper(deps),
      createSnapshotExpiry(deps),
      createSnapshotWatch(deps),
      deps.proof_log,
      createContentWatch(deps),
      createStatementWorker(deps),
      createPictureSealer(deps),
      createUndoExpiry(deps),
      createRetention(deps, { alarm: alarms.runNow, ...options.retention }),
      createClipRecorder(deps, options.clips),
      createScheduledEventWriter(deps),
      createTimerCapture(deps, options.timer),
    ]),
    alarms, // stops before the mailer, which it wakes
  ])
}
