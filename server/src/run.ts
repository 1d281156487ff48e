/**
 * Builds the adapters from the environment and starts the server:
 * the only file that names an adapter. `main.ts` runs it.
 */
import { join } from 'node:path'
import './node-version.ts'
import { mqtt5Broker } from './adapters/mqtt/mqtt5-broker.ts'
import { anyStorage } from './adapters/storage/any-storage.ts'
import { aptPackages } from './adapters/system/apt-packages.ts'
import { linuxHost } from './adapters/system/linux-host.ts'
import { linuxNetwork } from './adapters/network/linux-network.ts'
import { noApp } from './adapters/system/no-app.ts'
import { onvifCameras } from './adapters/camera/onvif-camera.ts'
import { openvpnClient } from './adapters/network/openvpn-client.ts'
import { pingReach } from './adapters/network/ping-reach.ts'
import { processApp } from './adapters/system/process-app.ts'
import { openPrograms } from './adapters/system/program.ts'
import { openRootHelper } from './adapters/system/root-helper.ts'
import { httpPlatform } from './adapters/http/http-platform.ts'
import { ffmpegVideo } from './adapters/video/ffmpeg-video.ts'
import { rtspRelays } from './adapters/video/rtsp-relays.ts'
import { sharedStreams } from './adapters/video/shared-streams.ts'
import { smtpMail } from './adapters/http/smtp-mail.ts'
import { rootTraces } from './adapters/system/root-traces.ts'
import { modelTool } from './adapters/system/model-tool.ts'
import { replayTool } from './adapters/system/replay-tool.ts'
import { systemdApp } from './adapters/system/systemd-app.ts'
import { systemdClock } from './adapters/system/systemd-clock.ts'
import { systemdJournal } from './adapters/system/systemd-journal.ts'
import { systemdPower } from './adapters/system/systemd-power.ts'
import { MuteAddresses } from './core/outbound/mute-addresses.ts'
import { tcpSyslog } from './adapters/system/tcp-syslog.ts'
import { wsDiscovery } from './adapters/camera/ws-discovery.ts'
import { openDatabase } from './core/db.ts'
import { CallOutcomes } from './core/flow/call-outcomes.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { addressesOf, labelOf, needDevice, type Label } from './label.ts'
import { startServer, type RunningServer } from './start.ts'

export type Running = {
  /** The log of the current server; a restart replaces it. */
  log(): RunningServer['log']
  /** The damaged files of the data folder that the current server found. */
  findings(): RunningServer['findings']
  /** Stops the server, after a restart in progress. */
  stop(): Promise<void>
}

/** A client that lost the answer asks for it before the device may be at another address. */
const restart_delay_ms = 1_500

/**
 * Starts a device server and prints where it listens. Throws an Error with
 * one sentence when it cannot; `fail` gets the reason why a restart failed, `print` the lines for a terminal.
 */
export async function runServer(
  env: NodeJS.ProcessEnv,
  fail: (error: unknown) => void,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<Running> {
  const environment = readEnvironment(env)
  const { app: argv, app_unit, socket, allow_loopback } = environment
  const run = openPrograms(environment.programs)
  const helper = openRootHelper(run, {
    requests: join(environment.folder, 'root'),
    results: environment.helper_results,
  })
  const reach = { allow_loopback, mute: new MuteAddresses() }
  const streams = sharedStreams({ allow_loopback })
  const video = ffmpegVideo({ allow_loopback, programs: environment.programs, streams })
  const call_outcomes = new CallOutcomes()
  const begin = (port: number): Promise<RunningServer> =>
    startServer(
      { ...environment, port },
      (db, log) => ({
        host: linuxHost(db, environment.kernel_stat),
        journal: systemdJournal(),
        app: app_unit
          ? systemdApp({ run, unit: app_unit, log, programs: environment.programs })
          : argv
            ? processApp({ argv, socket, log })
            : noApp(),
        cameras: onvifCameras({ allow_loopback, still: (...given) => video.still(...given) }),
        video,
        discovery: wsDiscovery({
          allow_loopback,
          port: environment.discovery_port,
          loopback_only: environment.programs !== undefined,
        }),
        platform: httpPlatform(reach),
        mail: smtpMail({ ...reach, patient_ms: 600_000 }),
        models_tool: modelTool({ argv: environment.model_tool }),
        replay_tool: replayTool({ argv: environment.replay_tool }),
        network: linuxNetwork(run, helper),
        clock: systemdClock(run, helper, { allow_loopback }),
        vpn: openvpnClient(run, helper, reach),
        packages: aptPackages(run, helper, environment.packages),
        power: systemdPower(run),
        reach: pingReach(run),
        traces: rootTraces(helper),
        storage: anyStorage(reach),
        stream_relay: rtspRelays({ allow_loopback }, streams),
        syslog: tcpSyslog(reach),
        mqtt: mqtt5Broker(reach),
      }),
      () => setTimeout(restartServer, restart_delay_ms).unref(),
      call_outcomes,
    )
  let server = await begin(environment.port)
  printAccess(server, environment, print)
  let [stopping, restarting]: [boolean, Promise<void>] = [false, Promise.resolve()]

  /**
   * Restarts within the process: the start carries out a restore (system/restore/restore-run.ts). Process and
   * port stay the same, so that clients find the server again.
   */
  function restartServer(): void {
    if (stopping) return
    restarting = server
      .stop()
      .then(async () => {
        server = await begin(Number(new URL(server.address).port) || environment.port)
        printAccess(server, environment, print)
      })
      .catch(fail)
  }

  return {
    log: () => server.log,
    findings: () => server.findings,
    async stop() {
      stopping = true
      await restarting
      await server.stop()
    },
  }
}

/** The data on this device's label; works while the server is running. */
export async function readLabel(env: NodeJS.ProcessEnv): Promise<Label> {
  const environment = readEnvironment(env)
  const db = openDatabase(needDevice(environment.folder), environment.migrations)
  try {
    return await labelOf(environment, linuxHost(db, environment.kernel_stat))
  } finally {
    db.close()
  }
}

function printAccess(
  { one_time_password, username, address, fingerprints }: RunningServer,
  environment: Environment,
  print: (text: string) => void,
): void {
  if (one_time_password !== undefined)
    print(`User name: ${username}\nOne-time password: ${one_time_password}\n`)
  if (fingerprints)
    print(
      `Certificate SHA-256: ${fingerprints.certificate}\nPublic key SHA-256: ${fingerprints.public_key}\n`,
    )
  const { hostname, port } = new URL(address)
  const addresses = ['0.0.0.0', '[::]'].includes(hostname)
    ? addressesOf({ ...environment, port: Number(port) })
    : [address]
  print(
    addresses.map((one) => `Console: ${one}\n`).join('') || `Console: port ${port}, no network address yet\n`,
  )
}
