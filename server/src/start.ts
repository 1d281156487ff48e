/** Starts a server from an environment and ports, and stops it again in reverse order. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { log_type } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { Bus } from './core/bus.ts'
import { takeDataFolder } from './core/data-folder.ts'
import { openDatabase, type Db } from './core/db.ts'
import type { Deps } from './core/deps.ts'
import { followBoxZone } from './device/time.ts'
import { watchVpn } from './device/vpn-watch.ts'
import type { Environment } from './environment.ts'
import { openLog } from './core/log.ts'
import { openMedia } from './core/media.ts'
import { expectProvision, provision, readProvision } from './provision.ts'
import type { Ports } from './ports/ports.ts'
import { createRuntime } from './runtime.ts'
import { openSecrets } from './core/secrets.ts'
import { LogBook } from './system/log/log-book.ts'
import { noteReturn } from './system/operation/reboot.ts'
import { carryOutRestore, emptyTrash, finishRestore } from './system/restore/restore-run.ts'
import { ensureFirstUser, first_username } from './user/first-user.ts'
import { userByName } from './user/user.store.ts'
import { startWorkers } from './start-workers.ts'

/** How long calls in progress may take when the server stops. */
const finish_ms = 5_000

export type RunningServer = {
  address: string
  username: string
  one_time_password: string | undefined
  log: Logger
  stop(): Promise<void>
}

/**
 * Starts everything; throws an Error with one sentence when it
 * cannot. `restart` is called when the server needs a restart.
 */
export async function startServer(
  environment: Environment,
  makePorts: (db: Db, log: Logger) => Ports,
  restart: () => void,
): Promise<RunningServer> {
  const { folder } = environment
  const items = environment.provision === undefined ? [] : readProvision(environment.provision)
  /** What was opened, to be closed in reverse, by `stop` or by a start that failed halfway. */
  const opened: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= closeAll(opened))
  try {
    opened.push(takeDataFolder(folder))
    const book = new LogBook(Date.now)
    const log = openLog(environment.log_level, undefined, book)
    const restored = carryOutRestore({ folder, migrations: environment.migrations, log })
    const db = openDatabase(join(folder, 'parking.db'), environment.migrations)
    opened.push(() => db.close())
    book.open(db)
    opened.push(() => book.close())
    const deps = createRuntime(depsOf(environment, { ...makePorts(db, log), db, log, restart }), book, {
      trial: { total_ms: environment.trial_s * 1000 },
    })
    await followBoxZone(deps)
    const new_box = userByName(db, first_username) === undefined
    // The caller of the restore has seen the first password already.
    const password_shown = restored?.kind === 'restore' && !restored.keep.includes('users')
    const { one_time_password } = password_shown
      ? { one_time_password: undefined }
      : await ensureFirstUser(db, environment.admin_password, deps.now())
    if (new_box && items.length > 0) expectProvision(deps)

    // Before the first request: an unfinished trial must not stay in force.
    await deps.trials.recover()
    opened.push(() => deps.trials.close())
    const vpn_watch = watchVpn(deps)
    opened.push(() => vpn_watch.stop())
    if (restored) await finishRestore(restored, deps)
    await noteReturn(deps)
    void emptyTrash(folder).catch((error: unknown) =>
      log.warn({ err: error }, 'the remains of a restore could not be deleted'),
    )
    deps.history.start((error) => log.warn({ err: error }, 'vitals could not be read'))
    opened.push(() => deps.history.stop())
    const workers = startWorkers(deps)
    opened.push(() => workers.stop())
    await workers.ready
    // The analysis application stops before its socket, and may send what is pending.
    opened.push(() => deps.app.close())
    const app = await createApp(deps, { console_folder: environment.console_folder })
    let provisioning = Promise.resolve()
    opened.push(() => Promise.all([closeApp(app), provisioning]))
    await listen(app, environment)
    log.info(
      { log_type: log_type.service, what: 'started', version: environment.version },
      'the server has started',
    )
    opened.push(() => log.info({ log_type: log_type.service, what: 'stopped' }, 'the server stops'))
    if (deps.app.status().startup)
      deps.app
        .start()
        .catch((error: unknown) => log.error({ err: error }, 'the analysis application did not start'))
    provisioning = provision(deps, items, () => stopping !== undefined)
    return {
      address: addressOf(app, environment.host),
      username: first_username,
      one_time_password,
      log,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function depsOf(
  { folder, migrations, allow_loopback, socket, version }: Environment,
  more: Ports & Pick<Deps, 'db' | 'log' | 'restart'>,
): Deps {
  const secrets = openSecrets(folder)
  return {
    ...more,
    now: Date.now,
    secrets,
    folder,
    migrations,
    allow_loopback,
    socket,
    version,
    boot_id: randomUUID(),
    bus: new Bus(),
    media: openMedia(join(folder, 'media'), secrets),
  }
}

/** Closes everything in reverse; a failure does not keep the rest open. */
async function closeAll(opened: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.toReversed()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function listen(app: FastifyInstance, { port, host }: Environment): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is taken by another program. Set PARKING_PORT to another one.`)
    if (code === 'EACCES')
      throw new Error(`This user may not listen on port ${port}. Set PARKING_PORT to 1024 or above.`)
    throw new Error(`The server cannot listen on ${host} port ${port} (${code}). Check PARKING_HOST.`)
  }
}

/** Stops listening, waits for calls in progress, and cuts off those that take too long. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finish_ms)
  // A connection whose answer was sent after the stop began would be kept alive.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(cut)
  clearInterval(idle)
}

function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
