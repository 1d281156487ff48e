/**
 * Serves the Unix socket of the analysis application (docs/analysis-socket.md), one application at a time.
 * Long because listening, message dispatch and the configuration share one connection.
 */
import type { DecisionCounts } from '../accuracy/decision-counts.ts'
import type { Problem, ConfigAcks } from '../params/config-acks.ts'
import type { LotStates } from '../camera/lot-states.ts'
import type { WatchFigures } from '../camera/watch-figures.ts'
import type { AnalysisConnection, ModelLink } from '../core/analysis-connection.ts'
import { chmod, mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { log_type, plainLine } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Meters } from '../core/meters.ts'
import type { ReplayService } from '../replay/replay-service.ts'
import type { Part } from '../core/part.ts'
import { cutOffReason, lineFacts } from './app-lines.ts'
import type { CameraRelays } from './camera-relays.ts'
import { analysisConfig } from './config.ts'
import { openIntake } from './intake.ts'
import { cutLines } from './lines.ts'
import { hello, message, max_line_bytes, type HealthMessage, type MessageId } from './messages.ts'
import { sweepOrphans } from './sweep.ts'

type Needs = Deps & {
  analysis: AnalysisConnection
  camera_relays: Pick<CameraRelays, 'addressesOf' | 'prepare'>
  lot_states: LotStates
  watch_figures: WatchFigures
  config_acks: ConfigAcks
  decision_counts: DecisionCounts
  upgrade: { onTrial(): boolean }
  meters: Meters
  models: ModelLink
  replays: ReplayService
}

/**
 * Maximum number of events in progress before the application has to wait: its queue may contain a whole
 * night.
 */
const max_in_progress = 1000
/** An application that does not read its answers counts as disconnected. */
const max_unread_bytes = 16 * 1024 * 1024
const hello_ms = 10_000
/**
 * How often the spool folder is swept while an application is connected, because it has then named the files
 * it needs.
 */
const sweep_ms = 3_600_000
const levels = { DEBUG: 'debug', INFO: 'info', WARNING: 'warn', ERROR: 'error', CRITICAL: 'fatal' } as const

/**
 * Its start resolves when it listens, and rejects with a readable message if another server uses the socket.
 */
