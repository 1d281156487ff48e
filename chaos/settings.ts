/** The settings of a run. */
export type Settings = {
  seed: number
  events: number
  /** Reports per second; a fifth of it while more than `max_behind` have not reached the platform. */
  rate: number
  max_behind: number
  /** Percentages: events with a picture of 200 kB, and events whose picture the device draws on. */
  big_share: number
  drawn_share: number
  /** The folder of the device. */
  folder: string
  /** Why its disk cannot be filled; undefined where it can. */
  unfillable_reason: string | undefined
  /** The arguments of node that start the server. */
  program: readonly string[]
  /** False: no storage is configured, and all pictures go to the platform in the request body. */
  storage: boolean
  /** Between two samples of the database. */
  sample_ms: number
  /**
   * Whether a silent peer closes the waiting connections when its behaviour changes, instead of letting them
   * run into their timeout of ten seconds.
   */
  release_stalled: boolean
  /** Whether to write docs/bench/chaos.md when everything held. */
  write: boolean
}
