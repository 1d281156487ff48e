/**
 * The record of a trial on the disk, written before anything is changed. A power cut at any moment leaves it
 * complete or absent.
 */
import { join } from 'node:path'
import type { Trial } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readState, setAside, writeState } from '../core/sealed/state-file.ts'
import type { RollbackState } from '../ports/network-port.ts'
import { SystemError } from '../ports/system-error.ts'

/** `keeping`: confirmed and being made permanent. A trial that is being undone is stored as `running`. */
export type TrialRecord = Omit<Trial, 'state' | 'left_s' | 'own'> & {
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

const trial_name = 'trial.json'
const fileIn = (folder: string): string => join(folder, trial_name)

/** The running or the last trial. A damaged record cannot undo anything: it is reported and set aside. */
export function readTrial({ folder, findings }: Pick<Deps, 'folder' | 'findings'>): TrialRecord | undefined {
  const found = readState<TrialRecord>(fileIn(folder))
  if (found.state === 'damaged') {
    findings.report(trial_name, 'trial')
    setAside(fileIn(folder))
  }
  return found.state === 'whole' ? found.value : undefined
}

/**
 * Returns when the record is on the disk. Throws a SystemError
 * if the disk is full, otherwise the file system's error.
 */
export function writeTrial(folder: string, record: TrialRecord): void {
  try {
    writeState(fileIn(folder), record)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new SystemError('disk_full', 'The disk of the device is full')
    throw error
  }
}
