/** A proof: a statement, and a function that returns its figure or throws the reason for its failure. */
import type { Box } from './box.ts'
import type { Peers } from './peers.ts'
import type { ApiClient } from './client.ts'

export type Lab = {
  box: Box
  client: ApiClient
  peers: Peers
  cache: string
  /** Seeds the random changes. */
  seed: number
  changes: number
  /** The duration of a trial, in seconds. */
  trial_s: number
}

export type Proof = { name: string; shows: string; run(lab: Lab): Promise<string> }

/** Throws the message unless the condition holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
