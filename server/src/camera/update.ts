/**
 * Changes and measures a stored camera. Its identity is kept, because scenes and events refer to it.
 * Long because each kind of change has its rule.
 */
import {
  camera_state,
  cameraLeavesPlace,
  code,
  measured_fields,
  type Answer,
  type Body,
} from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { CallContext } from '../core/call-context.ts'
import type { CameraLooks } from './look.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import type { Measured, OnvifAddress, TypedStreams } from '../ports/camera-port.ts'
import { hostIssue } from '../core/outbound/address.ts'
import { asRefusal, badField, failedBecause, notFound } from '../core/refusal.ts'
import {
  checkAddresses,
  checkTrust,
  commonState,
  hostOf,
  refuseSameAddress,
  refuseStored,
  reportOf,
} from './add.ts'
import {
  maskedUrls,
  openedCamera,
  openedUrls,
  sealedUrls,
  typedStreams,
  withTypedUrls,
} from './camera-secrets.ts'
import { cameraBySn, updateCamera, type CameraRow } from './camera.store.ts'
import { isOtherDevice } from './identity.ts'
import { storePicture } from './picture-file.ts'
import { measureCommon, measuredOf } from './take-picture.ts'
import { nothing_tried, type Tried } from './tried-cameras.ts'

type Needs = CallContext & { looks: CameraLooks }

/**
 * The typed password, else the stored one. Throws 1000 `secret_place` if the stored one would be sent to
 * another address than the one it was stored for.
 */
export function passwordFor(
  form: { readonly password: string } & Readonly<Record<string, unknown>>,
  row: CameraRow | undefined,
  { secrets }: Pick<Deps, 'secrets'>,
): string {
  if (form.password !== '' || !row || row.password === '') return form.password
  if (cameraLeavesPlace(row, form)) throw badField('password', 'secret_place')
  return secrets.open(row.password)
}

/** The video source and the path of the service: as the form says, else as they are stored. */
export const wayOf = (
  form: Pick<OnvifAddress, 'source_token' | 'service_path'>,
  row: CameraRow | undefined,
) => ({
  source_token: form.source_token ?? row?.source_token ?? '',
  service_path: form.service_path ?? row?.service_path ?? '',
})

/** A camera that was added by ONVIF. Throws 3000 for any other. */
export function onvifRow(db: Db, camera_sn: string): CameraRow {
  const row = cameraBySn(db, camera_sn)
  if (!row || row.onvif_supported === 0) throw notFound('The ONVIF camera')
  return row
}

/**
 * Signs in and measures the camera with the new values, unless only the name changed. `tried` returns what a
 * try has just measured; `restore` names the entry of the history that is restored.
 */
export async function updateOnvifCamera(
  form: Body<'update_onvif_camera'>,
  deps: Needs,
  tried: Tried = nothing_tried,
  restore: { restored_from?: number } = {},
): Promise<void> {
  const { db, secrets } = deps
  const row = onvifRow(db, form.camera_sn)
  const issue = hostIssue(form.ipv4, deps)
  if (issue) throw badField('ipv4', issue)
  checkTrust(form)
  const { camera_name, ipv4, onvif_port, username, server_trust = row.server_trust } = form
  const password = passwordFor(form, row, deps)
  const moved = ipv4 !== row.ipv4 || onvif_port !== row.onvif_port
  const typed = typedStreams(form, row, deps)
  const way = wayOf(form, row)
  const connection_changed =
    moved ||
    server_trust !== row.server_trust ||
    username !== row.username ||
    form.password !== '' ||
    way.source_token !== row.source_token ||
    areOtherStreams(typed, row, deps)
  if (connection_changed) {
    const address = { ipv4, onvif_port, username, password, server_trust, ...way }
    const measured = tried.onvif(address, typed) ?? (await deps.cameras.measureOnvif(address, { typed }))
    onvifRow(db, form.camera_sn) // it may have been deleted during the measurement
    refuseStored(db, form, measured, row.camera_sn)
    if (isOtherDevice(row, measured))
      throw failedBecause('other_camera', 'Another camera answers at this address')
    recordChange(deps, restore, () =>
      updateCamera(db, row.camera_sn, {
        camera_name,
        ipv4,
        onvif_port,
        username,
        password: form.password === '' ? row.password : secrets.seal(password),
        server_trust,
        urls_typed: typed ? 1 : 0,
        ...measuredRow(row.camera_sn, measured, deps),
      }),
    )
    await storePicture(deps, row.camera_sn, measured.picture.jpeg, deps.now())
  } else recordChange(deps, restore, () => updateCamera(db, row.camera_sn, { camera_name }))
  deps.bus.emit('config')
}

