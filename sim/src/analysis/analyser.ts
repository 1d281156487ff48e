/**
 * The core of the analysis program: configuration in, events out. Long because all messages act on one state.
 */
import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { openStoredState, type StoredState } from './stored-state.ts'
import { createRecordingSender, smallPicture } from '@parking/analysis/watch/recording-sender.ts'
import { decideFrame, lotKey, type LotStep } from './decide-frame.ts'
import type { Occupant } from './occupancy.ts'
import { default_params, paramsOf } from './params.ts'
import { cutPictures, file_prefix, spoolPictures } from './pictures.ts'
import { confidenceOf, acceptedPlate } from './reading.ts'
import { decisionsOf, recordFrames, type FrameRecorder } from './recording.ts'
import type { Change, Session } from './sessions.ts'
import { watch, watchKey, type Watcher } from './watcher.ts'
import type { FrameTruth } from './frame-comment.ts'
import type { CameraConfig, Config, EventBody, FromServer, LotState, SceneConfig, WriteLog } from './wire.ts'

const busy_ms = 3000
const state_ms = 2000
const health_ms = 5000
/** After this long without a picture, the state of a lot is unknown. */
const blind_ms = 5000

export type Analyser = {
  receive: (message: FromServer) => void
  /** Call this when a connection is established. */
  connected: () => void
  stop: () => Promise<void>
}

