/**
 * Opens a database of evidence, and never makes one in place of another: a missing or damaged file turns its
 * part off, with one alarm, until it is put back or its loss is accepted (docs/data-folder.md).
 */
import { statSync } from 'node:fs'
import { type DataDamage, damage_sentences_en } from '@parking/contract/alarm/data-damages.ts'
import { basename } from 'node:path'
import type { DataFindings } from '../core/data-findings.ts'
import { closeQuietly, databaseFault, isFileDamage, readDatabase, type Db } from '../core/db.ts'
import { failed, type Refusal } from '../core/refusal.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

const setting = 'accepted_loss'

export type EvidenceFile = {
  path: string
  damage: DataDamage
  /** Opens the file, or creates it. */
  open: (path: string) => Db
  /** Whether the main database knows what this file must hold. */
  is_known: boolean
  /** Whether the opened file holds that. */
  isThat: (file: Db) => boolean
}

/** Throws a Refusal with one sentence if the file is not what the main database knows. */
export function openEvidence(
  { path, damage, open, is_known, isThat }: EvidenceFile,
  { db, findings }: { db: Db; findings: DataFindings },
): Db {
  const name = basename(path)
  const is_accepted = readSetting<string[]>(db, setting, []).includes(name)
  const is_bound = is_known && !is_accepted
  let file: Db | undefined
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size
    // Read first: nothing is written into another database in its place.
    const there = size !== undefined && size > 0
    const may_open = there ? !is_bound || isThatAt(path, isThat) : size === 0 ? !is_known : !is_bound
    if (may_open) {
      file = open(path)
      if (answer(file, isThat) !== undefined) {
        if (findings.all().some((one) => one.file === name && one.damage === damage)) findings.settle(name)
        return file
      }
    }
  } catch (error) {
    if (!isFileDamage(error) && !(error instanceof Error && 'syscall' in error)) throw error
  }
  if (file) closeQuietly(file)
  findings.report(name, damage)
  throw damageRefusal(name, damage)
}

function isThatAt(path: string, isThat: EvidenceFile['isThat']): boolean {
  const file = readDatabase(path)
  try {
    return answer(file, isThat) === true
  } finally {
    closeQuietly(file)
  }
}

/** What `isThat` says; undefined if it cannot read a database of another kind, with other tables. */
function answer(file: Db, isThat: EvidenceFile['isThat']): boolean | undefined {
  try {
    return isThat(file)
  } catch (error) {
    if (isFileDamage(error) || databaseFault(error)) throw error
    return undefined
  }
}

/** What a call is answered that needs a damaged file. */
export const damageRefusal = (name: string, damage: DataDamage): Refusal =>
  failed(`${name}: ${damage_sentences_en[damage]}`)

/** Allows the next start to begin a file again. */
export const acceptLoss = (db: Db, name: string, now: number): void =>
  writeSetting(db, setting, [...new Set([...readSetting<string[]>(db, setting, []), name])], now)

/** The file was begun again: another loss must be accepted again. */
export function endAcceptance(db: Db, name: string, now: number): void {
  const accepted = readSetting<string[]>(db, setting, [])
  if (accepted.includes(name))
    writeSetting(
      db,
      setting,
      accepted.filter((one) => one !== name),
      now,
    )
}
