/**
 * The plan of a factory restore or of a snapshot's return, on the disk before anything is
 * changed (docs/decisions/0014): if the server ends in the middle, the next start continues.
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
 * `asked`: nothing has been done. `built`: the new database is beside
 * the old one. `swapped`: it is in use; the network is still to be set.
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
  /** Of the first user, where the users are not kept: only the caller who received the password knows it. */
  password_hash: string
  /** Null where the network is kept. */
  network: Ipv4 | null
}
type BringBackPlan = Common & { kind: 'bring_back'; /** The snapshot that is put back. */ from: string }
export type Plan = WipePlan | BringBackPlan

const fileIn = (folder: string): string => join(folder, 'restore.json')

/**
 * The plan to carry out; undefined where there is none.
 * Throws where it cannot be read, since guessing is not safe.
 */
export function readPlan(folder: string): Plan | undefined {
  if (!existsSync(fileIn(folder))) return undefined
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Plan
}

/** Returns when it is on the disk. */
export function writePlan(folder: string, plan: Plan): void {
  writeWhole(fileIn(folder), `${JSON.stringify(plan)}\n`)
}

export function dropPlan(folder: string): void {
  rmSync(fileIn(folder), { force: true })
  settle(folder)
}

/** A reader, or the next start, finds the whole file or none. Only the server's user may read it. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  settle(join(file, '..'))
}

/** Makes renames in a folder durable. */
export function settle(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
