/**
 * Versions, package sources, refresh and update (spec §1, §7). One operation at a time, because the package
 * system has one lock.
 */
import { SystemError } from '#src/ports/system-error.ts'
import { resolvedIssue, urlIssue } from '#src/core/outbound/address.ts'
import { badField, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import type { Deps } from '#src/core/deps.ts'
import { SingleRun } from '#src/core/flow/single-run.ts'
import { snapshotBeforeUpdate } from '../restore/snapshot-before.ts'

const fresh_ms = 30_000

/** The cached auto-update state, and the server's own lock, which mirrors that of the package system. */
export class SoftwareState {
  readonly work = new SingleRun()
  #auto_update: { at: number; answer: Promise<boolean> } | undefined

  /** Whether updates are installed automatically. Queried at most twice a minute; false if unknown. */
  autoUpdate({ packages, now }: Pick<Deps, 'packages' | 'now'>): Promise<boolean> {
    const last = this.#auto_update
    if (last && Math.abs(now() - last.at) < fresh_ms) return last.answer
    const answer = packages.autoUpdate().catch(() => false)
    this.#auto_update = { at: now(), answer }
    return answer
  }

  forgetAutoUpdate(): void {
    this.#auto_update = undefined
  }
}

type Needs = CallContext & { software: SoftwareState }

export async function setRepository(repository: string, context: Needs): Promise<void> {
  const issue =
    urlIssue(repository, context) ??
    (repository === '' ? undefined : await resolvedIssue(new URL(repository).hostname, context))
  if (issue) throw badField('repository', issue)
  await exclusively(context, () => context.packages.setRepository(repository))
}

export const refreshPackages = (context: Needs): Promise<void> =>
  exclusively(context, () => context.packages.refresh())

/**
 * Starts the update. Throws 7000 `no_candidate` if no package is newer, and `disk_full` if the snapshot does
 * not fit.
 */
export const updateSoftware = (context: Needs): Promise<void> =>
  exclusively(context, async () => {
    const { packages } = context
    const newer = (await packages.versions()).some(
      ({ installed, candidate }) => installed !== '' && candidate !== '' && candidate !== installed,
    )
    if (!newer) throw failedBecause('no_candidate', 'Every package has the newest known version')
    await snapshotBeforeUpdate(context)
    await packages.update()
  })

export async function setAutoUpdate(auto_update: boolean, { packages, software }: Needs): Promise<void> {
  software.forgetAutoUpdate()
  await packages.setAutoUpdate(auto_update)
}

/** The package system is in use: "busy" (6000). */
const packagesBusy = (): SystemError => new SystemError('locked', 'The package lists are being refreshed')

/** Also queries the state, because a user on the box's command line may be using the package system. */
const exclusively = ({ packages, software }: Needs, work: () => Promise<void>): Promise<void> =>
  software.work.run(packagesBusy, async () => {
    const { state } = await packages.work()
    if (state === 'updating') throw failedBecause('update_running', 'The software is being updated')
    if (state === 'refreshing') throw packagesBusy()
    await work()
  })
