/** What runs unasked: the camera watch, the comparing of scenes, the analysis socket, the sender, the heartbeat and the keeper of the logs. */
import { openAnalysisSocket } from '../analysis/socket-server.ts'
import type { Deps } from '../deps.ts'
import { startCameraWatch, type CameraWatchOptions } from './camera-watch.ts'
import { startEventSender, type EventSenderOptions } from './event-sender.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startLogKeeper } from './log-keeper.ts'
import { startMovedWatch, type MovedWatchOptions } from './moved-watch.ts'
import { openPlatformSession } from './platform-session.ts'

export type Workers = {
  /** Resolves when the analysis socket listens; rejects with a sentence when it cannot. */
  ready: Promise<void>
  /** Answers when all have come to rest. Stop them before the database is closed. */
  stop(): Promise<void>
}

/** The options are for tests, which cannot wait. */
export type WorkersOptions = { watch?: CameraWatchOptions; sender?: EventSenderOptions; moved?: MovedWatchOptions }

/** Starts every worker. */
export function startWorkers(deps: Deps, options: WorkersOptions = {}): Workers {
  const socket = openAnalysisSocket(deps)
  const session = openPlatformSession(deps)
  const sender = startEventSender(deps, session, options.sender)
  const heartbeat = startHeartbeat(deps, session, { answered: sender.hurry })
  const watch = startCameraWatch(deps, options.watch)
  const keeper = startLogKeeper(deps)
  const moved = startMovedWatch(deps, options.moved)
  socket.catch(() => undefined) // whoever awaits `ready` hears of it
  return {
    ready: socket.then(() => undefined),
    async stop() {
      heartbeat.stop()
      await Promise.all([watch.stop(), moved.stop(), sender.stop(), keeper.stop(), socket.then((open) => open.stop(), () => undefined)])
      session.close()
    },
  }
}