/**
 * Takes a picture first if an address, the user name, the password or the trust setting changed. `tried`
 * returns what a try has just measured.
 */
export async function updateCommonCamera(
  typed: Body<'update_common_camera'>,
  deps: Needs,
  tried: Tried = nothing_tried,
  restore: { restored_from?: number } = {},
): Promise<void> {
  const { db, secrets } = deps
  const row = cameraBySn(db, typed.camera_sn)
  if (!row || row.onvif_supported === 1) throw notFound('The camera')
  const form = withTypedUrls(typed, row, deps)
  checkAddresses(form, deps)
  refuseSameAddress(form, row.camera_sn, deps)
  const password = passwordFor(form, row, deps)
  const { camera_name, username, stream_url_main, stream_url_sub, frame_url } = form
  const { server_trust = row.server_trust } = form
  const stored = openedUrls(row, deps)
  const connection_changed =
    frame_url !== stored.frame_url ||
    stream_url_main !== stored.stream_url_main ||
    stream_url_sub !== stored.stream_url_sub ||
    username !== row.username ||
    server_trust !== row.server_trust ||
    form.password !== ''
  const source = { frame_url, stream_url_main, stream_url_sub, username, password, server_trust }
  const seen = connection_changed ? (tried.common(source) ?? (await measureCommon(source, deps))) : undefined
  if (!cameraBySn(db, row.camera_sn)) throw notFound('The camera')
  const fields = seen
    ? {
        camera_name,
        username,
        ...sealedUrls(form, row, deps),
        ipv4: hostOf(form),
        password: form.password === '' ? row.password : secrets.seal(password),
        server_trust,
        ...commonState(seen.picture),
        state_ms: deps.now(),
        ...measuredOf(seen),
        codec: seen.still?.codec ?? '',
        codec_sub: seen.codec_sub,
      }
    : { camera_name }
  recordChange(deps, restore, () => updateCamera(db, row.camera_sn, fields))
  if (seen?.picture) await storePicture(deps, row.camera_sn, seen.picture.jpeg, deps.now())
  deps.bus.emit('config')
}

/** Whether other addresses of the streams are wanted than before. */
function areOtherStreams(
  typed: TypedStreams | undefined,
  row: CameraRow,
  deps: Pick<Deps, 'secrets'>,
): boolean {
  if (!typed || row.urls_typed === 0) return (typed !== undefined) !== (row.urls_typed === 1)
  const { stream_url_main, stream_url_sub } = openedUrls(row, deps)
  return typed.stream_url_main !== stream_url_main || typed.stream_url_sub !== stream_url_sub
}

type Synced = Answer<'sync_onvif_camera'>['list'][number]

/**
 * Measures one camera again. Each camera has its own outcome, so that one failure does not hide the others
 * (spec §8 "batch update").
 */
export async function syncOnvifCamera(camera_sn: string, deps: Needs): Promise<Synced> {
  try {
    const row = onvifRow(deps.db, camera_sn)
    const typed = typedStreams({}, row, deps)
    const measured = await deps.cameras.measureOnvif(openedCamera(row, deps), { typed })
    if (isOtherDevice(row, measured))
      throw failedBecause('other_camera', 'Another camera answers at this address')
    const before = onvifRow(deps.db, camera_sn)
    updateCamera(deps.db, camera_sn, measuredRow(camera_sn, measured, deps))
    await storePicture(deps, camera_sn, measured.picture.jpeg, deps.now())
    deps.bus.emit('config')
    return {
      camera_sn,
      code: code.success,
      message: 'success',
      changes: changesOf(before, onvifRow(deps.db, camera_sn)),
    }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return {
      camera_sn,
      code: refusal.code,
      message: refusal.message,
      ...(refusal.data?.step && { step: refusal.data.step }),
      ...(refusal.data?.reason && { reason: refusal.data.reason }),
    }
  }
}

function changesOf(before: CameraRow, after: CameraRow): NonNullable<Synced['changes']> {
  const [was, is] = [before, after].map((row) => ({ ...row, ...maskedUrls(row) })) as [CameraRow, CameraRow]
  return measured_fields.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: String(was[field]), after: String(is[field]) }],
  )
}

/** What a measurement says about a camera, as its row stores it. */
function measuredRow(camera_sn: string, measured: Measured, { db, now, secrets }: Needs): Partial<CameraRow> {
  return {
    ...reportOf(measured),
    ...sealedUrls(measured, cameraBySn(db, camera_sn), { secrets }),
    state: camera_state.online,
    state_reason: '',
    state_ms: now(),
  }
}
