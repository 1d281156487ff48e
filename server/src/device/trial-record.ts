/** The trial on the disk: the way back is there before anything is changed, and a power cut at any moment finds it whole or not at all (DESIGN §8). */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trial } from '@parking/contract'
import type { Way } from '../ports/network-port.ts'
import { SystemError } from '../ports/system-error.ts'

/** `keeping`: it has been confirmed, and is being made lasting. `undoing` is no state of the disk: until it is undone, it runs. */
export type TrialRecord = Omit<Trial, 'state' | 'left_s'> & {
  state: 'running' | 'keeping' | 'confirmed' | 'rolled_back'
  user_id: number
  /** SHA-256 of the token that confirms it; empty once it is over. */
  token_hash: string
  way: Way
  /** The run of the operating system that it began in: another one at the next start tells a power cut from a crash. */
  boot: string
}

const fileIn = (folder: string): string => join(folder, 'trial.json')

/** The trial that runs or the last one; undefined where there was none, or its file is not readable. */
export function readTrial(folder: string): TrialRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as TrialRecord
    return typeof record.id === 'string' && typeof record.way === 'string' ? record : undefined
  } catch {
    return undefined
  }
}

/** Returns when the disk has it. Throws a SystemError where the disk is full, and else what the file system throws. */
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
