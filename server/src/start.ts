/**
 * Starts a server from an environment and ports, and stops it again in reverse order. Long because each part
 * is listed in its order.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { log_type } from '@parking/contract'
import type { Logger } from 'pino'
import { Bus } from './core/bus.ts'
import { lockDataFolder } from './core/files/data-folder.ts'
import { DataFindings } from './core/data-findings.ts'
import { databaseFault, openDatabase, type Db } from './core/db.ts'
import { needSpace, noSpace } from './core/files/disk-reserve.ts'
import { isNoSpace } from './core/files/disk-space.ts'
import type { Deps } from './core/deps.ts'
import type { CallOutcomes } from './core/flow/call-outcomes.ts'
import { expectProvision } from './device/provision-progress.store.ts'
import { followBoxZone } from './device/time.ts'
import { createVpnWatch } from './device/vpn-watch.ts'
import type { Environment } from './environment.ts'
import { openLog } from './core/log.ts'
import { sequence, stopAll, type Part } from './core/part.ts'
import { openMedia } from './core/media.ts'
import { keyCheck } from './guarded-files/key-checks.ts'
import { createProvisioning, readProvision } from './provision.ts'
import type { Ports } from './ports/ports.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { openSecrets } from './core/secrets.ts'
import { compareWithChain } from './system/restore/compare-with-chain.ts'
import { LogWriter } from './system/log/log-writer.ts'
import { noteReturn } from './system/operation/reboot.ts'
import { sealOldAddresses } from './system/redact/old-addresses.ts'
import { beginFactoryState, carryOutErasure } from './system/erasure/erase-run.ts'
import { needMainDatabase, otherMainDatabase } from './system/restore/main-database.ts'
import { carryOutRestore, emptyTrash, finishRestore } from './system/restore/restore-run.ts'
import type { Fingerprints } from './tls/device-certificate.ts'
import { ensureFirstUser, first_username } from './user/first-user.ts'
import { tuneCost } from './user/password-cost.ts'
import { hasUsers } from './user/user.store.ts'
import { createWorkers } from './workers.ts'
import { arePicturesPlain } from './workers/picture-sealer.ts'
import { createHttpServer } from './http-server.ts'

export type RunningServer = {
  address: string
  username: string
  one_time_password: string | undefined
  /** Fingerprints of its HTTPS certificate, for users to compare. */
  fingerprints: Fingerprints | undefined
  log: Logger
  /** Damaged files of the data folder. */
  findings: DataFindings
  stop(): Promise<void>
}

/**
 * Starts everything; throws an Error with one sentence if it cannot. `restart` is called when the server
 * needs a restart, which `call_outcomes` outlasts: its client may have lost the answer.
 */
