/**
 * A device for a test: the real application, a real database in its own folder, and a clock that the test
 * controls. Long because its calls, its restart and its clock share one state.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls, code, type Answer, type Body, type CallName, type Role } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import { mqtt5Broker } from '../src/adapters/mqtt/mqtt5-broker.ts'
import { anyStorage } from '../src/adapters/storage/any-storage.ts'
import { aptPackages } from '../src/adapters/system/apt-packages.ts'
import { httpPlatform } from '../src/adapters/http/http-platform.ts'
import { ffmpegVideo } from '../src/adapters/video/ffmpeg-video.ts'
import { rtspRelays } from '../src/adapters/video/rtsp-relays.ts'
import { linuxHost } from '../src/adapters/system/linux-host.ts'
import { linuxNetwork } from '../src/adapters/network/linux-network.ts'
import { modelTool } from '../src/adapters/system/model-tool.ts'
import { noApp } from '../src/adapters/system/no-app.ts'
import { onvifCameras, type OnvifCameraOptions } from '../src/adapters/camera/onvif-camera.ts'
import { openvpnClient } from '../src/adapters/network/openvpn-client.ts'
import { pingReach } from '../src/adapters/network/ping-reach.ts'
import { openPrograms } from '../src/adapters/system/program.ts'
import { openRootHelper } from '../src/adapters/system/root-helper.ts'
import { replayTool } from '../src/adapters/system/replay-tool.ts'
import { rootTraces } from '../src/adapters/system/root-traces.ts'
import { smtpMail } from '../src/adapters/http/smtp-mail.ts'
import { systemdClock } from '../src/adapters/system/systemd-clock.ts'
import { systemdPower } from '../src/adapters/system/systemd-power.ts'
import { tcpSyslog } from '../src/adapters/system/tcp-syslog.ts'
import { wsDiscovery } from '../src/adapters/camera/ws-discovery.ts'
import { createApp, type AppOptions } from '../src/app.ts'
import { Bus } from '../src/core/bus.ts'
import { DataFindings } from '../src/core/data-findings.ts'
import { openDatabase, type Db } from '../src/core/db.ts'
import { createRuntime, type Runtime } from '../src/runtime.ts'
import type { Deps } from '../src/core/deps.ts'
import type { TrialOptions } from '../src/device/trial.ts'
import { openLog } from '../src/core/log.ts'
import { openMedia } from '../src/core/media.ts'
import { keyCheck } from '../src/guarded-files/key-checks.ts'
import { arePicturesPlain } from '../src/workers/picture-sealer.ts'
import type { SourceOptions } from '../src/live/source.ts'
import { openSecrets } from '../src/core/secrets.ts'
import { systemdJournal } from '../src/adapters/system/systemd-journal.ts'
import { LogWriter } from '../src/system/log/log-writer.ts'
import { noteReturn } from '../src/system/operation/reboot.ts'
import { beginFactoryState, carryOutErasure } from '../src/system/erasure/erase-run.ts'
import { carryOutRestore, finishRestore } from '../src/system/restore/restore-run.ts'
import { hashPassword } from '../src/user/password.ts'
import { findSession, openSession } from '../src/user/session.store.ts'
import { addUser, hasUsers, userByName } from '../src/user/user.store.ts'

export const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** Limits with which a busy machine is not taken for a slow camera. */
export const patient_cameras = {
  request_ms: 6_000,
  measure_ms: 14_000,
  picture_ms: 8_000,
  ptz_open_ms: 8_000,
  ptz_call_ms: 4_000,
}

/** The password of every test user; its hash is computed once. */
export const test_password = 'Kerb#2026'
const test_hash = hashPassword(test_password)

