/**
 * Records the clips of events (docs/retention.md): `video_duration` seconds from now on, at most two cameras
 * at once. Events of one camera within the same seconds share a recording. A clip that waits too long for its
 * turn is skipped with a reason. Long because waiting, sharing and recording share the list of events.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { ClipAbsence, Params } from '@parking/contract'
import { ensureFolder, syncFolder } from '../core/files/spool-file.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn, type CameraRow } from '../camera/camera.store.ts'
import { streamOf } from '../camera/take-picture.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { piece_bytes } from '../core/sealed/sealed-format.ts'
import { late_ms } from '../events/record/clip-beginning.ts'
import {
  clipsToRecord,
  cancelClip,
  settleClip,
  type ClipToRecord,
  type RecordedClip,
} from '../events/record/clip.store.ts'
import { afterProcessing } from '../events/record/next-status.ts'
import { readParam } from '../params/param.store.ts'
import { clipPath } from '../events/record/event-paths.ts'
import { ClipError } from '../ports/video-port.ts'
import { isFull, spaceOf, type Space } from '../core/files/disk-space.ts'

export type ClipRecorderOptions = {
  at_once?: number
  /** How long a clip may wait for its turn, in milliseconds. */
  wait_ms?: number
  space?: (folder: string) => Promise<Space>
}

/** Rows read at once. */
const max_rows = 200
const check_ms = 5_000

/** One recording: the events that share it, and until when others may join. */
type Recording = { members: ClipToRecord[]; joinable_until: number; done: Promise<void> }

