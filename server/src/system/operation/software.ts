/** Versions, where they come from, refresh and update (spec §1, §7). One work at a time: the package system has one lock, and so has the box's operator. */
import type { software_calls } from '@parking/contract'
import type { PackagesPort } from '#src/ports/packages-port.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { urlIssue } from '#src/core/outbound-address.ts'
import { badField, failedBecause } from '#src/core/refusal.ts'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { snapshotBeforeUpdate } from '../restore/snapshot-before.ts'

export const software_handlers = {
  async get_repository(_, { packages }) {
    return { repository: await packages.repository() }
  },

  async set_repository({ repository }, context) {
    const issue = urlIssue(repository, context)
    if (issue) throw badField('repository', issue)
    return alone(context.packages, async () => {
      await context.packages.setRepository(repository)
      return {}
    })
  },

  async software_version(_, { packages }) {
    return { list: await packages.versions() }
  },

  apt_status: (_, { packages }) => packages.work(),

  update_software_cache: (_, { packages }) =>
    alone(packages, async () => {
      await packages.refresh()
      return {}
    }),

  update_software: (_, context) =>
    alone(context.packages, async () => {
      const { packages } = context
      const newer = (await packages.versions()).some(
        ({ installed, candidate }) => installed !== '' && candidate !== '' && candidate !== installed,
      )
      if (!newer) throw failedBecause('no_candidate', 'Every package is of the newest version that is known')
      await snapshotBeforeUpdate(context)
      await packages.update()
      return {}
    }),

  async set_auto_update({ auto_update }, { packages }) {
    known.delete(packages)
    await packages.setAutoUpdate(auto_update)
    return {}
  },
} satisfies Handlers<keyof typeof software_calls>

const fresh_ms = 30_000
type Known = { at: number; answer: Promise<boolean> }
const known = new WeakMap<PackagesPort, Known>()

/** For `app_status`, which every page polls: asked of the system twice a minute, and false where it cannot say. */
export function autoUpdate({ packages, now }: Pick<CallContext, 'packages' | 'now'>): Promise<boolean> {
  const last = known.get(packages)
  if (last && Math.abs(now() - last.at) < fresh_ms) return last.answer
  const answer = packages.autoUpdate().catch(() => false)
  known.set(packages, { at: now(), answer })
  return answer
}

/** The package system is at work: "busy" (6000). */
const packagesBusy = (): SystemError => new SystemError('locked', 'The package lists are being refreshed')

/** Calls of this server that are at it, before the package system says so itself. */
const at_it = new WeakSet<PackagesPort>()

async function alone<T>(packages: PackagesPort, work: () => Promise<T>): Promise<T> {
  if (at_it.has(packages)) throw packagesBusy()
  at_it.add(packages)
  try {
    const { state } = await packages.work()
    if (state === 'updating') throw failedBecause('update_running', 'The software is being updated')
    if (state === 'refreshing') throw packagesBusy()
    return await work()
  } finally {
    at_it.delete(packages)
  }
}
