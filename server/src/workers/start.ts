/** What runs unasked: the camera watch, the comparing of scenes, the analysis socket, the sender, the heartbeat and the keeper of the logs. */
import { openAnalysisSocket } from '../analysis/socket-server.ts'
import type { Deps } from '../deps.ts'
import { startAlarmMail, type AlarmMailOptions } from './alarm-mail.ts'
import { startAlarmWatch, type AlarmWatchOptions } from './alarm-watch.ts'
import { startCameraWatch, type CameraWatchOptions } from './camera-watch.ts'
import { startEventSender, type EventSenderOptions } from './event-sender.ts'
import { startEvidenceDrawer } from './evidence-drawer.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startLogKeeper } from './log-keeper.ts'
import { startMovedWatch, type MovedWatchOptions } from './moved-watch.ts'
import { openPlatformSession } from './platform-session.ts'
import { startStorageSweeper } from './storage-sweeper.ts'

export type Workers = {
  /** Resolves when the analysis socket listens; rejects with a sentence when it cannot. */
  ready: Promise<void>
  /** Answers when all have come to rest. Stop them before the database is closed. */
  stop(): Promise<void>
}

/** The options are for tests, which cannot wait. */
export type WorkersOptions = { watch?: CameraWatchOptions; sender?: EventSenderOptions; moved?: MovedWatchOptions; alarms?: AlarmWatchOptions; mail?: AlarmMailOptions }

/** Starts every worker. */
export function startWorkers(deps: Deps, options: WorkersOptions = {}): Workers {
  const socket = openAnalysisSocket(deps)
  const session = openPlatformSession(deps)
  const drawer = startEvidenceDrawer(deps)
  const sender = startEventSender(deps, session, { drawn: drawer.ensure, ...options.sender })
  const heartbeat = startHeartbeat(deps, session, { answered: sender.hurry })
  const watch = startCameraWatch(deps, options.watch)
  const keeper = startLogKeeper(deps)
  const moved = startMovedWatch(deps, options.moved)
  const mailer = startAlarmMail(deps, options.mail)
  const alarms = startAlarmWatch(deps, { looked: () => void mailer.look(), ...options.alarms })
  const sweeper = startStorageSweeper(deps)
  socket.catch(() => undefined) // whoever awaits `ready` hears of it
  return {
    ready: socket.then(() => undefined),
    async stop() {
      heartbeat.stop()
      await alarms.stop()
      await Promise.all([mailer.stop(), watch.stop(), moved.stop(), sender.stop(), drawer.stop(), keeper.stop(), sweeper.stop(), socket.then((open) => open.stop(), () => undefined)])
      session.close()
    },
  }
}
