/**
 * The plan of a factory restore or of the return to a snapshot, written to disk before anything is changed
 * (docs/decisions/0014): if the server ends midway, the next start continues.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RestoreKeep } from '@parking/contract'
import type { Ipv4 } from '#src/ports/network-port.ts'

/**
 * `asked`: nothing has been done. `built`: the new database is next to the old one. `swapped`: the new
 * database is in use, and the network is still to be set.
 */
type Phase = 'asked' | 'built' | 'swapped'
type Common = {
  phase: Phase
  /** The name of the snapshot made of the current state. */
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

const fileIn = (folder: string): string => join(folder, 'restore.json')

/** The plan to carry out, or undefined. Throws if it cannot be read, because guessing is not safe. */
export function readPlan(folder: string): Plan | undefined {
  if (!existsSync(fileIn(folder))) return undefined
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Plan
}

/** Returns when the plan is on the disk. */
export function writePlan(folder: string, plan: Plan): void {
  writeAtomically(fileIn(folder), `${JSON.stringify(plan)}\n`)
}

export function dropPlan(folder: string): void {
  rmSync(fileIn(folder), { force: true })
  syncFolder(folder)
}

/** Readers and the next start find the whole file or none. Only the server's user may read it. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  syncFolder(join(file, '..'))
}

/** Makes renames and deletions in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