export type Reply<Name extends CallName> = {
  code: number
  message: string
  data: Answer<Name>
  request_id: string
}
export type Device = {
  app: FastifyInstance
  deps: Runtime
  folder: string
  /** The log of the server, as text. */
  logged(): string
  /** Number of times that the server has requested a restart. */
  restarts(): number
  /** Advances the clocks. */
  wait(ms: number): void
  /** Sets the time of day by so much; a monotonic clock that is held does not see it. */
  setClock(ms: number): void
  /** A valid token of a user of this role, who is created if missing. */
  tokenOf(role: Role): Promise<string>
  /** A signed address for a file of the media folder, as an administrator gets it. */
  mediaAddress(path: string): Promise<string>
  /** Makes a call as a user who enters the password again if the call requires it. */
  call<Name extends CallName>(name: Name, body: Body<Name>, token?: string): Promise<Reply<Name>>
  /** As `call`, without the password. Both throw if the answer of a success is not what the contract says. */
  callOnce<Name extends CallName>(name: Name, body: Body<Name>, token?: string): Promise<Reply<Name>>
  /** Stops the device, in order or as if killed, and starts it again with the same folder and clock. */
  restart(how?: 'in order' | 'killed', meanwhile?: () => void): Promise<Device>
  close(): Promise<void>
}

export type DeviceOptions = {
  folder?: string
  now?: number
  /** Each reading of the clock advances it by this: real clocks run on while a call is answered. */
  tick_ms?: number
  ports?: Partial<Deps>
  /** The folder of a simulated machine's programs (sim/src/os); without it the box has none. */
  programs?: string
  helper_results?: string
  /** File in which a simulated kernel reports its boot time. */
  kernel_stat?: string
  trial?: TrialOptions
  live?: Partial<SourceOptions>
  /** Time limits of cameras, for tests with many at once or much beside them: `patient_cameras`. */
  camera_limits?: Partial<OnvifCameraOptions>
  /** The monotonic clock; by default that of this machine. `held`: only `wait` moves it. */
  mono?: 'held' | (() => number)
  /** How the application is served: names, proxies, the built console. */
  app?: AppOptions
}

let fresh: Buffer | undefined
/**
 * A new device starts with a copy of a migrated database. No test cuts the power of this machine, so writes
 * are not synced; a killed program loses nothing.
 */
function openDatabaseOf(folder: string): Db {
  const file = join(folder, 'parking.db')
  if (!existsSync(file)) {
    if (fresh) writeFileSync(file, fresh)
    else {
      openDatabase(file, migrations).close()
      fresh = readFileSync(file)
    }
  }
  const db = openDatabase(file, migrations)
  db.run('PRAGMA synchronous = OFF')
  return db
}

