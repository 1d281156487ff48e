/**
 * Adds a camera: checks the form, measures the camera and stores both. Long because the steps of one
 * addition belong together.
 */
import { createHash } from 'node:crypto'
import { camera_state, camera_type, maskedUrl, type Body, type CameraStep } from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { CallContext } from '../core/call-context.ts'
import type { CameraLooks } from './look.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import type { Inspected, Measured, OnvifAddress, Picture } from '../ports/camera-port.ts'
import { hostIssue, urlIssue } from '../core/outbound/address.ts'
import { trustIssue } from '../core/outbound/trust.ts'
import { badField, badFields, duplicate } from '../core/refusal.ts'
import { openedUrls, sealedUrls, typedStreams, withTypedUrls } from './camera-secrets.ts'
import { allCameras, cameraBySn, insertCamera, type CameraRow } from './camera.store.ts'
import { newSn, storedSource } from './identity.ts'
import { storePicture } from './picture-file.ts'
import { measureCommon, measuredOf } from './take-picture.ts'
import { nothing_tried, type Tried } from './tried-cameras.ts'

type Needs = CallContext & { looks: CameraLooks }

/**
 * Signs in, measures the camera and stores it with its first picture. `tried` returns what a try has just
 * measured. Returns its serial number.
 */
export async function addOnvifCamera(
  form: Body<'add_onvif_camera'>,
  deps: Needs,
  tried: Tried = nothing_tried,
): Promise<string> {
  const { db, cameras, secrets } = deps
  const issue = hostIssue(form.ipv4, deps)
  if (issue) throw badField('ipv4', issue)
  checkTrust(form)
  const typed = typedStreams(form, undefined, deps)
  const found = tried.onvif(form, typed) ?? (await cameras.measureOnvif(form, { typed }))
  const camera_sn = newSn(db, form, found)
  refuseStored(db, form, found)
  const { camera_name, ipv4, onvif_port, username, password } = form
  await storeNew(deps, found.picture, {
    ...reportOf(found),
    ...sealedUrls(found, undefined, deps),
    urls_typed: typed ? 1 : 0,
    camera_sn,
    camera_name,
    ipv4,
    onvif_port,
    username,
    password: secrets.seal(password),
    onvif_supported: 1,
    state: camera_state.online,
    state_reason: '',
    state_ms: deps.now(),
    create_ms: deps.now(),
    server_trust: form.server_trust ?? '',
  })
  return camera_sn
}

/** Throws 5000 if this video source at this address is stored. */
export function refuseStored(
  db: Db,
  address: Pick<OnvifAddress, 'ipv4' | 'onvif_port'>,
  found: Inspected,
  except_sn = '',
): void {
  const stored = storedSource(db, address, found.sources, found.source_token)
  if (stored && stored.camera_sn !== except_sn) throw duplicate('ipv4', 'A camera at this address')
}

/** What a measurement says about a camera, as its row stores it, without its addresses. */
export const reportOf = ({
  picture: _picture,
  pictures: _pictures,
  clock_offset_ms: _clock,
  wall_offset_ms: _wall,
  details_refused: _refused,
  macs: _macs,
  stream_url_main: _main,
  stream_url_sub: _sub,
  frame_url: _frame,
  sources,
  ptz_supported,
  ...found
}: Measured) => ({
  ...found,
  sources: sources.length,
  ptz_supported: ptz_supported ? (1 as const) : (0 as const),
  // ONVIF does not report the housing: a camera with a motor is treated as a dome (spec §9).
  camera_type: ptz_supported ? camera_type.dome : camera_type.bullet,
})

/**
 * Stores a camera without ONVIF after taking a picture and, if the box can, opening the stream. `tried`
 * returns what a try has just measured. Returns the serial number that the server assigned.
 */
