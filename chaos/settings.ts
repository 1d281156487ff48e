/** The settings of a run. */
export type Settings = {
  seed: number
  events: number
  /**
   * Reports per second; a fifth of that while more than `max_behind` events have not reached the platform.
   */
  rate: number
  max_behind: number
  /** Percentages of events with a picture of 200 kB, and of events whose picture the device draws on. */
  big_share: number
  drawn_share: number
  /** The folder of the device. */
  folder: string
  /** Why the device's disk cannot be filled; undefined if it can. */
  unfillable_reason: string | undefined
  /** The arguments of node that start the server. */
  program: readonly string[]
  /** False: no storage is configured, and all pictures go to the platform in the request body. */
  storage: boolean
  /** Time between two samples of the database. */
  sample_ms: number
  /**
   * Whether a silent peer closes the waiting connections when its behaviour changes, instead of letting them
   * time out after ten seconds.
   */
  release_stalled: boolean
  /** Whether to write docs/bench/chaos.md if every check held. */
  write: boolean
}