export async function openDevice(options: DeviceOptions = {}): Promise<Device> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'parking-'))
  let now = options.now ?? Date.UTC(2026, 10, 21, 0, 30)
  let set_by_ms = 0
  let text = ''
  const log_writer = new LogWriter(() => now)
  const log = openLog('debug', { write: (line) => void (text += line) }, log_writer)
  const findings = new DataFindings(log)
  const erased = carryOutErasure({ folder, now: () => now })
  const restored = carryOutRestore({ folder, migrations, log, findings })
  const db = openDatabaseOf(folder)
  findings.open(db, () => now)
  if (erased) beginFactoryState(erased, { db, folder, now: () => now })
  const checked = { db, now: () => now, findings }
  const in_use = hasUsers(db)
  const secrets = openSecrets(folder, keyCheck('secret', checked, in_use))
  const host = linuxHost(db, options.kernel_stat)
  const clock = () => (now += options.tick_ms ?? 0)
  // Never use the programs of the machine that runs the tests.
  const run = openPrograms(options.programs ?? join(folder, 'no-programs'))
  const helper = openRootHelper(run, {
    requests: join(folder, 'root'),
    results: options.helper_results ?? join(folder, 'no-results'),
  })
  let asked_to_restart = 0
  const video = ffmpegVideo({
    allow_loopback: true,
    programs: options.programs ?? join(folder, 'no-programs'),
  })
  const given: Deps = {
    restart: () => void asked_to_restart++,
    discovery: wsDiscovery({ allow_loopback: true, loopback_only: true, port: 9, wait_ms: 50 }),
    network: linuxNetwork(run, helper),
    clock: systemdClock(run, helper, { allow_loopback: true }),
    vpn: openvpnClient(run, helper, { allow_loopback: true }),
    packages: aptPackages(run, helper, ['parking-edge', 'parking-analysis']),
    power: systemdPower(run),
    reach: pingReach(run),
    traces: rootTraces(helper),
    storage: anyStorage({ allow_loopback: true }),
    stream_relay: rtspRelays({ allow_loopback: true }),
    syslog: tcpSyslog({ allow_loopback: true }),
    mqtt: mqtt5Broker({ allow_loopback: true }),
    db,
    secrets,
    findings,
    host,
    folder,
    migrations,
    model_folder: undefined,
    upgrade_folder: join(folder, 'upgrade'),
    models_tool: modelTool({ argv: undefined }),
    replay_tool: replayTool({ argv: undefined }),
    now: clock,
    log,
    journal: systemdJournal('no-such-journal'),
    media: openMedia(
      join(folder, 'media'),
      secrets,
      () => arePicturesPlain(db),
      keyCheck('media', checked, in_use),
    ),
    bus: new Bus(),
    boot_id: `boot-${now}`,
    version: '0.0.0-test',
    tree: '0.0.0-tree',
    allow_loopback: true,
    socket: join(folder, 'analysis.sock'),
    app: noApp(),
    cameras: onvifCameras({
      allow_loopback: true,
      still: (...still) => given.video.still(...still),
      ...options.camera_limits,
    }),
    video,
    platform: httpPlatform({ allow_loopback: true }),
    mail: smtpMail({ allow_loopback: true }),
    ...(options.ports as object),
  }
  const deps = createRuntime(given, log_writer, {
    trial: options.trial,
    live: options.live,
    tls: { serves: options.app?.tls ?? false },
    ...(options.mono && { mono: options.mono === 'held' ? () => now - set_by_ms : options.mono }),
  })
  log_writer.open(db, deps.audit_chain.marks)
  log_writer.setOnWritten(() => deps.audit_chain.wake())
  deps.audit_chain.wake()
  await deps.trials.start()
  await deps.platform_session.start()
  if (restored) await finishRestore(restored, deps)
  await deps.erasure.start()
  await noteReturn(deps)
  // Many devices share one process here.
  const app = await createApp(deps, { max_rss_bytes: 0, ...options.app })
  const end = async () => {
    await app.close()
    await deps.platform_session.stop()
    await deps.erasure.stop()
    await deps.matcher.stop()
    log_writer.flush()
    await deps.proof_log.stop()
    deps.proof_log.close()
    deps.audit_chain.close()
    log_writer.close()
    db.close()
  }
  async function tokenOf(role: Role): Promise<string> {
    if (!userByName(db, role))
      addUser(
        db,
        { username: role, name: role, role, password_hash: await test_hash, must_change_password: false },
        deps.now(),
      )
    return openSession(db, userByName(db, role)!.id, '127.0.0.1', deps.now())
  }
  async function callOnce<Name extends CallName>(
    name: Name,
    body: Body<Name>,
    token?: string,
  ): Promise<Reply<Name>> {
    const { path, method } = calls[name]
    const headers = {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const answer = await app.inject({
      method,
      url: path,
      headers,
      ...(method === 'POST' && { payload: JSON.stringify(body) }),
    })
    const reply = answer.json<Reply<Name>>()
    const wrong = reply.code === code.success ? calls[name].answer.safeParse(reply.data).error?.issues : []
    if (wrong?.length) throw new Error(`${path} answers ${JSON.stringify(wrong)}`)
    return reply
  }
  return {
    app,
    deps,
    folder,
    logged: () => text,
    restarts: () => asked_to_restart,
    wait: (ms) => void (now += ms),
    setClock(ms) {
      now += ms
      set_by_ms += ms
    },
    tokenOf,
    async mediaAddress(path) {
      const session = findSession(db, await tokenOf('admin'), now)!
      return deps.media.forSession(session.id).address(path, now)
    },
    async call(name, body, token) {
      const answer = await callOnce(name, body, token)
      if (answer.code !== code.password_needed) return answer
      await callOnce('confirm_password', { password: test_password }, token)
      return callOnce(name, body, token)
    },
    callOnce,
    async restart(how = 'in order', meanwhile = () => undefined) {
      if (how === 'in order') await deps.trials.stop()
      else deps.trials.halt()
      await end()
      meanwhile()
      return openDevice({ ...options, folder, now })
    },
    async close() {
      deps.trials.halt()
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