export async function addCommonCamera(
  typed: Body<'add_common_camera'>,
  deps: Needs,
  tried: Tried = nothing_tried,
): Promise<string> {
  const { db, secrets } = deps
  const form = withTypedUrls(typed, undefined, deps)
  checkAddresses(form, deps)
  refuseSameAddress(form, '', deps)
  const seen = tried.common(form) ?? (await measureCommon(form, deps))
  refuseSameAddress(form, '', deps)
  const camera_sn = commonSn(form, db)
  await storeNew(deps, seen.picture, {
    ...form,
    ...sealedUrls(form, undefined, deps),
    camera_sn,
    ipv4: hostOf(form),
    onvif_port: 0,
    password: secrets.seal(form.password),
    onvif_supported: 0,
    ptz_supported: 0,
    camera_type: camera_type.bullet,
    ...measuredOf(seen),
    model: '',
    codec: seen.still?.codec ?? '',
    codec_sub: seen.codec_sub,
    ...commonState(seen.picture),
    state_ms: deps.now(),
    create_ms: deps.now(),
    server_trust: form.server_trust ?? '',
  })
  return camera_sn
}

/** Without ffmpeg, a camera that has only a stream yields no picture. The state then reports that. */
export const commonState = (picture: Picture | undefined): { state: 1 | 2; state_reason: CameraStep | '' } =>
  picture
    ? { state: camera_state.online, state_reason: '' }
    : { state: camera_state.error, state_reason: 'picture' }

type Addresses = {
  frame_url: string
  stream_url_main: string
  stream_url_sub: string
  server_trust?: string | undefined
}

/** Throws if the certificates of the trust setting cannot be read. */
export function checkTrust({ server_trust = '' }: { server_trust?: string | undefined }): void {
  const issue = trustIssue(server_trust)
  if (issue) throw badField('server_trust', issue)
}

/** A camera needs at least one address, and none may point at a host that the server must not connect to. */
export function checkAddresses(form: Addresses, deps: Pick<Deps, 'allow_loopback'>): void {
  if (form.frame_url === '' && form.stream_url_main === '') throw badField('frame_url', 'required')
  checkTrust(form)
  const issues = (['frame_url', 'stream_url_main', 'stream_url_sub'] as const).flatMap((field) => {
    const issue = urlIssue(form[field], deps)
    return issue ? [{ field, issue }] : []
  })
  if (issues.length > 0) throw badFields(issues)
}

/** A common camera is identified by its picture address or, if it has none, by its stream address. */
export function refuseSameAddress(
  form: Addresses,
  except_sn: string,
  deps: Pick<Deps, 'db' | 'secrets'>,
): void {
  const field = form.frame_url === '' ? 'stream_url_main' : 'frame_url'
  const same = (other: CameraRow) => {
    const { frame_url, stream_url_main } = openedUrls(other, deps)
    return frame_url === form.frame_url && (form.frame_url !== '' || stream_url_main === form.stream_url_main)
  }
  if (
    allCameras(deps.db).some(
      (other) => other.onvif_supported === 0 && other.camera_sn !== except_sn && same(other),
    )
  )
    throw duplicate(field, 'A camera with this address')
}

/**
 * The same address always gets the same serial number, so that old events still refer to their camera. It
 * gets another number only if a camera whose address has changed still uses the first one.
 */
function commonSn(form: Addresses, db: Db): string {
  const wanted = `common-${createHash('sha256')
    .update(maskedUrl(form.frame_url || form.stream_url_main))
    .digest('hex')
    .slice(0, 12)}`
  for (let n = 1; ; n++) {
    const camera_sn = n === 1 ? wanted : `${wanted}-${n}`
    if (!cameraBySn(db, camera_sn)) return camera_sn
  }
}

export const hostOf = (form: Addresses): string => new URL(form.frame_url || form.stream_url_main).hostname

async function storeNew(
  deps: Needs,
  picture: Picture | undefined,
  row: Parameters<typeof insertCamera>[1],
): Promise<void> {
  recordChange(deps, {}, () => insertCamera(deps.db, row))
  if (picture) await storePicture(deps, row.camera_sn, picture.jpeg, deps.now())
  deps.bus.emit('config')
}
