/**
 * Carries out a plan (restore-plan.ts) at the start of the server, before anything is opened. A
 * power cut may follow any step, and every step can be repeated: a test interrupts it after each.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { log_type } from '@parking/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#src/core/deps.ts'
import { buildIncoming, dropIncoming, incomingIn } from './restore-build.store.ts'
import { noteRestore } from './restore-act.ts'
import { dropPlan, readPlan, settle, writePlan, type Plan } from './restore-plan.ts'
import { bringPicturesBack, prepareSnapshot, pruneSnapshots } from './snapshot.ts'
import { snapshotFolder } from './snapshot-folder.ts'

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

type Where = {
  folder: string
  migrations: string
  log: FastifyBaseLogger
  /** Called after each step; for the test that interrupts there. */
  after?: (step: RestoreStep) => void
}

/**
 * Carries out the pending plan, if any, up to what needs an open database.
 * Answers what `finishRestore` has still to do. If the new database cannot be
 * built (a full disk), the plan is discarded and everything stays as it was.
 */
export function carryOutRestore({
  folder,
  migrations,
  log,
  after = () => undefined,
}: Where): Plan | undefined {
  const plan = planOf(folder, log)
  if (!plan) {
    dropIncoming(folder)
    return undefined
  }
  if (plan.phase === 'asked') {
    try {
      buildIncoming(folder, migrations, plan)
    } catch (error) {
      log.error(
        { err: error, log_type: log_type.service, what: 'restore_failed' },
        'the restore failed; nothing was changed',
      )
      dropIncoming(folder)
      dropPlan(folder)
      return undefined
    }
    after('built')
    writePlan(folder, { ...plan, phase: 'built' })
    after('noted')
  }
  if (plan.phase !== 'swapped') {
    swap(folder, migrations, plan, after)
    writePlan(folder, { ...plan, phase: 'swapped' })
    after('done')
  }
  return { ...plan, phase: 'swapped' }
}

/**
 * A plan that cannot be read (a worn-out disk) is discarded and must not
 * keep the box from starting: it uses the database that is there or ready.
 */
function planOf(folder: string, log: FastifyBaseLogger): Plan | undefined {
  try {
    return readPlan(folder)
  } catch (error) {
    log.error(
      { err: error, log_type: log_type.service, what: 'restore_failed' },
      'the plan of a restore could not be read',
    )
    const { database } = incomingIn(folder)
    if (!existsSync(join(folder, 'parking.db')) && existsSync(database))
      rename(database, join(folder, 'parking.db'), folder)
    dropPlan(folder)
    return undefined
  }
}

function swap(folder: string, migrations: string, plan: Plan, after: (step: RestoreStep) => void): void {
  const database = join(folder, 'parking.db')
  const incoming = incomingIn(folder)
  const kept = join(snapshotFolder(folder, plan.snapshot), 'parking.db')
  const wiped = {
    events: plan.kind === 'restore' && !plan.keep.includes('events'),
    cameras: plan.kind === 'restore' && !plan.keep.includes('cameras'),
  }
  if (!existsSync(kept)) {
    prepareSnapshot(folder, migrations, plan, wiped)
    after('snapshot')
    // empty: the last close checkpointed them
    for (const side of ['-wal', '-shm']) rmSync(`${database}${side}`, { force: true })
    rename(database, kept, folder, snapshotFolder(folder, plan.snapshot))
    after('moved')
  }
  if (existsSync(incoming.key)) rename(incoming.key, join(folder, 'secret.key'), folder)
  after('key')
  if (existsSync(incoming.database)) rename(incoming.database, database, folder)
  after('swapped')
  if (plan.kind === 'bring_back') bringPicturesBack(folder, plan.from)
  // the last trial was of the network that is replaced
  else if (plan.network) rmSync(join(folder, 'trial.json'), { force: true })
  // Deleting many files is slow: they are moved aside now and deleted while the server runs.
  for (const what of ['events', 'cameras'] as const)
    if (wiped[what] && existsSync(join(folder, 'media', what)))
      renameSync(join(folder, 'media', what), join(folder, `trash-${plan.snapshot}-${what}`))
  after('files')
}

function rename(from: string, to: string, ...folders: string[]): void {
  renameSync(from, to)
  for (const folder of folders) settle(folder)
}

/**
 * Does what needs the new database and the ports: sets the
 * network and writes the log line; then removes the plan.
 */
export async function finishRestore(
  plan: Plan,
  deps: Pick<Deps, 'db' | 'folder' | 'media' | 'network' | 'vpn' | 'log' | 'now'>,
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
  pruneSnapshots(folder, deps.now())
  dropPlan(folder)
}

const net_s = 60

/** A box that cannot set its network stays reachable at the old address; the log says why. */
export async function setNetwork(
  wanted: NonNullable<Extract<Plan, { kind: 'restore' }>['network']>,
  { network, vpn, log }: Pick<Deps, 'network' | 'vpn' | 'log'>,
): Promise<void> {
  try {
    const way = await network.arm(net_s)
    try {
      await network.change(way, wanted)
      await network.keep(way)
    } catch (error) {
      await network.undo(way).catch(() => undefined)
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

/** Deletes in the background what earlier restores have moved aside. */
export async function emptyTrash(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('trash-')))
    await rm(join(folder, name), { recursive: true, force: true })
}
