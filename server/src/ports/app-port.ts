/** The analysis application as a program that can be started and stopped (spec §7 `app_control`). */
import type { AppState } from '@parking/contract'

export type AppProcess = { state: AppState; reason: string; startup: boolean; auto_update: boolean }

export type AppPort = {
  status(): AppProcess
  /** Each answers when it has happened, and throws an Error with a sentence when it could not. */
  start(): Promise<void>
  stop(): Promise<void>
  /** The server ends: what lives only with it ends too, and nothing is watched any more. */
  close(): Promise<void>
}
