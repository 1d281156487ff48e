/**
 * Detects moved cameras: compares every scene in turn with its camera's latest picture, without a request to
 * the camera. Offline, dark and frozen cameras are skipped. Comparisons use only a small share of the time,
 * because after a start 64 scenes are many seconds of work.
 */
import type { SceneChecks } from '../camera/scene-checks.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { Matcher } from '../camera/matching/matcher.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { camera_state } from '@parking/contract'
import { cameraBySn } from '../camera/camera.store.ts'
import { applyComparison, compare, unclear } from '../camera/reference/moved.ts'
import { lastPicture } from '../camera/picture-file.ts'
import { sweepReferences } from '../camera/reference-file.ts'
import { scenePictures } from '../camera/reference.store.ts'
import { findScenes, type Scene } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'

type Needs = Deps & { matcher: Matcher; looks: CameraLooks; scene_checks: SceneChecks }

/**
 * The share of time, from 0 to 1, that comparisons may use; at least one scene is compared in each round. A
 * comparison takes a quarter of a second on a desktop machine: a full box with 64 scenes has compared all of
 * them a quarter of an hour after a start.
 */
const usual_share = 0.02

export type MovedWatchOptions = {
  /** The delay of the first comparison: pending events, cameras and the application come first. */
  first_delay_ms?: number
  /** The interval between comparisons of a scene. */
  every_ms?: number
  /** The interval while a change is about to be confirmed. */
  again_ms?: number
  /** How often due scenes are looked up. */
  tick_ms?: number
  /** A picture older than this is not compared. */
  fresh_ms?: number
  /** The share of time, from 0 to 1, that comparisons may use. */
  max_share?: number
}

export function createMovedWatch(
  deps: Needs,
  {
    first_delay_ms = 60_000,
    every_ms = 600_000,
    again_ms = 45_000,
    tick_ms = 4_000,
    fresh_ms = 120_000,
    max_share = usual_share,
  }: MovedWatchOptions = {},
): Part {
  const { db, media, log, looks, scene_checks } = deps
  const ending = new AbortController()
  /**
   * When each scene is due, and the picture it was last compared with: the same picture would show nothing
   * new.
   */
  const due = new Map<string, { at: number; picture_ms: number }>()

  async function run(): Promise<void> {
    const removed = deps.findings.lacks_rows
      ? 0
      : await sweepReferences(media, new Set(scenePictures(db)), deps.now())
    if (removed > 0) log.info({ removed }, 'unreferenced pictures were removed')
    await pause(first_delay_ms)
    while (!ending.signal.aborted) {
      const begun = performance.now()
      await round()
      await pause(Math.max(tick_ms, (performance.now() - begun) / max_share))
    }
  }

  /** Ends at once when the server stops. */
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)

  async function round(): Promise<void> {
    const scenes = findScenes(db).filter(
      ({ row, lots }) => row.enabled === 1 && lots.length > 0 && row.ref_picture !== '',
    )
    const known = new Set(scenes.map(({ row }) => row.scene_id))
    for (const scene_id of [...due.keys(), ...scene_checks.keys()])
      if (!known.has(scene_id)) due.delete(scene_id)
    // Scenes with a change to confirm come before those that have waited longest.
    const dueAt = ({ row: { scene_id } }: Scene) =>
      scene_checks.get(scene_id)?.pending ? -1 : (due.get(scene_id)?.at ?? 0)
    const begun = performance.now()
    for (const scene of scenes.toSorted((one, other) => dueAt(one) - dueAt(other))) {
      if (ending.signal.aborted || performance.now() - begun > tick_ms * max_share) return
      const { scene_id, camera_sn } = scene.row
      const one = due.get(scene_id) ?? { at: 0, picture_ms: 0 }
      const picture_ms = looks.get(camera_sn)?.picture_ms ?? 0
      if (performance.now() < one.at || picture_ms === one.picture_ms) continue
      await compareScene(scene).catch((error: unknown) => {
        // A comparison cancelled by the stop is not a failure of the scene.
        if (!ending.signal.aborted)
          log.error({ err: error, scene_id }, 'a scene could not be compared with its picture')
      })
      const soon = scene_checks.get(scene_id)?.pending !== undefined
      due.set(scene_id, { at: performance.now() + (soon ? again_ms : every_ms), picture_ms })
    }
  }

  async function compareScene(scene: Scene): Promise<void> {
    const { camera_sn } = scene.row
    const seen = looks.get(camera_sn)
    const is_offline =
      cameraBySn(db, camera_sn)?.state !== camera_state.online ||
      !seen ||
      deps.now() - seen.picture_ms > fresh_ms
    if (is_offline) return applyComparison(scene, unclear('offline'), undefined, deps)
    if (seen.health) return applyComparison(scene, unclear(seen.health), undefined, deps)
    const jpeg = await media.files.read(lastPicture(camera_sn))
    const size = jpegSize(jpeg)
    if (!size) return
    const compared = await compare(scene, jpeg, deps)
    if (!ending.signal.aborted) await applyComparison(scene, compared, { jpeg, ...size }, deps)
  }

  let running: Promise<void> | undefined
  return {
    start() {
      running = run().catch((error: unknown) =>
        log.error({ err: error }, 'the comparison of scenes with their cameras stopped'),
      )
    },
    async stop() {
      ending.abort()
      await running
    },
  }
}
