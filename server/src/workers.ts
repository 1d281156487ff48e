/** Every worker (what runs without a request), in the order of their start. */
import { group, sequence, type Part } from './core/part.ts'
import type { Runtime } from './runtime.ts'
import { createAnalysisSocket } from './analysis/socket-server.ts'
import { createAlarmMail, type AlarmMailOptions } from './workers/alarm-mail.ts'
import { createAlarmWatch, type AlarmWatchOptions } from './workers/alarm-watch.ts'
import { createBlockKeeper } from './workers/block-keeper.ts'
import { createClockWatch, type ClockWatchOptions } from './workers/clock-watch.ts'
import { createClockSteps } from './workers/clock-steps.ts'
import { createClipRecorder, type ClipRecorderOptions } from './workers/clip-recorder.ts'
import { createCameraWatch, type CameraWatchOptions } from './workers/camera-watch.ts'
import { createEventSender, type EventSenderOptions } from './workers/event-sender.ts'
import { createEventUploader, type EventUploaderOptions } from './workers/event-uploader.ts'
import { createEvidenceDrawer, type EvidenceDrawerOptions } from './workers/evidence-drawer.ts'
import { createHeartbeat } from './workers/heartbeat.ts'
import { createLogKeeper } from './workers/log-keeper.ts'
import { createLookStripKeeper } from './workers/look-strip-keeper.ts'
import { createLotStateSender, type LotStateOptions } from './workers/lot-state-sender.ts'
import { createMovedWatch, type MovedWatchOptions } from './workers/moved-watch.ts'
import { createNameKeeper, type NameKeeperOptions } from './workers/name-keeper.ts'
import { createPictureSealer } from './workers/picture-sealer.ts'
import { createQueueKeeper } from './workers/queue-keeper.ts'
import { createScheduleCuts, type ScheduleCutsOptions } from './workers/schedule-cuts.ts'
import { createRetention, type RetentionOptions } from './workers/retention.ts'
import { createActKeeper } from './workers/act-keeper.ts'
import { createSnapshotKeeper } from './workers/snapshot-keeper.ts'
import { createStatementKeeper } from './statements/statement-keeper.ts'
import { createStorageSweeper } from './workers/storage-sweeper.ts'
import { createStayKeeper } from './workers/stay-keeper.ts'
import { createTimerCapture, type TimerCaptureOptions } from './workers/timer-capture.ts'

/** Options for tests, which cannot wait. */
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
  cuts?: ScheduleCutsOptions
  timer?: TimerCaptureOptions
  names?: NameKeeperOptions
  clocks?: ClockWatchOptions
}

/** Makes every worker. Stop them before the database is closed. */
export function createWorkers(deps: Runtime, options: WorkersOptions = {}): Part {
  const session = deps.platform_session
  const drawer = createEvidenceDrawer(deps, options.drawer)
  const sender = createEventSender(deps, session, { drawn: drawer.ensure, ...options.sender })
  const mailer = createAlarmMail(deps, options.mail)
  const alarms = createAlarmWatch(deps, { looked: () => void mailer.look(), ...options.alarms })
  return sequence([
    session,
    deps.models,
    deps.replays,
    // Before the first event: what it does not see is never published.
    deps.mqtt_sender,
    deps.camera_relays, // before the first configuration, which names its addresses
    // First of all: its sweep takes files without an event for leftovers.
    createAnalysisSocket(deps),
    group([
      drawer,
      createQueueKeeper(deps),
      createEventUploader(deps, { drawn: drawer.ensure, ...options.uploader }),
      sender,
      createHeartbeat(deps, session, { answered: sender.hurry }),
      createNameKeeper(deps, options.names),
      createLotStateSender(deps, session, options.lots),
      createCameraWatch(deps, options.watch),
      createLogKeeper(deps),
      createLookStripKeeper(deps),
      createBlockKeeper(deps),
      createStayKeeper(deps),
      createClockSteps(deps),
      createClockWatch(deps, options.clocks),
      createMovedWatch(deps, options.moved),
      deps.matcher,
      mailer,
      deps.syslog_sender,
      createStorageSweeper(deps),
      createSnapshotKeeper(deps),
      deps.proof_log,
      createStatementKeeper(deps),
      createPictureSealer(deps),
      createActKeeper(deps),
      createRetention(deps, { alarm: alarms.look, ...options.retention }),
      createClipRecorder(deps, options.clips),
      createScheduleCuts(deps, options.cuts),
      createTimerCapture(deps, options.timer),
    ]),
    alarms, // stops before the mailer, which it wakes
  ])
}
