/**
 * The record of a trial on the disk, written before anything is changed. A power cut at any moment leaves it
 * complete or absent.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trial } from '@parking/contract'
import type { RollbackState } from '../ports/network-port.ts'
import { SystemError } from '../ports/system-error.ts'

/** `keeping`: confirmed and being made permanent. A trial that is being undone is stored as `running`. */
export type TrialRecord = Omit<Trial, 'state' | 'left_s'> & {
  state: 'running' | 'keeping' | 'confirmed' | 'rolled_back'
  user_id: number
  /** SHA-256 of the token that confirms the trial. Empty once the trial is over. */
  token_hash: string
  way: RollbackState
  /**
   * The boot id when the trial began. A different id at the next start means a power cut instead of a crash.
   */
  boot: string
}

const fileIn = (folder: string): string => join(folder, 'trial.json')

/** The running or the last trial. Undefined if there was none or its file cannot be read. */
export function readTrial(folder: string): TrialRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as TrialRecord
    return typeof record.id === 'string' && typeof record.way === 'string' ? record : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns when the record is on the disk. Throws a SystemError
 * if the disk is full, otherwise the file system's error.
 */
export function writeTrial(folder: string, record: TrialRecord): void {
  const file = fileIn(folder)
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new SystemError('disk_full', 'The disk of the device is full')
    throw error
  }
  renameSync(`${file}.new`, file)
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
