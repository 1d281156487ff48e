/** The package system. Every function throws a SystemError where it cannot. */
import type { AptState, FailureReason } from '@parking/contract'

export type PackageVersion = { package: string; installed: string; candidate: string }
export type PackageWork = {
  state: AptState
  progress: number
  message: string
  work: '' | 'refresh' | 'update'
  ended_ms: number | null
  /** Why it failed, where its words say so. */ reason: FailureReason | null
}

export type PackagesPort = {
  versions(): Promise<PackageVersion[]>
  /** The URL of our own source; empty where none is set. */
  repository(): Promise<string>
  setRepository(url: string): Promise<void>
  /** Ends when the lists are fresh; throws with the real reason when they could not be fetched (`unreachable`, `unsigned`, `locked`, `disk_full`). */
  refresh(): Promise<void>
  /** Begins to install the candidates and answers at once; the work outlives this server. */
  update(): Promise<void>
  /** What is being done, or how the last work ended. Cheap: it is polled. */
  work(): Promise<PackageWork>
  autoUpdate(): Promise<boolean>
  setAutoUpdate(on: boolean): Promise<void>
}
