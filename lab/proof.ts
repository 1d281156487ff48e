/** A proof: what it shows, and a run that answers its figure or throws why it failed. */
import type { Box } from './box.ts'
import type { Peers } from './peers.ts'
import type { ApiClient } from './client.ts'

export type Lab = {
  box: Box
  client: ApiClient
  peers: Peers
  cache: string
  /** Reproduces the random changes. */
  seed: number
  changes: number
  /** Of each trial, in seconds. */
  trial_s: number
}

export type Proof = { name: string; shows: string; run(lab: Lab): Promise<string> }

/** Throws unless it holds. */
export function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
