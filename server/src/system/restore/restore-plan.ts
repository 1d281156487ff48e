/**
 * What a factory restore or the bringing back of a snapshot is going to do, on the disk before anything is done (docs/decisions/0014): whatever
 * ends the server in the middle, the next start goes on where it was.
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

/** `asked`: nothing has been done. `built`: the new database lies beside the old one. `swapped`: it is the one in force; the network is still to be set. */
type Phase = 'asked' | 'built' | 'swapped'
type Common = {
  phase: Phase
  /** The snapshot that what is there now becomes. */ snapshot: string
  asked_ms: number
  by: string
}
export type WipePlan = Common & {
  kind: 'restore'
  keep: RestoreKeep[]
  /** Of the first user, where the users are not kept: the password itself is known only to whoever was answered. */
  password_hash: string
  /** Null where the network is kept. */
  network: Ipv4 | null
}
type BringBackPlan = Common & { kind: 'bring_back'; /** The snapshot that is put back. */ from: string }
export type Plan = WipePlan | BringBackPlan

const fileIn = (folder: string): string => join(folder, 'restore.json')

/** The plan that is to be carried out; undefined where there is none. Throws where there is one that cannot be read: nobody may guess. */
export function readPlan(folder: string): Plan | undefined {
  if (!existsSync(fileIn(folder))) return undefined
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Plan
}

/** Returns when the disk has it. */
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

/** Makes the names in a folder lasting. */
export function settle(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