export async function startServer(
  environment: Environment,
  makePorts: (db: Db, log: Logger) => Ports,
  restart: () => void,
  call_outcomes?: CallOutcomes,
): Promise<RunningServer> {
  const { folder } = environment
  const items = environment.provision === undefined ? [] : readProvision(environment.provision)
  const opened: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll(opened))
  try {
    opened.push(lockDataFolder(folder))
    const log_writer = new LogWriter(Date.now)
    const log = openLog(environment.log_level, undefined, log_writer)
    const findings = new DataFindings(log)
    const erased = carryOutErasure({ folder, now: Date.now })
    needSpace(folder)
    const restored = carryOutRestore({ folder, migrations: environment.migrations, log, findings })
    needMainDatabase(folder)
    const db = openDatabase(join(folder, 'parking.db'), environment.migrations)
    opened.push(() => db.close())
    findings.open(db, Date.now)
    if (!erased && compareWithChain(db, folder, findings) === 'empty') throw otherMainDatabase(folder)
    if (erased) beginFactoryState(erased, { db, folder, now: Date.now })
    const given = depsOf(environment, { ...makePorts(db, log), db, log, findings, restart })
    const deps = createRuntime(given, log_writer, {
      call_outcomes,
      trial: { total_ms: environment.trial_s * 1000 },
      tls: { names: environment.names, built_ms: environment.built_ms, serves: environment.tls },
    })
    log_writer.open(db, deps.audit_chain.marks)
    opened.push(() => log_writer.close())
    sealOldAddresses(deps)
    log_writer.setOnWritten(() => deps.audit_chain.wake())
    deps.audit_chain.wake()
    opened.push(async () => {
      log_writer.flush()
      // Also at the end, so that an older copy of either file is noticed at the next start.
      await deps.audit_chain
        .noteWitness()
        .catch((error: unknown) => log.error({ err: error }, 'the head of the audit chain was not kept'))
      deps.audit_chain.close()
    })
    opened.push(() => deps.proof_log.close())
    await followBoxZone(deps)
    const new_box = !hasUsers(db)
    if (environment.password_tuning) await tuneCost(deps)
    // The user who requested the restore has already seen the first password.
    const password_shown = restored?.kind === 'restore' && !restored.keep.includes('users')
    const { one_time_password } = password_shown
      ? { one_time_password: undefined }
      : await ensureFirstUser(db, environment.admin_password, deps.now())
    deps.erasure.first_password = one_time_password
    // Not after an erasure: the provisioned settings may belong to the former owner.
    if (new_box && !erased && items.length > 0) expectProvision(deps)
    void emptyTrash(folder).catch((error: unknown) =>
      log.warn({ err: error }, 'the remains of a restore could not be deleted'),
    )
    const http = createHttpServer(deps, environment)
    const parts = sequence([
      deps.trials, // before the first request: an unfinished trial must not stay in force
      createVpnWatch(deps),
      afterRestart(restored, deps),
      deps.erasure,
      deps.history,
      ...(environment.tls ? [deps.certificate] : []),
      createWorkers(deps),
      analysisApplication(deps), // stops before its socket, and may send what is pending
      http,
      createProvisioning(deps, items),
      deps.upgrade, // last: its first beat reports that everything has started
    ])
    opened.push(() => parts.stop())
    await parts.start()
    log.info(
      { log_type: log_type.service, what: 'started', version: environment.version },
      'the server has started',
    )
    opened.push(() => log.info({ log_type: log_type.service, what: 'stopped' }, 'the server stops'))
    if (deps.app.status().startup)
      deps.app
        .start()
        .catch((error: unknown) => log.error({ err: error }, 'the analysis application did not start'))
    const fingerprints = environment.tls ? deps.certificate.fingerprints() : undefined
    return {
      address: http.address(),
      username: first_username,
      one_time_password,
      fingerprints,
      log,
      findings,
      stop,
    }
  } catch (error) {
    await stop()
    throw databaseFault(error) === 'full' || isNoSpace(error) ? noSpace(folder) : error
  }
}

/** Completes the purpose of a restart: finishes a restore, and records the duration of a reboot. */
const afterRestart = (restored: Awaited<ReturnType<typeof carryOutRestore>>, deps: Runtime): Part => ({
  async start() {
    if (restored) await finishRestore(restored, deps)
    await noteReturn(deps)
  },
  stop: () => undefined,
})

/** The application starts once the server listens, and stops before its socket closes. */
const analysisApplication = ({ app }: Pick<Deps, 'app'>): Part => ({
  start: () => undefined,
  stop: () => app.close(),
})

function depsOf(
  { folder, migrations, allow_loopback, socket, version, tree, model_folder, upgrade_folder }: Environment,
  more: Ports & Pick<Deps, 'db' | 'log' | 'findings' | 'restart'>,
): Deps {
  const checked = { db: more.db, now: Date.now, findings: more.findings }
  const in_use = hasUsers(more.db)
  const secrets = openSecrets(folder, keyCheck('secret', checked, in_use))
  return {
    ...more,
    now: Date.now,
    secrets,
    folder,
    migrations,
    model_folder,
    upgrade_folder,
    allow_loopback,
    socket,
    version,
    tree,
    boot_id: randomUUID(),
    bus: new Bus(),
    media: openMedia(
      join(folder, 'media'),
      secrets,
      () => arePicturesPlain(more.db),
      keyCheck('media', checked, in_use),
    ),
  }
}
