/**
 * Carries out a plan (restore-plan.ts) when the server starts, before anything is opened. A power cut may
 * follow any step, so every step can be repeated; a test interrupts each. Long because every step has its way
 * back here.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { log_type } from '@parking/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { DataFindings } from '#src/core/data-findings.ts'
import { databaseFaultIn } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import type { ProofLog } from '#src/proof/proof-log.ts'
import type { EventsAfterRestore } from '#src/proof/proof-log.store.ts'
import { setForeignLogsAside } from '#src/guarded-files/foreign-log.store.ts'
import { buildIncoming, DamagedSnapshot, dropIncoming, incomingIn } from './restore-build.store.ts'
import { noteRestore } from './restore-record.ts'
import { setAside, syncFolder } from '#src/core/sealed/state-file.ts'
import { needMainDatabase } from './main-database.ts'
import { dropPlan, isAwaited, plan_name, readPlan, unmarkPlan, writePlan, type Plan } from './restore-plan.ts'
import {
  bringPicturesBack,
  completeSnapshot,
  dropSnapshot,
  prepareSnapshot,
  pruneSnapshots,
} from './snapshot.ts'
import { holdsNoEvents, snapshotFolder } from './snapshot-folder.ts'

export const restore_steps = [
  'built',
  'noted',
  'snapshot',
  'moved',
  'key',
  'swapped',
  'files',
  'done',
] as const
export type RestoreStep = (typeof restore_steps)[number]

type Needs = {
  folder: string
  migrations: string
  log: FastifyBaseLogger
  findings: DataFindings
  /** Called after each step, so that a test can interrupt there. */
  after?: (step: RestoreStep) => void
}

/**
 * Carries out the pending plan, if any, up to the steps that need an open database, and returns the plan for
 * `finishRestore`. If the new database cannot be built (a full disk) or was damaged since, the plan is
 * discarded, everything stays as it was, and an alarm says so. Throws the sentence of `needMainDatabase`.
 */
export function carryOutRestore(needs: Needs): Plan | undefined {
  const { folder, migrations, findings, after = () => undefined } = needs
  setForeignLogsAside(folder, findings) // before anything opens the database
  const plan = planOf(needs)
  if (!plan) {
    dropIncoming(folder)
    return undefined
  }
  if (plan.phase === 'swapped') {
    if (plan.snapshot === '') findings.report('parking.db', 'database_replaced')
    return plan
  }
  const moved = existsSync(keptDatabase(folder, plan))
  if (!moved) {
    needMainDatabase(folder)
    try {
      buildIncoming(folder, migrations, plan)
    } catch (error) {
      if (error instanceof DamagedSnapshot && plan.kind === 'bring_back')
        findings.report(`snapshots/${plan.from}`, 'snapshot')
      return giveUp(needs, error)
    }
    after('built')
    writePlan(folder, { ...plan, phase: 'built' })
    after('noted')
  } else if (!existsSync(join(folder, 'parking.db'))) {
    // Interrupted after the old database was moved: the new one may have been damaged meanwhile.
    const fault = databaseFaultIn(incomingIn(folder).database)
    if (fault !== undefined) {
      moveBack(folder, plan)
      return giveUp(needs, new Error(`The new database was damaged: ${fault}`))
    }
  }
  swap(folder, migrations, plan, after)
  writePlan(folder, { ...plan, phase: 'swapped' })
  after('done')
  return { ...plan, phase: 'swapped' }
}

const keptDatabase = (folder: string, { snapshot }: Plan): string =>
  join(snapshotFolder(folder, snapshot), 'parking.db')

function giveUp({ folder, log, findings }: Needs, error: unknown): undefined {
  log.error(
    { err: error, log_type: log_type.service, what: 'restore_failed' },
    'the restore failed; nothing was changed',
  )
  dropIncoming(folder)
  dropPlan(folder)
  findings.report(plan_name, 'restore_failed')
}

/** Puts the database and its key back that were moved into the snapshot of the previous state. */
function moveBack(folder: string, plan: Plan): void {
  const at = snapshotFolder(folder, plan.snapshot)
  copyFileSync(join(at, 'secret.key'), join(folder, 'secret.key'))
  rename(join(at, 'parking.db'), join(folder, 'parking.db'), folder, at)
  dropSnapshot(folder, plan.snapshot)
}

/**
 * A damaged plan, or a copy of one that was carried out, must not keep the box from starting, and is not
 * carried out: the box uses the current database or, if that had been moved away, the new one. The plan is
 * kept under another name.
 */
