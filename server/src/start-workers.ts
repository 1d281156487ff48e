/** Starts and stops every worker: what runs without a request. */
import type { Runtime } from './runtime.ts'
import { openAnalysisSocket } from './analysis/socket-server.ts'
import { startAlarmMail, type AlarmMailOptions } from './workers/alarm-mail.ts'
import { startAlarmWatch, type AlarmWatchOptions } from './workers/alarm-watch.ts'
import { startBlockKeeper } from './workers/block-keeper.ts'
import { startClipRecorder, type ClipRecorderOptions } from './workers/clip-recorder.ts'
import { startCameraWatch, type CameraWatchOptions } from './workers/camera-watch.ts'
import { startEventSender, type EventSenderOptions } from './workers/event-sender.ts'
import { startEventUploader, type EventUploaderOptions } from './workers/event-uploader.ts'
import { startEvidenceDrawer, type EvidenceDrawerOptions } from './workers/evidence-drawer.ts'
import { startHeartbeat } from './workers/heartbeat.ts'
import { startLogKeeper } from './workers/log-keeper.ts'
import { startLotStateSender, type LotStateOptions } from './workers/lot-state-sender.ts'
import { startMovedWatch, type MovedWatchOptions } from './workers/moved-watch.ts'
import { openPlatformSession } from './platform/platform-session.ts'
import { startQueueKeeper } from './workers/queue-keeper.ts'
import { startScheduleCuts, type ScheduleCutsOptions } from './workers/schedule-cuts.ts'
import { startRetention, type RetentionOptions } from './workers/retention.ts'
import { startStorageSweeper } from './workers/storage-sweeper.ts'
import { startTimerCapture, type TimerCaptureOptions } from './workers/timer-capture.ts'

export type Workers = {
  /** Resolves when the analysis socket listens; rejects with a sentence when it cannot. */
  ready: Promise<void>
  /** Resolves when all have stopped. Stop them before the database is closed. */
  stop(): Promise<void>
}

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
}

/** Starts every worker. */
export function startWorkers(deps: Runtime, options: WorkersOptions = {}): Workers {
  const socket = openAnalysisSocket(deps)
  const session = openPlatformSession(deps)
  const drawer = startEvidenceDrawer(deps, options.drawer)
  const queue = startQueueKeeper(deps)
  const uploader = startEventUploader(deps, { drawn: drawer.ensure, ...options.uploader })
  const sender = startEventSender(deps, session, { drawn: drawer.ensure, ...options.sender })
  const heartbeat = startHeartbeat(deps, session, { answered: sender.hurry })
  const lots = startLotStateSender(deps, session, options.lots)
  const watch = startCameraWatch(deps, options.watch)
  const keeper = startLogKeeper(deps)
  const blocks = startBlockKeeper(deps)
  const moved = startMovedWatch(deps, options.moved)
  const mailer = startAlarmMail(deps, options.mail)
  const alarms = startAlarmWatch(deps, { looked: () => void mailer.look(), ...options.alarms })
  const sweeper = startStorageSweeper(deps)
  const retention = startRetention(deps, { alarm: alarms.look, ...options.retention })
  const clips = startClipRecorder(deps, { after: socket, ...options.clips })
  // Starts after the socket's sweep for pictures without an event: theirs get one in a moment.
  const cuts = startScheduleCuts(deps, { after: socket, ...options.cuts })
  const timer = startTimerCapture(deps, { after: socket, ...options.timer })
  socket.catch(() => undefined) // `ready` reports the failure
  return {
    ready: socket.then(() => undefined),
    async stop() {
      heartbeat.stop()
      lots.stop()
      queue.stop()
      await alarms.stop()
      await Promise.all([
        mailer.stop(),
        watch.stop(),
        moved.stop(),
        sender.stop(),
        uploader.stop(),
        drawer.stop(),
        keeper.stop(),
        blocks.stop(),
        sweeper.stop(),
        clips.stop(),
        retention.stop(),
        cuts.stop(),
        timer.stop(),
        socket.then(
          (open) => open.stop(),
          () => undefined,
        ),
      ])
      session.close()
    },
  }
}
