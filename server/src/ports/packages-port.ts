/** The package system. Every function throws a SystemError if it fails. */
import type { AptState, FailureReason, ReleaseNote } from '@parking/contract'

export type PackageVersion = {
  package: string
  installed: string
  candidate: string
  /** What is new since the installed version, newest first. */
  notes?: ReleaseNote[]
}
export type PackageWork = {
  state: AptState
  progress: number
  message: string
  work: '' | 'refresh' | 'update'
  ended_ms: number | null
  /** Why it failed, if its message shows that. */
  reason: FailureReason | null
}

export type PackagesPort = {
  versions(): Promise<PackageVersion[]>
  /** The URL of our own repository; empty if none is set. */
  repository(): Promise<string>
  setRepository(url: string): Promise<void>
  /**
   * Resolves when the lists are up to date; throws with the reason if they could not be fetched
   * (`unreachable`, `unsigned`, `locked`, `disk_full`).
   */
  refresh(): Promise<void>
  /**
   * Starts installing the candidates and resolves at once; the installation survives a restart of the server.
   */
  update(): Promise<void>
  /** The work in progress, or the result of the last one. Cheap, because it is polled. */
  work(): Promise<PackageWork>
  autoUpdate(): Promise<boolean>
  setAutoUpdate(on: boolean): Promise<void>
}
