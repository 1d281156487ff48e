/**
 * Factory restore and the return to a snapshot (spec §1, §7, §9): checks the request, stores it as a plan,
 * answers the call and restarts the server. The new start carries out the plan before it serves anything
 * (restore-run.ts).
 */
import { randomUUID } from 'node:crypto'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import type { Trials } from '#src/device/trial.ts'
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ipv4SettingsIssues, restore_factory, type Answer, type Body } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { badFields, failedBecause, notFound } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { hashPassword, oneTimePassword } from '#src/user/password.ts'
import { costOf } from '#src/user/password-cost.ts'
import { lastingAdmins } from '#src/user/user.store.ts'
import { logBytes } from '../log/log.store.ts'
import { isErasureOrdered } from './erase-record.ts'
import { markPlan, refuseBeforeRestore, restoreRequested, writePlan, type Plan } from './restore-plan.ts'
import { newSnapshotName } from './snapshot.ts'
import { needSoundSnapshot } from './snapshot-check.ts'
import { snapshotExists, snapshotFolder } from './snapshot-folder.ts'
import { readSnapshot } from './snapshot-read.ts'

type Needs = CallContext & { trials: Trials; restore_request: SingleRun }

type RestoreConfig = Answer<'get_restore_config'>

export const restoreConfig = (db: Deps['db']): RestoreConfig =>
  readSetting<RestoreConfig>(db, 'restore_config', restore_factory)

/** The network must be valid for a box, because it cannot be corrected after the restore. */
export function setRestoreConfig(
  { keep, ...network }: Body<'set_restore_config'>,
  { db, now, allow_loopback }: Needs,
): void {
  const issues = ipv4SettingsIssues(network, { allow_loopback })
  if (issues.length > 0) throw badFields(issues)
  writeSetting<RestoreConfig>(db, 'restore_config', { ...network, keep: [...new Set(keep)] }, now())
}

/**
 * Checks and plans a factory restore, which the restarted server carries out. Throws 6000 while another
 * request waits for the restart, and 7000 if the serial number is wrong, a trial or an update is running, or
 * the disk is full.
 */
export async function restoreBox({ host_sn }: Body<'restore'>, context: Needs): Promise<Answer<'restore'>> {
  return exclusively(context, async () => {
    await checkRequest(host_sn, context)
    const { db, folder } = context
    const { keep, ...network } = restoreConfig(db)
    await requireFreeSpace(folder, (keep.includes('events') ? databaseBytes(folder) : 0) + logBytes(db))
    const one_time_password = keep.includes('users') ? undefined : oneTimePassword()
    const password_hash =
      one_time_password === undefined ? '' : await hashPassword(one_time_password, costOf(context))
    const console_url = keep.includes('network') ? undefined : await newUrl(network.ipv4, context)
    const snapshot = requestRestart(context, (common) => ({
      ...common,
      kind: 'restore',
      keep,
      password_hash,
      network: keep.includes('network') ? null : network,
    }))
    return {
      snapshot,
      ...(one_time_password === undefined ? {} : { one_time_password }),
      ...(console_url === undefined ? {} : { console_url }),
    }
  })
}

/**
 * Checks and plans the return to a snapshot, with the errors of `restoreBox` and of `needSoundSnapshot`, and
 * 7000 if no administrator could sign in after it.
 */
export async function bringBack(
  { name, host_sn }: Body<'bring_back_snapshot'>,
  context: Needs,
): Promise<void> {
  await exclusively(context, async () => {
    await checkRequest(host_sn, context)
    const { db, folder, migrations } = context
    if (!snapshotExists(folder, name)) throw notFound('This snapshot')
    const copied = statSync(join(snapshotFolder(folder, name), 'parking.db'), { throwIfNoEntry: false })
    await requireFreeSpace(folder, (copied?.size ?? 0) + logBytes(db))
    await needSoundSnapshot(folder, name, migrations)
    if (readSnapshot(folder, name, lastingAdmins).length === 0)
      throw failedBecause('last_admin', 'This snapshot has no administrator who can sign in')
    requestRestart(context, (common) => ({ ...common, kind: 'bring_back', from: name }))
  })
}

/**
 * Writes the plan and restarts the server once this call has
 * been answered. Returns the name of the snapshot to be made.
 */
function requestRestart(
  context: Needs,
  planOf: (common: Omit<Plan, 'kind' | 'keep' | 'password_hash' | 'network' | 'from'>) => Plan,
): string {
  const { db, folder, now, session, restart } = context
  const plan = planOf({
    phase: 'asked',
    id: randomUUID(),
    snapshot: '',
    asked_ms: now(),
    by: session.username,
  })
  plan.snapshot = newSnapshotName(folder, plan.kind, now())
  markPlan(db, plan, now())
  writePlan(folder, plan)
  restart()
  return plan.snapshot
}

/** Accepts one request at a time, and none while another waits for the restart. */
export async function exclusively<T>(
  { folder, restore_request }: Pick<Needs, 'folder' | 'restore_request'>,
  work: () => Promise<T>,
): Promise<T> {
  refuseBeforeRestore(folder)
  if (isErasureOrdered(folder)) throw restoreRequested()
  return restore_request.run(restoreRequested, work)
}

/**
 * Throws 7000 if the serial number is wrong, or if something is running that a restart must not interrupt.
 */
export async function checkRequest(
  typed: string,
  context: Pick<Needs, 'host' | 'trials' | 'packages'>,
): Promise<void> {
  const { host_sn } = await context.host.identity()
  if (typed.trim() !== host_sn)
    throw failedBecause('wrong_serial', 'This is not the serial number of this box')
  await refuseWhileBusy(context)
}

/**
 * Throws 7000 during a trial or an update. A restart would end a trial like a power cut and leave an update
 * half done.
 */
export async function refuseWhileBusy({
  trials,
  packages,
}: Pick<Needs, 'trials' | 'packages'>): Promise<void> {
  if (trials.runs()) throw failedBecause('trial_running', 'A trial of a network change is running')
  if (await isUpdating(packages)) throw failedBecause('update_running', 'The software is being updated')
}

/** False if the package system cannot be queried. */
export const isUpdating = (packages: Deps['packages']): Promise<boolean> =>
  packages.work().then(
    ({ state }) => state === 'updating',
    () => false,
  )

/** Size of a new database plus a reserve. */
const min_free = 48 * 1024 * 1024

/** Throws 7000 `disk_full` if the bytes to be written do not fit. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < bytes + min_free)
    throw new SystemError(
      'disk_full',
      'There is not enough room on the disk to do this safely',
      `${Math.ceil((bytes + min_free) / 1e6)} MB needed, ${Math.floor(free / 1e6)} MB free`,
    )
}

const databaseBytes = (folder: string): number =>
  ['parking.db', 'parking.db-wal'].reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/** The console's new URL, if the client used the address that the restore replaces; otherwise undefined. */
export async function newUrl(
  ipv4: string,
  { arrived, network }: Pick<Needs, 'arrived' | 'network'>,
): Promise<string | undefined> {
  const present = await network.read().then(
    (now) => now.ipv4,
    () => '',
  )
  if (
    !arrived ||
    present === '' ||
    present === ipv4 ||
    (arrived.address !== present && arrived.name !== present)
  )
    return undefined
  return new URL(`${arrived.scheme}://${ipv4}:${arrived.port}`).origin
}
