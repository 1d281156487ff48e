/**
 * Runs a trial: the candidate and the model in use judge the pictures of recorded events, and the same new
 * pictures of the box's cameras, a few of each. It changes only its scorecard.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { analysisConfig } from '../analysis/config.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { patient_ms, takePicture } from '../camera/take-picture.ts'
import type { Deps } from '../core/deps.ts'
import type { Looker } from '../ports/models-port.ts'
import { compareLooks, emptyCard, max_differences, noteLooks, type Card, type Pair } from './trial-card.ts'
import { eventsToJudge, judgeEvent, type AskBoth } from './trial-events.ts'

export type TrialOptions = {
  max_cameras?: number
  /** Pictures of each camera. */
  rounds?: number
  /** Pause between two rounds, so that the pictures differ. */
  pause_ms?: number
  max_ms?: number
  /** Recorded events of the last `recorded_days`, shared equally among the cameras. */
  max_events?: number
  /** Entries of any age that a user confirmed. */
  max_confirmed?: number
}
const recorded_days = 7
/** The share of the time that recorded events may take, so that some is left for the cameras. */
const share_of_events = 0.7
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
  const no_address = { frame_url: '', stream_url_main: '', stream_url_sub: '' }
  const config = analysisConfig({ ...deps, camera_relays: { addressesOf: () => no_address } })
  const blank = { username: '', password: '', ipv4: '' }
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
  {
    max_cameras = 16,
    rounds = 3,
    pause_ms = 2_000,
    max_ms = 600_000,
    max_events = 160,
    max_confirmed = 24,
  }: TrialOptions = {},
): Promise<Card> {
  const began = performance.now()
  const config = configForTrial(deps)
  const judged = new Set(
    config.scenes.filter((scene) => scene.enabled && !scene.moved).map((s) => s.camera_sn),
  )
  const cameras = config.cameras.filter(({ camera_sn }) => judged.has(camera_sn)).slice(0, max_cameras)
  const events = eventsToJudge(
    deps.db,
    cameras.map(({ camera_sn }) => camera_sn),
    { from_ms: deps.now() - recorded_days * 86_400_000, max_events, max_confirmed },
  )
  const card = emptyCard(cameras.length * rounds + events.length)
  card.cameras = cameras.map(({ camera_sn, camera_name }) => ({
    camera_sn,
    camera_name,
    pictures: 0,
    alike: 0,
    different: 0,
    said: '',
  }))
  progress(card)
  await dropTrialPictures(deps, candidate)
  await mkdir(join(deps.media.folder, trialFolder(candidate)), { recursive: true, mode: 0o700 })
  const lookers: Pair<Looker> = {
    running: deps.models_tool.look(running === null ? null : folderOf(running), config),
    candidate: deps.models_tool.look(folderOf(candidate), config),
  }
  const isOver = (share = 1): boolean => signal.aborted || performance.now() > began + share * max_ms
  let first = true
  const both: AskBoth = async (picture) => {
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
      jpeg = (await takePicture(openedCamera(row, deps), deps, { signal, timeout_ms: patient_ms })).jpeg
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
    // The events come first, because a camera's pictures are judged in the order of their time.
    for (const event of events) {
      if (isOver(share_of_events)) break
      await judgeEvent(event, { card, ask: both }, deps)
      card.done++
      progress(card)
    }
    for (let round = 0; round < rounds && !isOver(); round++) {
      if (round > 0 && cameras.length > 0) await wait(pause_ms, undefined, { signal }).catch(() => undefined)
      for (let at = 0; at < cameras.length && !isOver(); at++) {
        await lookAtCamera(at, round)
        card.done++
        progress(card)
      }
    }
    return card
  } finally {
    lookers.running.close()
    lookers.candidate.close()
  }
}
