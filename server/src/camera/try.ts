/**
 * Tries a camera before it is added or changed: makes the same checks and measurements, and stores nothing.
 */
import { camera_type, type Answer, type Body, type CameraStep } from '@parking/contract'
import { loadSharp } from '../core/files/sharp.ts'
import type { Picture } from '../ports/camera-port.ts'
import type { ProgressBoard } from '../core/flow/progress.ts'
import type { Deps } from '../core/deps.ts'
import { zoneOfProcess } from '../core/stamp.ts'
import { offsetAt } from '../core/zone.ts'
import { hostIssue } from '../core/outbound/address.ts'
import { badField, failedBecause, notFound } from '../core/refusal.ts'
import { checkAddresses, checkTrust, refuseSameAddress, refuseStored } from './add.ts'
import { maskedUrls, typedStreams, withTypedUrls } from './camera-secrets.ts'
import { cameraBySn } from './camera.store.ts'
import { isOtherDevice, newSn, serialHolder, storedSource } from './identity.ts'
import { measureCommon, measuredOf } from './take-picture.ts'
import { try_ms, type TriedCameras } from './tried-cameras.ts'
import { onvifRow, passwordFor, wayOf } from './update.ts'

type Needs = Deps & { camera_tries: ProgressBoard<CameraStep>; tried_cameras: TriedCameras }

/** `who` is the user who tries the camera. */
export async function tryOnvifCamera(
  form: Body<'try_onvif_camera'>,
  who: string,
  deps: Needs,
): Promise<Answer<'try_onvif_camera'>> {
  const { db } = deps
  const row = form.camera_sn === undefined ? undefined : onvifRow(db, form.camera_sn)
  const issue = hostIssue(form.ipv4, deps)
  if (issue) throw badField('ipv4', issue)
  checkTrust(form)
  const password = passwordFor(form, row, deps)
  const server_trust = form.server_trust ?? row?.server_trust ?? ''
  const typed = typedStreams(form, row, deps)
  const progress = deps.camera_tries.start(who, form.watch)
  try {
    const address = { ...form, ...wayOf(form, row), password, server_trust }
    const options = { passed: progress.pass, timeout_ms: try_ms, typed, pictures: row === undefined }
    const found = await deps.cameras.measureOnvif(address, options)
    const { picture, pictures, sources, wall_offset_ms, ...said } = found
    const { mac: _mac, macs: _macs, endpoint: _endpoint, ...measured } = said
    const stored = (token: string) => storedSource(db, form, sources, token)
    // A device with several sources is shown while one of them can still be added.
    if (row !== undefined || sources.every(({ token }) => stored(token)))
      refuseStored(db, form, found, row?.camera_sn)
    if (row !== undefined && isOtherDevice(row, found))
      throw failedBecause('other_camera', 'Another camera answers at this address')
    progress.pass('picture')
    deps.tried_cameras.keepOnvif(who, address, typed, found)
    return {
      ...measured,
      ...maskedUrls(measured),
      camera_sn: row?.camera_sn ?? newSn(db, form, found),
      serial_of: serialHolder(db, form, found.serial, row)?.camera_name ?? '',
      camera_type: measured.ptz_supported ? camera_type.dome : camera_type.bullet,
      picture_clock_offset_ms:
        wall_offset_ms === null ? null : wall_offset_ms - offsetAt(deps.now(), zoneOfProcess()),
      picture: dataUrl(picture.jpeg),
      passed: [...progress.passed],
      ...(sources.length > 1 && {
        sources: await Promise.all(
          sources.map(async ({ token, ...source }) => ({
            ...source,
            source_token: token,
            picture: await smallPicture(pictures.get(token)),
            known: stored(token) !== undefined,
          })),
        ),
      }),
    }
  } finally {
    progress.close()
  }
}

/** Without ffmpeg, a camera that has only a stream is accepted unchecked. */
export async function tryCommonCamera(
  typed: Body<'try_common_camera'>,
  who: string,
  deps: Needs,
): Promise<Answer<'try_common_camera'>> {
  const { db } = deps
  const row = typed.camera_sn === undefined ? undefined : cameraBySn(db, typed.camera_sn)
  if (typed.camera_sn !== undefined && row?.onvif_supported !== 0) throw notFound('The camera')
  const form = withTypedUrls(typed, row, deps)
  checkAddresses(form, deps)
  refuseSameAddress(form, row?.camera_sn ?? '', deps)
  const password = passwordFor(form, row, deps)
  const server_trust = form.server_trust ?? row?.server_trust ?? ''
  const progress = deps.camera_tries.start(who, form.watch)
  try {
    const source = { ...form, password, server_trust }
    const seen = await measureCommon(source, deps, { timeout_ms: try_ms })
    if (seen.picture) deps.tried_cameras.keepCommon(who, source, seen)
    if (seen.picture)
      for (const step of [
        'reach',
        'port',
        'signin',
        ...(seen.still ? (['stream'] as const) : []),
        'picture',
      ] as const)
        progress.pass(step)
    return {
      camera_sn: row?.camera_sn ?? '',
      model: '',
      camera_type: camera_type.bullet,
      ptz_supported: false,
      ...measuredOf(seen),
      codec: seen.still?.codec ?? '',
      codec_sub: seen.codec_sub,
      ...maskedUrls(form),
      clock_offset_ms: null,
      picture: seen.picture ? dataUrl(seen.picture.jpeg) : '',
      passed: [...progress.passed],
    }
  } finally {
    progress.close()
  }
}

const small_width = 320

async function smallPicture(picture: Picture | undefined): Promise<string> {
  if (!picture) return ''
  const sharp = await loadSharp()
  return sharp(picture.jpeg)
    .resize({ width: small_width, withoutEnlargement: true })
    .jpeg()
    .toBuffer()
    .then(dataUrl, () => '')
}

const dataUrl = (jpeg: Uint8Array): string => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
