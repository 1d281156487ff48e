/** The analysis application as a program that can be started and stopped (spec §7 `app_control`). */
import type { AppState } from '@parking/contract'
import { PortError } from './port-error.ts'

export type AppProcess = { state: AppState; reason: string; startup: boolean; auto_update: boolean }

export type AppPort = {
  status(): AppProcess
  /** `start` and `stop` resolve when the action is complete, and throw an AppError if it failed. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Called at the end of the server: ends a program that runs only with the server, and stops monitoring. */
  close(): Promise<void>
}

/** The application could not be started or stopped; the message says why. */
export class AppError extends PortError<undefined, undefined> {
  override readonly name = 'AppError'
  constructor(message: string) {
    super(message, { reason: undefined, step: undefined })
  }
}