export function createAnalysisSocket(deps: Needs): Part {
  const { log, bus } = deps
  const spool = join(deps.folder, 'spool')
  const intake = openIntake(deps, spool)
  const sockets = new Set<Socket>()
  let current: Socket | undefined
  let revision = 0
  let scheduled: NodeJS.Immediate | undefined
  let sweeping: NodeJS.Timeout | undefined
  let stopping = false

  const send = (socket: Socket, line: object) => {
    if (socket.destroyed || !socket.writable) return
    if (socket.writableLength > max_unread_bytes) return void socket.destroy()
    // Messages of one tick are written together, so that a batch of events is acknowledged with one write.
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    socket.write(`${JSON.stringify(line)}\n`)
  }
  const prepareConfig = async (): Promise<void> => {
    if (!current || stopping) return
    await deps.camera_relays
      .prepare()
      .catch((error: unknown) => log.warn({ err: error }, 'cameras that encrypt cannot be relayed'))
    if (!current || stopping) return
    deps.config_acks.recordSent(deps.db, ++revision)
    send(current, {
      type: 'config',
      revision,
      spool,
      ...analysisConfig(deps),
      model: deps.models.forProgram(),
    })
  }
  const sendConfig = (): void =>
    void prepareConfig().catch((error: unknown) =>
      log.error({ err: error }, 'the analysis application got no configuration'),
    )
  /** Changes come in bursts: one message covers them all. */
  const onConfigChange = () => {
    scheduled ??= setImmediate(() => {
      scheduled = undefined
      sendConfig()
    })
  }

  function onHello(socket: Socket, line: unknown): void {
    const { name, version, models } = hello.parse(line)
    if (current && current !== socket) current.destroy()
    current = socket
    clearInterval(sweeping)
    sweeping = setInterval(() => void intake.sweep(), sweep_ms)
    sweeping.unref()
    deps.analysis.peer = { name, version, models }
    deps.models.lineReceived()
    deps.config_acks.clear()
    log.info(
      { log_type: log_type.service, what: 'app_connected', name, version },
      'the analysis application connected',
    )
    sendConfig()
  }

  /** Records the acknowledgement of a configuration and logs the parameters that the application refuses. */
  function onConfigAck(answered: number, problems: readonly Problem[], model: string | undefined): void {
    if (!deps.config_acks.recordAnswer(answered, problems, deps.now())) return
    deps.models.answered(model, problems.find(({ field }) => field === 'model')?.issue)
    if (problems.length === 0) return
    const refused_params = problems
      .slice(0, 5)
      .map(({ field, issue }) => `${field}: ${plainLine(issue, 2000)}`)
      .join('; ')
      .slice(0, 500)
    log.warn(
      { log_type: log_type.service, what: 'params_refused', problems: refused_params },
      'the analysis application refused some of the parameters',
    )
  }

  function takeHealth({ seconds, cameras }: HealthMessage): void {
    deps.watch_figures.take(
      seconds,
      cameras.map((camera) => ({ ...camera, why: plainLine(camera.why, 2000) })),
      deps.now(),
    )
    for (const { looks, misses } of cameras) {
      deps.meters.looks.count('seen', looks)
      deps.meters.looks.count('missed', misses)
    }
  }

  async function onEvent(socket: Socket, id: MessageId, event: unknown): Promise<void> {
    const uuid =
      typeof event === 'object' && event !== null && 'uuid' in event && typeof event.uuid === 'string'
        ? event.uuid.slice(0, 100)
        : ''
    const verdict = await intake.take(event)
    send(socket, { ...verdict, id, uuid })
  }

  function onConnection(socket: Socket): void {
    const lines = cutLines(max_line_bytes)
    const timer = setTimeout(() => socket.destroy(), hello_ms)
    let in_progress = 0
    sockets.add(socket)

    const onLine = (line: unknown) => {
      if (current !== socket) {
        clearTimeout(timer)
        return onHello(socket, line)
      }
      const parsed = message.safeParse(line)
      if (!parsed.success)
        return log.warn(
          { bytes: JSON.stringify(line).length },
          'the analysis application sent a message that is not in the protocol',
        )
      const received = parsed.data
      deps.models.lineReceived()
      if (received.type === 'hello') return onHello(socket, received)
      if (received.type === 'ping') return send(socket, { type: 'pong' })
      if (received.type === 'log')
        return log[levels[received.level]](
          { ...lineFacts(received), log_type: log_type.application },
          plainLine(received.content, 2000),
        )
      if (received.type === 'health') return takeHealth(received)
      if (received.type === 'recording') return deps.replays.take(received)
      if (received.type === 'config_taken')
        return onConfigAck(received.revision, received.problems, received.model)
      if (received.type === 'state')
        return void (deps.lot_states.replace(received.lots, deps.now()) && bus.emit('lots'))
      if (++in_progress >= max_in_progress) socket.pause()
      void onEvent(socket, received.id, received.event).then(() => {
        if (--in_progress < max_in_progress / 2) socket.resume()
      })
    }

    socket.on('data', (part) => {
      try {
        for (const line of lines.feed(part))
          if (line.length > 0 && !socket.destroyed) onLine(JSON.parse(line.toString('utf8')))
      } catch (error) {
        log.warn(
          {
            log_type: log_type.service,
            what: 'app_cut_off',
            reason: cutOffReason(error),
            why: error instanceof Error ? error.message.slice(0, 200) : '',
          },
          'the analysis application violated the protocol and was disconnected',
        )
        socket.destroy()
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
      if (current !== socket) return
      current = undefined
      clearInterval(sweeping)
      deps.meters.analysis_lost++
      if (!stopping) deps.models.lost()
      deps.analysis.peer = null
      deps.lot_states.clear()
      deps.watch_figures.clear()
      bus.emit('lots')
      deps.config_acks.clear()
      log.info({ log_type: log_type.service, what: 'app_gone' }, 'the analysis application disconnected')
    })
  }

  const server = createServer(onConnection)
  let unsubscribe: (() => void) | undefined
  return {
    async start() {
      await mkdir(spool, { recursive: true, mode: 0o700 })
      if (!deps.findings.lacks_rows) await sweepOrphans(deps)
      await listenAt(server, deps.socket)
      unsubscribe = bus.subscribe('config', onConfigChange)
    },
    async stop() {
      stopping = true
      if (!unsubscribe) return // the socket file may be another server's
      unsubscribe()
      if (scheduled) clearImmediate(scheduled)
      clearInterval(sweeping)
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.pause()
      await intake.stop() // events in progress are still acknowledged
      await new Promise(setImmediate)
      for (const socket of sockets) socket.destroySoon()
      await closed
      await rm(deps.socket, { force: true })
    },
  }
}

/**
 * Creates the socket in a folder that only this user can enter, then moves it into place, so that other users
 * can never connect.
 */
async function listenAt(server: Server, path: string): Promise<void> {
  if (await isListening(path))
    throw new Error(`Another server listens at ${path}. Stop it, or set PARKING_SOCKET.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dirname(path), '.s'))
  const made = join(folder, 's')
  try {
    await new Promise<void>((done, failed) => {
      server.once('error', failed)
      server.listen(made, done)
    })
    await chmod(made, 0o600)
    await rename(made, path)
  } catch (error) {
    server.close()
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(
      `The analysis socket ${path} cannot be made (${why}). ` +
        'A path may have at most 100 bytes; set PARKING_SOCKET to a shorter one.',
    )
  } finally {
    await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }))
  }
}

/** Whether a server listens at the path. A socket file that a killed server left behind does not answer. */
const isListening = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
