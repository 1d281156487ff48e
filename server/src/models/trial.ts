/**
 * Runs a trial: the candidate and the model in use judge the same new pictures of the box's cameras, a few of
 * each, and pictures of entries that a person confirmed. It changes only its scorecard.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { analysisConfig } from '../analysis/config.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { takePicture } from '../camera/take-picture.ts'
import type { Deps } from '../core/deps.ts'
import { picturePath } from '../events/record/event-paths.ts'
import type { Looker } from '../ports/models-port.ts'
import { confirmedEntries } from './model.store.ts'
import { compareLooks, emptyCard, max_differences, noteLooks, type Card, type Pair } from './trial-card.ts'

export type TrialOptions = {
  max_cameras?: number
  /** Pictures of each camera. */
  rounds?: number
  /** Pause between two rounds, so that the pictures differ. */
  pause_ms?: number
  max_ms?: number
  max_events?: number
}
type Needs = Pick<
  Deps,
  'db' | 'secrets' | 'media' | 'models_tool' | 'cameras' | 'video' | 'folder' | 'now' | 'log'
>
type Config = ReturnType<typeof analysisConfig>

/** Below the media folder; the pictures of a model's last trial. */
export const trialFolder = (model: string): string => `models/${model}`

export const dropTrialPictures = ({ media }: Pick<Deps, 'media'>, model: string): Promise<void> =>
  rm(join(media.folder, trialFolder(model)), { recursive: true, force: true })

/** The configuration for the tool, without credentials and addresses of cameras. */
export function configForTrial(deps: Pick<Deps, 'db' | 'secrets'>): Config {
  const config = analysisConfig(deps)
  const blank = {
    frame_url: '',
    stream_url_main: '',
    stream_url_sub: '',
    username: '',
    password: '',
    ipv4: '',
  }
  return { ...config, cameras: config.cameras.map((camera) => ({ ...camera, ...blank })) }
}

/**
 * Runs to the end, or until `signal`. Calls `progress` with the card after each picture. Throws an Error
 * whose message says why the candidate failed.
 */
export async function runTrial(
  { candidate, running }: Pair<string | null> & { candidate: string },
  folderOf: (model: string) => string,
  deps: Needs,
  { signal, progress }: { signal: AbortSignal; progress: (card: Card) => void },
  { max_cameras = 16, rounds = 3, pause_ms = 2_000, max_ms = 600_000, max_events = 24 }: TrialOptions = {},
): Promise<Card> {
  const until = performance.now() + max_ms
  const config = configForTrial(deps)
  const judged = new Set(
    config.scenes.filter((scene) => scene.enabled && !scene.moved).map((s) => s.camera_sn),
  )
  const cameras = config.cameras.filter(({ camera_sn }) => judged.has(camera_sn)).slice(0, max_cameras)
  const events = confirmedEntries(deps.db, max_events)
  const card = emptyCard(cameras.length * rounds + events.length)
  card.cameras = cameras.map(({ camera_sn, camera_name }) => ({
    camera_sn,
    camera_name,
    pictures: 0,
    alike: 0,
    different: 0,
    said: '',
  }))
  await dropTrialPictures(deps, candidate)
  await mkdir(join(deps.media.folder, trialFolder(candidate)), { recursive: true, mode: 0o700 })
  const lookers: Pair<Looker> = {
    running: deps.models_tool.look(running === null ? null : folderOf(running), config),
    candidate: deps.models_tool.look(folderOf(candidate), config),
  }
  const isOver = (): boolean => signal.aborted || performance.now() > until
  let first = true
  const both = async (picture: Parameters<Looker['ask']>[0]) => {
    // One after the other, because the box needs its cores for other work.
    const looks = {
      running: await lookers.running.ask(picture),
      candidate: await lookers.candidate.ask(picture),
    }
    noteLooks(card, looks, first)
    first = false
    return looks
  }

  async function lookAtCamera(at: number, round: number): Promise<void> {
    const line = card.cameras[at]!
    const row = cameraBySn(deps.db, line.camera_sn)
    if (!row) return
    let jpeg: Uint8Array
    try {
      jpeg = (await takePicture(openedCamera(row, deps), deps, signal)).jpeg
    } catch (error) {
      line.said = error instanceof Error ? error.message.slice(0, 300) : String(error)
      return
    }
    const looks = await both({ camera_sn: line.camera_sn, time: deps.now(), jpeg })
    const { alike, different } = compareLooks(looks)
    line.pictures++
    line.alike += alike
    line.different += different.length
    const room = max_differences - card.differences.length
    if (different.length === 0 || room <= 0) return
    const path = `${trialFolder(candidate)}/${at}-${round}.jpg`
    await deps.media.files.write(path, jpeg, { forced: false })
    for (const { scene_id, lot_no, ...seen } of different.slice(0, room)) {
      const scene = config.scenes.find((one) => one.scene_id === scene_id)
      const polygon = scene?.lots.find((lot) => lot.lot_no === lot_no)?.polygon ?? []
      card.differences.push({
        camera_name: line.camera_name,
        lot_no,
        polygon: polygon as [number, number][],
        path,
        ...seen,
      })
    }
  }

  try {
    for (let round = 0; round < rounds && !isOver(); round++) {
      if (round > 0 && cameras.length > 0) await wait(pause_ms, undefined, { signal }).catch(() => undefined)
      for (let at = 0; at < cameras.length && !isOver(); at++) {
        await lookAtCamera(at, round)
        card.done++
        progress(card)
      }
    }
    for (const event of events) {
      if (isOver()) break
      card.done++
      const path = picturePath(event.create_ms, event.uuid, event.position)
      const jpeg = await deps.media.files.read(path).catch(() => undefined)
      if (!jpeg) continue
      const looks = await both({ camera_sn: event.camera_sn, time: event.event_ms, jpeg })
      const sees = ({ lots }: (typeof looks)['running']): boolean | undefined => {
        const own = lots.filter((lot) => lot.scene_id === event.scene_id && lot.lot_no === event.lot_no)
        return own.length === 0 ? undefined : own.some(({ seen }) => seen === 'vehicle')
      }
      const [running_sees, candidate_sees] = [sees(looks.running), sees(looks.candidate)]
      if (running_sees === undefined || candidate_sees === undefined) continue
      card.confirmed.events++
      if (running_sees) card.confirmed.running++
      if (candidate_sees) card.confirmed.candidate++
      progress(card)
    }
    return card
  } finally {
    lookers.running.close()
    lookers.candidate.close()
  }
}
