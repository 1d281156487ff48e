/**
 * The plan of a factory restore or of the return to a snapshot, written to disk before anything is changed
 * (docs/decisions/0014): if the server ends midway, the next start continues.
 */
import { join } from 'node:path'
import type { RestoreKeep } from '@parking/contract'
import { dropState, readState, writeState } from '#src/core/files/state-file.ts'
import type { Ipv4 } from '#src/ports/network-port.ts'

/**
 * `asked`: nothing has been done. `built`: the new database is next to the old one. `swapped`: the new
 * database is in use, and the network is still to be set.
 */
type Phase = 'asked' | 'built' | 'swapped'
type Common = {
  phase: Phase
  /** The name of the snapshot made of the current state; empty if the state was damaged (bring-back.ts). */
  snapshot: string
  asked_ms: number
  by: string
}
export type WipePlan = Common & {
  kind: 'restore'
  keep: RestoreKeep[]
  /** Hash for the first user if the users are not kept. Only the caller received the password itself. */
  password_hash: string
  /** Null if the network is kept. */
  network: Ipv4 | null
}
type BringBackPlan = Common & { kind: 'bring_back'; /** The snapshot that is put back. */ from: string }
export type Plan = WipePlan | BringBackPlan

export const plan_name = 'restore.json'
const fileIn = (folder: string): string => join(folder, plan_name)

/** The plan to carry out, or undefined. Throws an Error if it is damaged: no part of it may be guessed. */
export function readPlan(folder: string): Plan | undefined {
  const found = readState<Plan>(fileIn(folder), { unnamed: false })
  if (found.state === 'damaged') throw new Error(`The plan of a restore is damaged: ${found.why}`)
  return found.state === 'whole' ? found.value : undefined
}

/** Returns when the plan is on the disk. */
export const writePlan = (folder: string, plan: Plan): void => writeState(fileIn(folder), plan)

export const dropPlan = (folder: string): void => dropState(fileIn(folder))
