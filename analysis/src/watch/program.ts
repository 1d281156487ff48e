/**
 * The program without its process: configuration in, events out. Long because all messages change one state.
 */
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import type { Decision } from '../decide/decision.ts'
import { decide, forNewModel, keepLots, mayRepeat, onlyConfirms } from '../decide/decide.ts'
import { parametersOf, type AlgParam, type Parameters } from '../decide/parameters.ts'
import { no_state, wantedPlates, wantedTimes } from '../decide/state.ts'
import type { Label } from '../look/boxes.ts'
import { keyOf, type Look, type OpenVision, type View } from '../look/look.ts'
import { createRecordingSender, smallPicture } from './recording-sender.ts'
import { recordLooks, type LookRecorder, type Step } from '../record/record-looks.ts'
import { openSource, sourceKey, type Place } from '../sources/open-source.ts'
import type { Picture, Source } from '../sources/source.ts'
import type { CameraConfig, Config, EventBody, FromServer, Problem, WriteLog } from '../socket/wire.ts'
import { newFigures, watchCamera, type Figures } from './camera-watch.ts'
import type { Clock } from './clock.ts'
import { createSerialQueue } from './serial-queue.ts'
import { createHealthReport } from './health-report.ts'
import { createKeptPictures, type KeptPictures } from './kept-pictures.ts'
import { createLookHistory, type LookHistory } from './look-history.ts'
import { decisionText } from './decision-text.ts'
import { createModelInUse, type LoadModel } from './model-in-use.ts'
import { drawStrip, createSmallPictures, type SmallPictures } from './look-strip.ts'
import { spoolPictures, spoolStrip } from './spool.ts'
import { stateLine } from './state-line.ts'
import { filesOf, openStoredState, type CameraMemory, type StoredState } from './stored-state.ts'
import { difficultOf, problemsOf, viewsOf } from './views.ts'

const busy_ms = 3000
const state_ms = 2000
const save_ms = 10_000
const health_ms = 5000

export type Program = {
  receive: (message: FromServer) => void
  /** Call this when a connection is established. */
  connected: () => void
  stop: () => Promise<void>
}
export type ProgramNeeds = {
  /** False without a connection: the message is dropped. */
  readonly send: (message: object) => boolean
  readonly openVision: OpenVision
  /** The labels that the shipped detector can tell apart. */
  readonly known: readonly Label[]
  /** If absent, the program uses only its own model. */
  readonly loadModel?: LoadModel
  readonly clock: Clock
  readonly openSource?: (place: Place, now: () => number) => Source
}

type Watched = {
  readonly key: string
  readonly camera: CameraConfig
  readonly view: View
  readonly alg_param: AlgParam
  readonly parameters: Parameters
  readonly kept: KeptPictures
  readonly history: LookHistory
  /** Its lots, by `keyOf`. */
  readonly places: readonly string[]
  readonly small: SmallPictures
  readonly figures: Figures
  /** The last look whose picture could be judged. */
  look?: Look
  stop: () => Promise<void>
}

