/** Every part of the running server with its state: made once per server, so that two servers in one process share nothing. */
import { openMatcher, type Matcher } from './camera/reference/moved-matcher.ts'
import type { AnalysisConnection } from './core/analysis-connection.ts'
import type { CallContext, Handlers } from './core/call-context.ts'
import type { Deps } from './core/deps.ts'
import { Trials, type TrialOptions } from './device/trial.ts'
import { openLive, type Live } from './live/live.ts'
import type { SourceOptions } from './live/source.ts'
import type { LogBook } from './system/log/log-book.ts'
import { History } from './system/vitals/vitals.ts'

/** The parts hold state; functions ask for the ones they use, never for the whole runtime. */
export type Parts = {
  /** Which analysis application is connected: written by the analysis socket. */
  analysis: AnalysisConnection
  /** The device's own logs: log lines with a `log_type` arrive by themselves, the audit writes its rows. */
  book: LogBook
  /** Memory and temperature over the last day. */
  history: History
  /** Live video and pictures, one source for each camera that is being watched. */
  live: Live
  /** Compares pictures, in slices. */
  matcher: Matcher
  /** Changes of the network and the tunnel that are undone unless they are confirmed (docs/decisions/0012). */
  trials: Trials
}

export type Runtime = Deps & Parts

/** The context and the handlers of every call. */
export type RuntimeContext = CallContext & Parts
export type AllHandlers = Handlers<keyof Handlers, RuntimeContext>

/** For tests, which cannot wait. */
export type RuntimeOptions = { trial?: TrialOptions | undefined; live?: Partial<SourceOptions> | undefined }

/** Makes every part; starts none. */
export function createRuntime(deps: Deps, book: LogBook, { trial, live }: RuntimeOptions = {}): Runtime {
  return {
    ...deps,
    analysis: { peer: null },
    book,
    history: new History(deps.db, deps.host, deps.now),
    live: openLive(deps, live),
    matcher: openMatcher(),
    trials: new Trials(deps, trial),
  }
}