function planOf({ folder, log, findings }: Needs): Plan | undefined {
  try {
    const plan = readPlan(folder)
    if (plan && !isAwaited(folder, plan)) throw new Error('The main database does not wait for this plan')
    return plan
  } catch (error) {
    log.error(
      { err: error, log_type: log_type.service, what: 'restore_failed' },
      'the plan of a restore could not be read',
    )
    const incoming = incomingIn(folder)
    const database = join(folder, 'parking.db')
    if (!existsSync(database) && existsSync(incoming.database)) {
      if (existsSync(incoming.key)) rename(incoming.key, join(folder, 'secret.key'), folder)
      rename(incoming.database, database, folder)
    }
    setAside(join(folder, plan_name))
    findings.report(plan_name, 'restore_plan')
    return undefined
  }
}

function swap(folder: string, migrations: string, plan: Plan, after: (step: RestoreStep) => void): void {
  const database = join(folder, 'parking.db')
  const incoming = incomingIn(folder)
  const wiped = {
    events: plan.kind === 'restore' && !plan.keep.includes('events'),
    cameras: plan.kind === 'restore' && !plan.keep.includes('cameras'),
  }
  if (!existsSync(keptDatabase(folder, plan))) {
    prepareSnapshot(folder, migrations, plan, wiped)
    after('snapshot')
    // both are empty, because the last close checkpointed them
    for (const side of ['-wal', '-shm']) rmSync(`${database}${side}`, { force: true })
    completeSnapshot(folder, plan, database)
    after('moved')
  }
  if (existsSync(incoming.key)) {
    rmSync(join(folder, 'secret.key.copy'), { force: true }) // of the key that is replaced
    rename(incoming.key, join(folder, 'secret.key'), folder)
  }
  after('key')
  if (existsSync(incoming.database)) rename(incoming.database, database, folder)
  after('swapped')
  if (plan.kind === 'bring_back') bringPicturesBack(folder, plan.from)
  // the last trial concerned the network that is replaced
  else if (plan.network) rmSync(join(folder, 'trial.json'), { force: true })
  // Deleting many files is slow, so they are moved aside now and deleted while the server runs.
  for (const what of ['events', 'cameras'] as const)
    if (wiped[what] && existsSync(join(folder, 'media', what)))
      renameSync(join(folder, 'media', what), join(folder, `trash-${plan.snapshot}-${what}`))
  after('files')
}

function rename(from: string, to: string, ...folders: string[]): void {
  renameSync(from, to)
  for (const folder of folders) syncFolder(folder)
}

/** What a restore did to the events of the device, as its leaf in the evidence log says it. */
const eventsAfter = (plan: Plan): EventsAfterRestore =>
  plan.kind === 'restore'
    ? plan.keep.includes('events')
      ? 'kept'
      : 'removed'
    : holdsNoEvents(plan.from)
      ? 'kept'
      : 'older'

/**
 * The steps that need the new database and the ports: sets the network, logs the restore, removes the plan,
 * and records it in the evidence log.
 */
export async function finishRestore(
  plan: Plan,
  deps: Pick<Deps, 'db' | 'findings' | 'folder' | 'media' | 'network' | 'vpn' | 'log' | 'now'> & {
    proof_log: Pick<ProofLog, 'note'>
  },
): Promise<void> {
  const { folder, log } = deps
  noteRestore(plan, deps)
  if (plan.kind === 'restore' && plan.network) await setNetwork(plan.network, deps)
  const facts = { by: plan.by, snapshot: plan.snapshot }
  if (plan.kind === 'restore')
    log.warn(
      { log_type: log_type.service, what: 'restored', ...facts, keep: plan.keep.join(', ') },
      'the factory restore is complete',
    )
  else
    log.warn(
      { log_type: log_type.service, what: 'brought_back', ...facts, from: plan.from },
      'a snapshot was restored',
    )
  deps.findings.settle(plan_name)
  pruneSnapshots(folder, deps.now())
  dropPlan(folder)
  unmarkPlan(deps.db)
  await deps.proof_log.note('restored', { how: plan.kind, by: plan.by, events: eventsAfter(plan) })
}

/** The network change is undone if it is not confirmed within this time. */
const net_s = 60

/** If the network cannot be set, the box stays reachable at its old address, and the log says why. */
export async function setNetwork(
  wanted: NonNullable<Extract<Plan, { kind: 'restore' }>['network']>,
  { network, vpn, log }: Pick<Deps, 'network' | 'vpn' | 'log'>,
): Promise<void> {
  try {
    const undo = await network.arm(net_s)
    try {
      await network.change(undo, wanted)
      await network.keep(undo)
    } catch (error) {
      await network.undo(undo).catch(() => undefined)
      throw error
    }
  } catch (error) {
    log.error(
      { err: error, log_type: log_type.service, what: 'restore_network_failed' },
      'the network could not be set after the restore',
    )
  }
  await vpn
    .remove()
    .catch((error: unknown) =>
      log.warn({ err: error }, 'the VPN account could not be removed after the restore'),
    )
}

/** Deletes files that earlier restores moved aside. Runs in the background. */
export async function emptyTrash(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('trash-')))
    await rm(join(folder, name), { recursive: true, force: true })
}
