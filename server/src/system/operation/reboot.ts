/** Restarts the box, reports what a restart would interrupt, and records how long the last restart took. */
import type { Trials } from '#src/device/trial.ts'
import { log_type, param_factory, type Answer } from '@parking/contract'
import { countWaiting } from '#src/events/record/event.store.ts'
import type { Deps } from '#src/core/deps.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { otherUsers } from '#src/user/session.store.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { storedParam } from '#src/params/param.store.ts'
import { isUpdating, refuseWhileBusy, restoreConfig } from '../restore/restore.ts'

type Needs = CallContext & { trials: Trials }

/** `boot`: the boot id when the restart was requested; empty if unknown. */
type Reboot = { asked_ms: number | null; boot: string; took_s: number | null }

const key = 'reboot'
const none: Reboot = { asked_ms: null, boot: '', took_s: null }
/** Other users count as present if they were active within this time. */
const others_ms = 5 * 60_000
/** A longer absence was a power failure rather than a reboot. */
const max_s = 3_600

/** What a reboot would interrupt or break, for the user who is about to confirm it. */
export async function preflight({
  db,
  now,
  packages,
  trials,
  app,
  session,
}: Needs): Promise<Answer<'reboot_preflight'>> {
  return {
    waiting: countWaiting(db),
    updating: await isUpdating(packages),
    trial: trials.runs(),
    app_running: app.status().state === 'running',
    broken_rules: factoryBreaks(db),
    others: otherUsers(db, session.username, now() - others_ms),
    last_took_s: readSetting<Reboot>(db, key, none).took_s,
  }
}

/** The rules that the factory values would break. None if the restore keeps the parameters. */
function factoryBreaks(db: Deps['db']): Answer<'reboot_preflight'>['broken_rules'] {
  if (restoreConfig(db).keep.includes('params')) return []
  return brokenRules({ db }, storedParam({ db }, 'event_param'), param_factory.event_param)
}

/** Resolves when the operating system has accepted the reboot. */
export async function rebootBox(context: Needs): Promise<void> {
  const { db, now, power, network } = context
  await refuseWhileBusy(context)
  const before = readSetting<Reboot>(db, key, none)
  writeSetting<Reboot>(db, key, { ...before, asked_ms: now(), boot: await network.boot() }, now())
  try {
    await power.reboot()
  } catch (error) {
    writeSetting<Reboot>(db, key, before, now())
    throw error
  }
}

/** Called at start: if the box has restarted since a restart was requested, records how long it took. */
export async function noteReturn({
  db,
  now,
  network,
  host,
  log,
}: Pick<Deps, 'db' | 'now' | 'network' | 'host' | 'log'>): Promise<void> {
  const { asked_ms, boot, took_s } = readSetting<Reboot>(db, key, none)
  if (asked_ms === null) return
  const present = await network.boot()
  const restarted = boot !== '' && present !== '' ? present !== boot : host.bootedAt() >= asked_ms
  if (!restarted) return
  const seconds = Math.round((now() - asked_ms) / 1000)
  const plausible = seconds >= 0 && seconds <= max_s
  writeSetting<Reboot>(db, key, { asked_ms: null, boot: '', took_s: plausible ? seconds : took_s }, now())
  if (plausible) log.info({ log_type: log_type.service, what: 'rebooted', seconds }, 'the box was restarted')
}