export function createClipRecorder(
  deps: Deps,
  { at_once = 2, wait_ms = late_ms, space = spaceOf }: ClipRecorderOptions = {},
): Part {
  const { db, bus, log } = deps
  const over = new AbortController()
  const running = new Map<string, Recording>()
  /** When each event began to wait for its turn, on the monotonic clock. */
  const waiting_since = new Map<number, number>()
  const begun_ms = deps.now()
  let soon: NodeJS.Immediate | undefined
  const isOver = () => over.signal.aborted

  const checkSoon = () => {
    soon ??= setImmediate(() => {
      soon = undefined
      try {
        if (!isOver()) processPending()
      } catch (error) {
        log.error({ err: error }, 'the pending clips could not be read')
      }
    })
  }

  function processPending(): void {
    const taken = new Set(
      [...running.values()].flatMap(({ members }) => members.map(({ event_id }) => event_id)),
    )
    const waiting = clipsToRecord(db, max_rows).filter(({ event_id }) => !taken.has(event_id))
    const param = waiting.length > 0 ? readParam(deps, 'event_param') : undefined
    for (const clip of waiting) if (param) processClip(clip, param)
    for (const event_id of waiting_since.keys())
      if (!waiting.some((clip) => clip.event_id === event_id)) waiting_since.delete(event_id)
  }

  function processClip(clip: ClipToRecord, param: Params['event_param']): void {
    const now = performance.now()
    const since = waiting_since.get(clip.event_id) ?? now
    waiting_since.set(clip.event_id, since)
    // Left over from an earlier run of the server, and too old by now.
    if (clip.create_ms < begun_ms && begun_ms - clip.create_ms > wait_ms) return settle([clip], 'too_late')
    if (now - since > wait_ms) return settle([clip], 'too_busy')
    if (!param.video_enabled) return forget(clip)
    if (param.privacy_protection) return settle([clip], 'privacy')
    const current = running.get(clip.camera_sn)
    if (current) return void (now < current.joinable_until && current.members.push(clip))
    const camera = cameraBySn(db, clip.camera_sn)
    if (!camera || streamOf(camera) === '') return settle([clip], 'no_stream')
    if (!deps.video.available()) return settle([clip], 'no_ffmpeg')
    if (running.size >= at_once) return
    const members = [clip]
    // For an event in the second half, the clip would show too little of what followed.
    const recording: Recording = {
      members,
      joinable_until: now + (param.video_duration * 1000) / 2,
      done: Promise.resolve(),
    }
    running.set(clip.camera_sn, recording)
    recording.done = record(members, camera, param).finally(() => {
      running.delete(clip.camera_sn)
      checkSoon()
    })
  }

  /** Never rejects. `members` may grow while it runs. */
  async function record(
    members: ClipToRecord[],
    camera: CameraRow,
    param: Params['event_param'],
  ): Promise<void> {
    const first = fileOf(deps, members[0]!)
    // ffmpeg writes a plain file, which exists only until it is sealed.
    const [file, sealed] = [`${first}.clip`, `${first}.sealed`]
    try {
      if (isFull(await space(deps.folder))) throw new ClipError('disk', 'There is no room for a clip')
      await ensureFolder(dirname(first))
      const source = openedCamera(camera, deps)
      const { username, password, server_trust } = source
      const wish = {
        file,
        duration_s: param.video_duration,
        width: param.video_width,
        height: param.video_height,
        fps: param.video_fps,
        max_bytes: param.video_max_bytes,
      }
      const clip = await deps.video.record(
        { url: clipStreamOf(source, param), username, password, server_trust },
        wish,
        over.signal,
      )
      closeToOthers(camera.camera_sn) // the names of its events are sealed into the file
      const sha256 = await sealClip(deps.media, file, sealed, members.map(pathOf))
      for (const member of members) await linkOrCopy(sealed, fileOf(deps, member))
      settle(members, { ...clip, sha256 })
    } catch (error) {
      if (isOver()) return // the next run retries it, if it is not too late by then
      const why = error instanceof ClipError ? error.reason : isDisk(error) ? 'disk' : 'camera'
      log.warn(
        {
          what: 'no_clip',
          camera_sn: camera.camera_sn,
          why,
          events: members.length,
          ...(!(error instanceof ClipError) && { err: error }),
        },
        `a clip could not be recorded: ${error instanceof Error ? error.message : ''}`,
      )
      try {
        settle(members, why)
      } catch (failure) {
        log.error({ err: failure }, 'the outcome of a clip could not be stored')
      }
    } finally {
      for (const left of [file, sealed]) await rm(left, { force: true }).catch(() => undefined)
    }
  }

  function closeToOthers(camera_sn: string): void {
    const recording = running.get(camera_sn)
    if (recording) recording.joinable_until = -Infinity
  }

  function settle(members: readonly ClipToRecord[], became: RecordedClip | ClipAbsence): void {
    const unwanted: ClipToRecord[] = []
    db.transaction(() => {
      for (const member of members) {
        const { event_id } = member
        if (!settleClip(db, event_id, became) && typeof became !== 'string') {
          // The event, or its pictures, were deleted during the recording.
          settleClip(db, event_id, 'disk')
          unwanted.push(member)
        }
        waiting_since.delete(event_id)
        afterProcessing(deps, event_id)
      }
    })
    for (const member of unwanted) void rm(fileOf(deps, member), { force: true }).catch(() => undefined)
  }

  function forget({ event_id }: ClipToRecord): void {
    cancelClip(db, event_id)
    waiting_since.delete(event_id)
    afterProcessing(deps, event_id)
  }

  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      timer = setInterval(checkSoon, check_ms)
      unsubscribe = [bus.subscribe('queue', checkSoon), bus.subscribe('params', checkSoon)]
      checkSoon()
    },
    async stop() {
      over.abort()
      clearInterval(timer)
      if (soon) clearImmediate(soon)
      unsubscribe.forEach((off) => off())
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const pathOf = ({ create_ms, uuid }: ClipToRecord): string => clipPath(create_ms, uuid)
const fileOf = ({ media }: Pick<Deps, 'media'>, clip: ClipToRecord): string =>
  join(media.folder, pathOf(clip))

/** Encrypts the clip for the events that share it. Returns the hash of the plain bytes. */
async function sealClip(
  { files, folder }: Deps['media'],
  plain: string,
  sealed: string,
  paths: readonly string[],
): Promise<Buffer> {
  await rm(sealed, { force: true }) // left by an interrupted attempt
  const hash = createHash('sha256')
  const writer = await files.create(relative(folder, sealed), ...paths)
  try {
    for await (const piece of createReadStream(plain, { highWaterMark: piece_bytes })) {
      hash.update(piece as Buffer)
      await writer.write(piece as Buffer)
    }
    await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
  return hash.digest()
}

/** The substream if the main stream would have to be scaled down, which costs processor time. */
export function clipStreamOf(
  camera: Pick<CameraRow, 'stream_url_main' | 'stream_url_sub' | 'width' | 'height'>,
  { video_width, video_height }: Pick<Params['event_param'], 'video_width' | 'video_height'>,
): string {
  const fits = camera.width <= video_width && camera.height <= video_height
  return !fits && /^rtsps?:/i.test(camera.stream_url_sub) ? camera.stream_url_sub : streamOf(camera)
}

/** Gives an event its own name for the clip: a hard link to the shared file, or a copy of it. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await ensureFolder(dirname(to))
  await rm(to, { force: true })
  await link(from, to).catch(() => copyFile(from, to))
  await syncFolder(dirname(to))
}

const isDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code))