/** Starts the analysis; it is idle until the first configuration. */
export function createAnalyser(send: (message: object) => boolean, interval = 1000): Analyser {
  const watchers = new Map<string, Watcher>()
  /** The state of each lot, and when it was last seen. */
  const states = new Map<string, { state: LotState; looked: number }>()
  let params = default_params
  let config: Config | undefined
  let stored: StoredState | undefined
  let working: Promise<void> = Promise.resolve()
  const recorders = new Map<string, FrameRecorder>()
  const recording_sender = createRecordingSender(send, file_prefix)
  const log: WriteLog = (level, content, keys) => void send({ type: 'log', level, content, ...keys })
  const tickers = [setInterval(sendStates, state_ms), setInterval(sendHealth, health_ms)]
  let reported = Date.now()

  /** Sends the states of the lots seen recently; a lot whose camera fails is left out. */
  function sendStates(): void {
    if (states.size > 0)
      send({
        type: 'state',
        lots: [...states.values()]
          .filter(({ looked }) => Date.now() - looked < Math.max(blind_ms, 5 * interval))
          .map(({ state }) => state),
      })
  }

  function sendHealth(): void {
    const cameras = [...watchers].map(([camera_sn, watcher]) => ({
      camera_sn,
      ...watcher.readHealth(),
      slowed: false,
    }))
    send({ type: 'health', seconds: Math.min(3600, (Date.now() - reported) / 1000), cameras })
    reported = Date.now()
  }

  const sceneLots = (): SceneConfig[] =>
    config?.scenes.filter((scene) => scene.enabled && scene.lots.length > 0) ?? []

  async function configure(next: Config): Promise<void> {
    const first = !stored
    stored ??= await openStoredState(next.spool)
    config = next
    const made = paramsOf(next)
    params = made.params
    const scenes = sceneLots()
    const keys = new Set(
      scenes.flatMap((scene) => scene.lots.map((lot) => lotKey(scene.scene_id, lot.lot_no))),
    )
    for (const key of stored.sessions.keys()) if (!keys.has(key)) stored.sessions.delete(key)
    for (const key of states.keys()) if (!keys.has(key)) states.delete(key)
    const wanted = new Map(
      next.cameras
        .filter((camera) => camera.frame_url && scenes.some((scene) => scene.camera_sn === camera.camera_sn))
        .map((camera) => [camera.camera_sn, camera]),
    )
    for (const [serial, watcher] of watchers) {
      const camera = wanted.get(serial)
      if (camera && watchKey(camera) === watcher.key) continue
      watcher.stop()
      watchers.delete(serial)
    }
    for (const [serial, camera] of wanted)
      if (!watchers.has(serial))
        watchers.set(
          serial,
          watch({ camera, interval, log, onFrame: (truth, picture) => analyseFrame(camera, truth, picture) }),
        )
    if (first) for (const event of stored.outbox.values()) deliver(event)
    send({ type: 'config_taken', revision: next.revision, problems: made.problems })
    log('INFO', `configuration ${next.revision}: watching ${watchers.size} cameras with ${keys.size} lots`, {
      what: 'app_watching',
      facts: { revision: next.revision, cameras: watchers.size, lots: keys.size },
    })
  }

  /** Analyses one frame of a camera for all of its lots. */
  async function analyseFrame(camera: CameraConfig, truth: FrameTruth, picture: Buffer): Promise<void> {
    const scenes = sceneLots().filter(({ camera_sn }) => camera_sn === camera.camera_sn)
    const steps = decideFrame(truth, scenes, (key) => stored!.sessions.get(key), params)
    const names = new Map<Change, string>()
    for (const { scene, lot, key, occupants, session, changes } of steps) {
      states.set(key, { state: stateOf(scene, lot.lot_no, occupants, session), looked: Date.now() })
      if (params.debug) logDetails(lot.lot_no, occupants, changes)
      // The order is pictures, then session and event in one write, then the message to the server, so that a
      // crash at any point loses no event and reports no entry twice.
      const events: EventBody[] = []
      for (const one of changes) {
        const occupant = occupants.find(({ vehicle }) => vehicle.plate === one.stay.plate)
        const event = await compose(scene, lot.lot_no, one, occupant, picture)
        names.set(one, event.uuid)
        events.push(event)
      }
      stored!.sessions.set(key, session)
      if (!events.length) continue
      for (const event of events) stored!.outbox.set(event.uuid, event)
      await stored!.save()
      events.forEach(deliver)
    }
    await record(camera.camera_sn, truth, scenes, steps, names, picture).catch((error: unknown) =>
      log('ERROR', String(error)),
    )
  }

  /** Records the frame for a replay with other parameters; `names` has the uuids of its events. */
  async function record(
    camera_sn: string,
    truth: FrameTruth,
    scenes: SceneConfig[],
    steps: readonly LotStep[],
    names: ReadonlyMap<Change, string>,
    picture: Buffer,
  ): Promise<void> {
    const { alg_param, event_param } = config!.params
    if (!alg_param || steps.length === 0) return
    const recorder = recorders.get(camera_sn) ?? recordFrames(camera_sn)
    recorders.set(camera_sn, recorder)
    const decided = steps.flatMap((step) =>
      decisionsOf(step, alg_param, truth.time).map((one, at) => ({
        ...one,
        uuid: names.get(step.changes[at]!) ?? '',
      })),
    )
    const begins = steps.some(({ before, session }) => countOf(before) !== countOf(session))
    const shown = begins && !event_param?.privacy_protection ? await smallPicture(picture) : undefined
    const frame = { truth, scenes, alg_param, steps, decided, ...(shown && { picture: shown }) }
    const done = recorder.add(frame)
    if (done) await recording_sender.put(config!.spool, camera_sn, done)
  }

  async function compose(
    scene: SceneConfig,
    lot_no: string,
    { event_type, time, stay }: Change,
    occupant: Occupant | undefined,
    picture: Buffer,
  ): Promise<EventBody> {
    const cuts = await cutPictures(picture, occupant?.vehicle, params.pictures)
    const pictures = await spoolPictures(config!.spool, cuts)
    const { confidence } = stay
    const plate_number = acceptedPlate(stay.plate, confidence, params)
    return {
      uuid: randomUUID(),
      event_time: Math.round(time),
      camera_sn: scene.camera_sn,
      scene_id: scene.scene_id,
      lot_no,
      event_type,
      plate_number,
      plate_color: plate_number === '' ? 'unknown' : stay.color,
      confidence,
      pictures,
      ...(occupant?.vehicle.plate_box && { plate_box: occupant.vehicle.plate_box }),
    }
  }

  /**
   * The state of a lot, with the plate of its best occupant if the best confidence of the stay is high
   * enough.
   */
  function stateOf(
    { scene_id }: SceneConfig,
    lot_no: string,
    [best]: readonly Occupant[],
    { stays }: Session,
  ): LotState {
    const plate = best?.vehicle.plate ?? ''
    const confidence =
      stays.find((stay) => stay.plate === plate)?.confidence ??
      (best ? confidenceOf(best.vehicle, params.plate_type) : 0)
    return {
      scene_id,
      lot_no,
      occupied: Boolean(best),
      plate_number: acceptedPlate(plate, confidence, params),
      cover: Math.round((best?.cover ?? 0) * 1000) / 1000,
    }
  }

  /** Logs details for tuning the thresholds. */
  function logDetails(lot_no: string, occupants: readonly Occupant[], changes: readonly Change[]): void {
    if (changes.length === 0) return
    const seen =
      occupants
        .map(
          ({ vehicle, cover }) =>
            `${vehicle.plate} cover ${cover.toFixed(2)} confidence ` +
            `${confidenceOf(vehicle, params.plate_type)}`,
        )
        .join(', ') || 'empty'
    log(
      'DEBUG',
      `${lot_no}: ${seen}; ` +
        `${changes.map(({ event_type, stay }) => `event ${event_type} of ${stay.plate}`).join(', ')}`,
    )
  }

  const deliver = (event: EventBody): void => void send({ type: 'event', id: event.uuid, event })

  async function discardEvent(uuid: string, drop: 'taken' | 'refused'): Promise<void> {
    const event = stored?.outbox.get(uuid)
    if (!event || !stored || !config) return
    stored.outbox.delete(uuid)
    await stored.save()
    if (drop === 'refused')
      for (const { file } of event.pictures) await unlink(join(config.spool, file)).catch(() => undefined)
  }

  const enqueue = (work: () => Promise<void>): void => {
    working = working.then(work).catch((error: unknown) => log('ERROR', String(error)))
  }
  return {
    receive(message) {
      if (message.type === 'config') enqueue(() => configure(message))
      if (message.type === 'ack') enqueue(() => discardEvent(message.uuid, 'taken'))
      if (message.type === 'refused') {
        log('WARNING', `event ${message.uuid} was refused: ${message.code} ${message.message}`, {
          what: 'app_event_refused',
          facts: { uuid: message.uuid, said: `${message.code} ${message.message}` },
        })
        enqueue(() => discardEvent(message.uuid, 'refused'))
      }
      if (message.type === 'busy') {
        const again = (): void => {
          const event = stored?.outbox.get(message.uuid)
          if (event) deliver(event)
        }
        setTimeout(again, busy_ms * (0.5 + Math.random())).unref()
      }
    },
    connected() {
      stored?.outbox.forEach(deliver)
      recording_sender.connected()
    },
    async stop() {
      for (const ticker of tickers) clearInterval(ticker)
      for (const watcher of watchers.values()) watcher.stop()
      await working
      for (const [camera_sn, recorder] of recorders) {
        const done = recorder.finish()
        if (done && config) await recording_sender.put(config.spool, camera_sn, done).catch(() => undefined)
      }
      await stored?.save()
    },
  }
}

/** The number of parked vehicles, without those that seem to be leaving. */
const countOf = ({ stays }: Session): number => stays.filter(({ misses }) => misses === 0).length
