/** Deletes what has expired: snapshots, rows of the log, and leftovers of tests of object storages. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDamage } from '@parking/contract/alarm/data-damages.ts'
import type { DataFindings } from '../core/data-findings.ts'
import { damagedFile, hasSoundPages } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'
import type { SingleRun } from '../core/flow/single-run.ts'
import type { Part } from '../core/part.ts'
import { checkPictures } from '../events/stored/check-pictures.ts'
import type { ModelService } from '../models/model-service.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { isSoundLog } from '../proof/verify-log.ts'
import { sweepLeftovers, type RunningTests } from '../storage/storage-leftovers.ts'
import type { AuditChain } from '../system/audit/chain.ts'
import { verifyDatabase } from '../system/audit/verify-file.ts'
import { finishDeletions, pruneLogs } from '../system/log/log-delete.ts'
import { readPlan } from '../system/restore/restore-plan.ts'
import { checkSnapshots } from '../system/restore/snapshot-check.ts'
import { pruneSnapshots } from '../system/restore/snapshot.ts'

/** Expired snapshots are otherwise checked only when another one is made. */
export const createSnapshotExpiry = (deps: Pick<Deps, 'folder' | 'now' | 'log'>): Repeated =>
  repeated(
    () => {
      if (readPlan(deps.folder)) return // the planned restore may need one of them
      const names = pruneSnapshots(deps.folder, deps.now())
      if (names.length > 0) deps.log.info({ names }, 'old snapshots were deleted')
    },
    {
      every_ms: 3_600_000,
      onFailure: (error) => deps.log.warn({ err: error }, 'old snapshots could not be deleted'),
    },
  )

/** Finds a damaged snapshot before it is needed. */
export const createSnapshotWatch = (deps: Pick<Deps, 'folder' | 'findings' | 'log'>): Repeated =>
  repeated((signal) => checkSnapshots(deps, signal), {
    every_ms: 86_400_000,
    onFailure: (error) => deps.log.warn({ err: error }, 'the snapshots could not be checked'),
  })

/** Finds damaged pictures and models, and what was changed inside databases that open without an error. */
export const createContentWatch = (
  deps: Pick<Deps, 'db' | 'folder' | 'media' | 'findings' | 'log'> & {
    audit_chain: AuditChain
    proof_log: ProofLog
    models: ModelService
  },
): Repeated =>
  repeated(
    async (signal) => {
      const { audit_chain, proof_log } = deps
      await deps.models.checkFiles()
      checkAnalysisState(deps)
      await checkPictures(deps, signal)
      await checkFile(deps.findings, 'parking.db', 'database', () =>
        hasSoundPages(join(deps.folder, 'parking.db'), signal),
      )
      await checkFile(deps.findings, 'proof.db', 'evidence_log_part', () =>
        isSoundLog(proof_log.reader(), signal),
      )
      await checkFile(deps.findings, 'audit.db', 'audit_chain_part', async () => {
        const { findings } = await verifyDatabase(audit_chain.reader(), { marks: audit_chain.marks })
        return findings.every(({ kind }) => !changed_links.includes(kind))
      })
    },
    {
      every_ms: 86_400_000,
      first_ms: 10_000,
      onFailure: (error) =>
        deps.log.warn({ err: error }, 'the contents of the data folder could not be checked'),
    },
  )

/** The analysis program sets its damaged file aside at its start. */
function checkAnalysisState({ folder, findings }: Pick<Deps, 'folder' | 'findings'>): void {
  const file = 'analysis-looks.json'
  if (existsSync(join(folder, `${file}.damaged`))) findings.report(file, 'analysis_state')
  else findings.settle(file)
}

/** Findings of the chain alone; the others are shown when a user verifies the log. */
const changed_links = ['edited', 'link_edited', 'deleted', 'replaced', 'rewritten', 'unmarked']

async function checkFile(
  findings: DataFindings,
  file: string,
  damage: DataDamage,
  isSound: () => Promise<boolean>,
): Promise<void> {
  const known = findings.all().find((one) => one.file === file)?.damage
  if (known === 'evidence_log' || known === 'audit_chain') return // its part is off
  const is_sound = await isSound().catch((error: unknown) => {
    if (damagedFile(error, file) === file) return false
    throw error
  })
  if (!is_sound) findings.report(file, damage)
  else if (known === damage) findings.settle(file)
}

/** Keeps the device's log within its budget. `stop` waits for every deletion in progress. */
export function createLogRetention(deps: Deps & { audit_chain: AuditChain; log_deletion: SingleRun }): Part {
  const prune = async () => {
    await finishDeletions(deps)
    await pruneLogs(deps)
    await deps.audit_chain.noteWitness()
  }
  const pruning = repeated(prune, {
    every_ms: 600_000,
    onFailure: (error) => deps.log.warn({ err: error }, 'old log rows could not be deleted'),
  })
  return {
    start: pruning.start,
    async stop() {
      await pruning.stop()
      await deps.log_deletion.settled()
    },
  }
}

export const createStorageSweeper = (deps: Deps & { running_tests: RunningTests }): Repeated =>
  repeated((signal) => sweepLeftovers(deps, signal), {
    every_ms: 600_000,
    onFailure: (error) =>
      deps.log.warn({ err: error }, 'the leftovers of storage tests could not be checked'),
  })
