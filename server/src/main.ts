/** Environment to adapters to listening: the only file that names an adapter (DESIGN §3). */
import { join } from 'node:path'
import './node-version.ts'
import { anyStorage } from './adapters/any-storage.ts'
import { aptPackages } from './adapters/apt-packages.ts'
import { linuxHost } from './adapters/linux-host.ts'
import { linuxNetwork } from './adapters/linux-network.ts'
import { noApp } from './adapters/no-app.ts'
import { onvifCameras } from './adapters/onvif-camera.ts'
import { openvpnClient } from './adapters/openvpn-client.ts'
import { pingReach } from './adapters/ping-reach.ts'
import { processApp } from './adapters/process-app.ts'
import { openPrograms } from './adapters/program.ts'
import { openRootHelper } from './adapters/root-helper.ts'
import { httpPlatform } from './adapters/http-platform.ts'
import { ffmpegVideo } from './adapters/ffmpeg-video.ts'
import { smtpMail } from './adapters/smtp-mail.ts'
import { systemdApp } from './adapters/systemd-app.ts'
import { systemdClock } from './adapters/systemd-clock.ts'
import { systemdJournal } from './adapters/systemd-journal.ts'
import { systemdPower } from './adapters/systemd-power.ts'
import { wsDiscovery } from './adapters/ws-discovery.ts'
import { readEnvironment } from './environment.ts'
import { startServer, type RunningServer } from './start.ts'

process.umask(0o077) // what the server writes is its user's alone

try {
  const environment = readEnvironment(process.env)
  const { app: argv, app_unit, socket, allow_loopback } = environment
  const run = openPrograms(environment.programs)
  const helper = openRootHelper(run, { requests: join(environment.folder, 'root'), results: environment.helper_results })
  const begin = (port: number): Promise<RunningServer> => startServer({ ...environment, port }, (db, log) => ({
    host: linuxHost(db),
    journal: systemdJournal(),
    app: app_unit ? systemdApp({ run, unit: app_unit, log, programs: environment.programs }) : argv ? processApp({ argv, socket, log }) : noApp(),
    cameras: onvifCameras({ allow_loopback }),
    video: ffmpegVideo({ allow_loopback, programs: environment.programs }),
    discovery: wsDiscovery({ allow_loopback, port: environment.discovery_port, loopback_only: environment.programs !== undefined }),
    platform: httpPlatform({ allow_loopback }),
    mail: smtpMail({ allow_loopback }),
    network: linuxNetwork(run, helper),
    clock: systemdClock(run, helper, { allow_loopback }),
    vpn: openvpnClient(run, helper, { allow_loopback }),
    packages: aptPackages(run, helper, environment.packages),
    power: systemdPower(run),
    reach: pingReach(run),
    storage: anyStorage({ allow_loopback }),
  }), () => setImmediate(startAnew))
  let server = await begin(environment.port)
  tell(server)
  let [stopping, anew]: [boolean, Promise<void>] = [false, Promise.resolve()]
  stopOn(() => server.log, async () => {
    stopping = true
    await anew
    await server.stop()
  })

  /** A restore is carried out by a start (system/restore-run.ts). The process and its port stay, so that whoever waits finds it where it was. */
  function startAnew(): void {
    if (stopping) return
    anew = server.stop().then(async () => {
      server = await begin(Number(new URL(server.address).port) || environment.port)
      tell(server)
    }).catch(fail)
  }
} catch (error) {
  fail(error)
}

function tell({ one_time_password, username, address }: RunningServer): void {
  if (one_time_password !== undefined) process.stdout.write(`User name: ${username}\nOne-time password: ${one_time_password}\n`)
  process.stdout.write(`Console: ${address}\n`)
}

/** Whatever keeps the server from starting is one sentence for the one who started it. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Ends in order on a signal, when the parent that started it with a channel lets go of it, and after a crash. */
function stopOn(log: () => RunningServer['log'], stop: () => Promise<void>): void {
  let status = 0
  const end = () => void stop().catch((error: unknown) => { status = 1; log().error({ err: error }, 'could not stop in order') }).finally(() => process.exit(status))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  process.once('disconnect', end)
  process.on('unhandledRejection', (error) => log().error({ err: error }, 'unhandled rejection'))
  process.once('uncaughtException', (error) => {
    log().fatal({ err: error }, 'crashed')
    status = 1
    end()
  })
}
