/**
 * The plan of a factory restore or of the return to a snapshot, written to disk before anything is changed
 * (docs/decisions/0014): if the server ends midway, the next start continues.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RestoreKeep } from '@parking/contract'
import { readDatabase, type Db } from '#src/core/db.ts'
import { busy, failedBecause } from '#src/core/refusal.ts'
import { dropState, readState, writeState } from '#src/core/sealed/state-file.ts'
import { dropSetting, readSetting, writeSetting } from '#src/core/settings.store.ts'
import type { Ipv4 } from '#src/ports/network-port.ts'

/**
 * `asked`: nothing has been done. `built`: the new database is next to the old one. `swapped`: the new
 * database is in use, and the network is still to be set.
 */
type Phase = 'asked' | 'built' | 'swapped'
type Common = {
  phase: Phase
  /** Random; `markPlan` writes it into the database that waits for this plan. */
  id: string
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
export type BringBackPlan = Common & {
  kind: 'bring_back'
  /** The snapshot that is put back. */
  from: string
}
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

/** Ties the plan to this database: an intact copy of a plan that was carried out does nothing. */
export const markPlan = (db: Db, { id }: Pick<Plan, 'id'>, now: number): void =>
  writeSetting(db, plan_setting, id, now)

/** After this, no plan is carried out on this database. */
export const unmarkPlan = (db: Db): void => dropSetting(db, plan_setting)

const plan_setting = 'restore_plan'

/**
 * Whether the main database, if there is one that can be read, waits for this plan. There is none at the
 * moment between the old and the new one; one that cannot be read stops the start by itself.
 */
export function isAwaited(folder: string, { id }: Plan): boolean {
  const file = join(folder, 'parking.db')
  if (!existsSync(file)) return true
  try {
    const db = readDatabase(file)
    try {
      return readSetting<string | undefined>(db, plan_setting, undefined) === id
    } finally {
      db.close()
    }
  } catch {
    return true
  }
}

export const dropPlan = (folder: string): void => dropState(fileIn(folder))

export const restoreRequested = () => busy('A restore has been asked for already')

/** Throws 6000 while a restore waits for the restart, and 7000 if its plan is damaged. */
export function refuseBeforeRestore(folder: string): void {
  let plan: Plan | undefined
  try {
    plan = readPlan(folder)
  } catch {
    throw failedBecause('restore_plan_damaged', 'The plan of a restore is damaged; restart the device')
  }
  if (plan) throw restoreRequested()
}