/** Idle until the first configuration. */
export function createProgram(needs: ProgramNeeds): Program {
  const { send, clock } = needs
  const watched = new Map<string, Watched>()
  const queue = createSerialQueue()
  const recorders = new Map<string, LookRecorder>()
  /** By camera: they outlive a change of its configuration. */
  const histories = new Map<string, LookHistory>()
  const recording_sender = createRecordingSender(send)
  const model_in_use = createModelInUse(needs)
  let config: Config | undefined
  let stored: StoredState | undefined
  let working: Promise<void> = Promise.resolve()
  const log: WriteLog = (level, content, keys) => void send({ type: 'log', level, content, ...keys })
  const health = createHealthReport(() => watched.values(), clock.now, send, log)
  const end = new AbortController()
  const timers = [
    setInterval(sendStates, state_ms),
    setInterval(() => void stored?.save().catch(logError), save_ms),
  ]

  async function reportHealth(): Promise<void> {
    while (!end.signal.aborted) {
      await clock.wait(health_ms, end.signal)
      if (!end.signal.aborted) health.tick()
    }
  }
  void reportHealth()

  function sendStates(): void {
    const now = clock.now()
    const lots = [...watched.values()].flatMap(({ camera, look, parameters }) =>
      look ? stateLine(memoryOf(camera.camera_sn).state, look, parameters, now, stepOf()) : [],
    )
    if (lots.length > 0) send({ type: 'state', lots })
  }

  const stepOf = (): number => config?.params.alg_param.track_step ?? 5
  const memoryOf = (camera_sn: string): CameraMemory => {
    const known = stored?.cameras.get(camera_sn)
    if (known) return known
    const made: CameraMemory = { state: no_state }
    stored?.cameras.set(camera_sn, made)
    return made
  }

  const historyOf = (camera_sn: string): LookHistory => {
    const history = histories.get(camera_sn) ?? createLookHistory()
    histories.set(camera_sn, history)
    return history
  }

  async function configure(next: Config): Promise<void> {
    const first = !stored
    stored ??= await openStoredState(next.spool)
    if (first && stored.set_aside !== undefined)
      log('ERROR', `the state of the lots was damaged and begins anew; ${stored.set_aside} is kept`)
    config = next
    const views = viewsOf(next)
    const model_problems: Problem[] = await model_in_use.select(next.model ?? undefined)
    const problems = [...model_problems, ...problemsOf(next, model_in_use.known())]
    const lots = new Set(views.flatMap(({ view }) => view.lots.map(keyOf)))
    const serials = new Set(next.cameras.map(({ camera_sn }) => camera_sn))
    for (const [camera_sn, memory] of stored.cameras)
      if (serials.has(camera_sn)) memory.state = keepLots(memory.state, configuredLots(next))
      else stored.cameras.delete(camera_sn)
    for (const camera_sn of histories.keys()) if (!serials.has(camera_sn)) histories.delete(camera_sn)
    const keys = new Map(views.map((one) => [one.camera.camera_sn, keyOfWatch(one)]))
    for (const [camera_sn, one] of watched) {
      if (keys.get(camera_sn) === one.key) continue
      watched.delete(camera_sn)
      await one.stop()
    }
    await model_in_use.releaseFormer()
    for (const { camera, view } of views) {
      if (watched.has(camera.camera_sn)) continue
      watched.set(camera.camera_sn, startWatch(camera, view))
    }
    if (first) for (const event of stored.outbox.values()) deliver(event)
    await stored.save()
    send({ type: 'config_taken', revision: next.revision, problems, ...model_in_use.answer() })
    log('INFO', `configuration ${next.revision}: watching ${watched.size} cameras with ${lots.size} lots`, {
      what: 'app_watching',
      facts: { revision: next.revision, cameras: watched.size, lots: lots.size },
    })
  }

  /** Everything that a watch depends on: when it changes, a new watch starts with the same memory. */
  const keyOfWatch = ({ camera, view }: { camera: CameraConfig; view: View }): string =>
    JSON.stringify([
      sourceKey(camera),
      camera.camera_name,
      view,
      config?.params.alg_param,
      model_in_use.model(),
    ])

  function startWatch(camera: CameraConfig, view: View): Watched {
    const { camera_sn, camera_name } = camera
    const memory = memoryOf(camera_sn)
    const same_model = (memory.model ?? '') === model_in_use.model()
    const vision = model_in_use.open(view, same_model ? memory.learned : undefined)
    if (!same_model) memory.state = forNewModel(memory.state)
    const figures = newFigures()
    const watch = watchCamera({
      camera_sn,
      vision,
      source: (needs.openSource ?? openSource)(camera, clock.now),
      clock,
      queue,
      figures,
      track_step: stepOf,
      state: () => memory.state,
      wantedPlates: (time) => wantedPlates(memory.state, time),
      confirms: () =>
        mayRepeat(memory.state) ? (look) => onlyConfirms(memory.state, look, one.parameters) : undefined,
      onLook: (look, picture) => onLook(one, look, picture, vision.learned()),
      onUnstored: logError,
      onSilent: (why) =>
        log('WARNING', `${camera_name}: no picture: ${why}`, {
          what: 'app_camera_silent',
          facts: { camera_name, why },
        }),
      onBack: (attempts) =>
        log('INFO', `${camera_name}: pictures again after ${attempts} failed attempts`, {
          what: 'app_camera_back',
          facts: { camera_name, attempts },
        }),
    })
    const one: Watched = {
      key: keyOfWatch({ camera, view }),
      camera,
      view,
      alg_param: config!.params.alg_param,
      parameters: parametersOf(config!.params.alg_param, difficultOf(view)),
      kept: createKeptPictures(),
      history: historyOf(camera_sn),
      places: view.lots.map(keyOf),
      small: createSmallPictures(),
      figures,
      stop: watch.stop,
    }
    return one
  }

  /**
   * Writes the pictures first, then memory and events in one write, and sends the messages last. A crash at
   * any point loses no event, and reports none twice under a different uuid.
   */
  async function onLook(
    one: Watched,
    look: Look,
    picture: Picture | undefined,
    learned: unknown,
  ): Promise<void> {
    const memory = memoryOf(one.camera.camera_sn)
    if (look.health !== 'ok' || !picture) return one.history.add(look, memory.state, one.places)
    one.look = look
    one.kept.put(look.time, picture.jpeg)
    await keepSmall(one, look.time, picture.jpeg)
    const before = memory.state
    const { state, events } = decide(before, look, one.parameters)
    one.history.add(look, state, one.places)
    await record(one, { look, before, after: state, events }, picture.jpeg)
    const bodies: EventBody[] = []
    for (const event of events) bodies.push(await compose(one, event))
    memory.state = state
    memory.learned = learned
    memory.model = model_in_use.model()
    one.kept.keepOnly(wantedTimes(state))
    if (config?.params.alg_param.debug_mode)
      for (const event of events) log('DEBUG', decisionText(event, state))
    if (bodies.length === 0) return
    for (const body of bodies) stored?.outbox.set(body.uuid, body)
    await stored?.save()
    bodies.forEach(deliver)
  }

  /** Records the look for a replay under other parameters. A failure here never holds up an event. */
  async function record(
    { camera, alg_param, parameters }: Watched,
    step: Step,
    jpeg: Uint8Array,
  ): Promise<void> {
    const { camera_sn } = camera
    const { spool, params } = config!
    const recorder = recorders.get(camera_sn) ?? recordLooks(camera_sn)
    recorders.set(camera_sn, recorder)
    const by = { alg_param, difficult: parameters.difficult, model: model_in_use.model() }
    try {
      const pictured = !params.event_param.privacy_protection && recorder.wantsPicture(step)
      const picture = pictured ? await smallPicture(jpeg) : undefined
      for (const recorded of await recorder.add(step, by, picture))
        await recording_sender.put(spool, camera_sn, recorded)
    } catch (error) {
      logError(error)
    }
  }

  /** Thumbnails show people who pass by, so none are kept with `privacy_protection`. */
  async function keepSmall({ small }: Watched, time: number, jpeg: Uint8Array): Promise<void> {
    if (config?.params.event_param.privacy_protection) return small.clear()
    await small.put(time, jpeg).catch(logError)
  }

  /** Draws and spools the thumbnails. A failure never costs the event. */
  async function stripOf(
    { small, view }: Watched,
    event: Decision,
    looks: readonly EventLook[],
  ): Promise<Pick<EventBody, 'look_strip'>> {
    const { spool, params } = config!
    const lot = view.lots.find((one) => keyOf(one) === keyOf(event))
    if (!lot || params.event_param.privacy_protection) return {}
    const times = looks.map(({ time }) => time)
    try {
      return await spoolStrip(spool, await drawStrip(times, lot.polygon, small.at))
    } catch (error) {
      logError(error)
      return {}
    }
  }

  async function compose(one: Watched, event: Decision): Promise<EventBody> {
    const { kept, history } = one
    const { spool, params } = config!
    const { uuid, camera_sn, scene_id, lot_no, event_type, event_time, plate_number, plate_color } = event
    const looks = history.around(event)
    return {
      uuid,
      event_time,
      camera_sn,
      scene_id,
      lot_no,
      event_type,
      plate_number,
      plate_color,
      confidence: Math.round(event.confidence * 1000) / 10,
      looks,
      ...(await stripOf(one, event, looks)),
      ...(await spoolPictures(spool, event, kept.at, params.event_param)),
    }
  }

  const deliver = (event: EventBody): void => void send({ type: 'event', id: event.uuid, event })

  async function discardEvent(uuid: string, refused: boolean): Promise<void> {
    const event = stored?.outbox.get(uuid)
    if (!event || !stored) return
    stored.outbox.delete(uuid)
    await stored.save()
    if (refused) await dropFiles(event)
  }

  async function dropFiles(event: EventBody): Promise<void> {
    for (const file of config ? filesOf(event) : [])
      await unlink(join(config!.spool, file)).catch(() => undefined)
  }

  /** An event whose pictures are unusable is sent without them; any other is given up. */
  async function giveUp(uuid: string, pictures: boolean): Promise<void> {
    const event = stored?.outbox.get(uuid)
    if (!stored || !event || !pictures || event.pictures.length === 0) return discardEvent(uuid, true)
    const { plate_box: _, look_strip: __, ...bare } = { ...event, pictures: [] }
    stored.outbox.set(uuid, bare)
    await stored.save()
    deliver(bare)
    await dropFiles(event)
  }

  const logError = (error: unknown): void => log('ERROR', String(error))
  const enqueue = (work: () => Promise<void>): void => {
    working = working.then(work).catch(logError)
  }
  return {
    receive(message) {
      if (message.type === 'config') enqueue(() => configure(message))
      if (message.type === 'ack') enqueue(() => discardEvent(message.uuid, false))
      if (message.type === 'refused') {
        const said = `${message.code} ${message.message}`
        log('WARNING', `event ${message.uuid} was refused: ${said}`, {
          what: 'app_event_refused',
          facts: { uuid: message.uuid, said },
        })
        const pictures = message.issues?.some(({ field }) => field.startsWith('pictures.'))
        enqueue(() => giveUp(message.uuid, pictures === true))
      }
      if (message.type === 'busy')
        setTimeout(
          () => {
            const event = stored?.outbox.get(message.uuid)
            if (event) deliver(event)
          },
          busy_ms * (0.5 + Math.random()),
        ).unref()
    },
    connected() {
      stored?.outbox.forEach(deliver)
      recording_sender.connected()
    },
    async stop() {
      end.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...watched.values()].map((one) => one.stop()))
      for (const [camera_sn, recorder] of recorders)
        for (const recorded of config ? await recorder.finish() : [])
          await recording_sender.put(config!.spool, camera_sn, recorded).catch(logError)
      await working
      await stored?.save()
    },
  }
}

/** All configured lots: those of disabled scenes or of a camera that moved keep their state too. */
const configuredLots = ({ scenes }: Config): Set<string> =>
  new Set(
    scenes.flatMap(({ scene_id, lots }) =>
      lots.flatMap(({ lot_no, motor_num }) =>
        Array.from({ length: Math.max(1, motor_num) }, (_, cell) => keyOf({ scene_id, lot_no, cell })),
      ),
    ),
  )
