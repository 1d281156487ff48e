/** What a run is told. */
export type Settings = {
  seed: number
  events: number
  /**
   * Reports a second at most; a fifth of it while more than `max_behind` have not reached the platform yet.
   */
  rate: number
  max_behind: number
  /** Of a hundred events: so many with a picture of 200 kB, so many whose picture the device draws on. */
  big_share: number
  drawn_share: number
  /** Where the device lives. */
  folder: string
  /** Why its disk cannot be filled; undefined where it can. */
  unfillable_reason: string | undefined
  /** What node runs as the server. */
  program: readonly string[]
  /** False: no storage is set, and everything goes to the platform in bodies. */
  storage: boolean
  /** From one look into the database to the next. */
  sample_ms: number
  /**
   * Whether a silent peer cuts the connections that wait for it when it comes to its senses: then nobody
   * waits for ten seconds.
   */
  release_stalled: boolean
  /** Whether docs/bench/chaos.md is printed when everything held. */
  write: boolean
}
