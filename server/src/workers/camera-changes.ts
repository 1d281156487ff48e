/**
 * Compares every camera with what is stored of it, and tells what has changed. Nothing is replaced: another
 * lens or another device would show other lots.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { camera_state, log_type, maskedUrl } from '@parking/contract'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { openedCamera, openedUrls, typedStreams } from '../camera/camera-secrets.ts'
import { allCameras, cameraBySn, type CameraRow } from '../camera/camera.store.ts'
import { isOtherDevice, isSameEndpoint } from '../camera/identity.ts'
import type { CameraLooks, Finding } from '../camera/look.ts'
import { lastPicture } from '../camera/picture-file.ts'
import type { SignInRests } from '../camera/sign-in-rests.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'
import type { Deps } from '../core/deps.ts'
import { CameraError, type Inspected } from '../ports/camera-port.ts'
import type { Discovered } from '../ports/discovery-port.ts'

type Needs = Deps & { looks: CameraLooks; sign_ins: SignInRests }
export type CameraChangesOptions = { every_ms?: number; first_ms?: number }

export function createCameraChanges(
  deps: Needs,
  { every_ms = 300_000, first_ms = 60_000 }: CameraChangesOptions = {},
): Repeated {
  const { db, log } = deps

  async function compareAll(signal: AbortSignal): Promise<void> {
    let searched: Promise<Discovered[]> | undefined
    const [silent, rows] = partition(allCameras(db), ({ onvif_supported }) => onvif_supported === 0)
    for (const row of silent) tell(row, await otherSize(row, deps))
    for (const [at, row] of rows.entries()) {
      // Spread over half of the time: each camera is a dozen requests.
      const pause_ms = at === 0 ? 0 : every_ms / 2 / rows.length
      await wait(pause_ms, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const is_away = row.state === camera_state.offline
      const found = is_away
        ? movedOf(row, await (searched ??= deps.discovery.discover()))
        : await changesOf(row, deps)
      if (found && !signal.aborted) tell(row, found)
    }
  }

  function tell(row: CameraRow, findings: readonly Finding[]): void {
    const { looks, bus } = deps
    if (!cameraBySn(db, row.camera_sn)) return
    const seen = looks.get(row.camera_sn)
    const before = JSON.stringify(seen?.findings ?? [])
    if (JSON.stringify(findings) === before) return
    looks.set(row.camera_sn, { look_ms: 0, picture_ms: 0, ...seen, findings })
    const { camera_sn, camera_name } = row
    for (const { finding, field = '', said } of findings)
      log.warn(
        { log_type: log_type.alarm, what: 'camera_changed', camera_sn, camera_name, finding, field, said },
        'a camera is not as it was stored',
      )
    bus.emit('config')
  }

  return repeated(compareAll, {
    every_ms,
    first_ms,
    onFailure: (error) => log.error({ err: error }, 'the cameras could not be compared'),
  })
}

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter((one) => isFirst(one)),
  all.filter((one) => !isFirst(one)),
]

/**
 * A camera without ONVIF says nothing of itself: another lens or another camera at its address shows in its
 * pictures alone. The last one is compared, if it is of the source whose size is stored; what it shows is
 * compared with the reference of each scene.
 */
async function otherSize(row: CameraRow, { looks, media }: Needs): Promise<Finding[]> {
  const { camera_sn, frame_url, stream_url_main, stream_url_sub, width, height } = row
  const is_one_source = frame_url === '' || (stream_url_main === '' && stream_url_sub === '')
  if (!is_one_source || width === 0 || !looks.get(camera_sn)?.picture_ms) return []
  const size = jpegSize(await media.files.read(lastPicture(camera_sn)).catch(() => new Uint8Array()))
  if (!size || (size.width === width && size.height === height)) return []
  const said = `${size.width} × ${size.height}`
  return [{ finding: 'size_changed', before: `${width} × ${height}`, said }]
}

/** What differs from the row; undefined if the camera could not be read. */
async function changesOf(row: CameraRow, deps: Needs): Promise<readonly Finding[] | undefined> {
  try {
    deps.sign_ins.check(row)
    const options = { typed: typedStreams({}, row, deps) }
    const now = await deps.cameras.inspectOnvif(openedCamera(row, deps), options)
    if (isOtherDevice(row, now)) return [{ finding: 'other_camera', before: row.serial, said: now.serial }]
    return differences(row, now, deps)
  } catch (error) {
    if (!(error instanceof CameraError)) throw error
    deps.sign_ins.report(row, error)
    return error.reason === 'source_gone'
      ? [{ finding: 'source_gone', before: row.source_token, said: '' }]
      : undefined
  }
}

/** Another size or codec, or another stream. A value that the camera does not report is no change. */
function differences(row: CameraRow, now: Inspected, deps: Needs): Finding[] {
  const changed = (field: NonNullable<Finding['field']>, before: string, said: string): Finding[] =>
    before === said ? [] : [{ finding: 'value_changed', field, before, said }]
  const measured = (['width', 'height', 'codec', 'codec_sub'] as const).flatMap((field) =>
    now[field] && row[field] ? changed(field, String(row[field]), String(now[field])) : [],
  )
  const stored = openedUrls(row, deps)
  const streams = (['stream_url_main', 'stream_url_sub'] as const).flatMap((field) =>
    changed(field, maskedUrl(stored[field]), maskedUrl(now[field])),
  )
  return [...measured, ...streams]
}

/** Where a camera that is away answers discovery now. */
function movedOf(row: CameraRow, found: readonly Discovered[]): Finding[] {
  const [same, ...others] = found.filter(({ endpoint }) => isSameEndpoint(row, endpoint))
  const to = others.length > 0 ? undefined : same?.addresses[0]
  if (
    !same ||
    !to ||
    same.addresses.some(({ ipv4, onvif_port }) => ipv4 === row.ipv4 && onvif_port === row.onvif_port)
  )
    return []
  const address = ({ ipv4, onvif_port }: Pick<CameraRow, 'ipv4' | 'onvif_port'>) => `${ipv4}:${onvif_port}`
  return [{ finding: 'moved', before: address(row), said: address(to) }]
}
