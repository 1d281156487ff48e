/**
 * Restores a camera's name, address and user from an entry of the history, with the stored secret and under
 * the rules of an update.
 */
import { calls, holdsMask, issuesOf } from '@parking/contract'
import type { CameraLooks } from '#src/camera/look.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { updateCommonCamera, updateOnvifCamera } from '#src/camera/update.ts'
import { badFields, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { plainDifference } from '#src/params/param-difference.ts'
import type { Part } from '../configuration-rows.store.ts'
import { partNow, restorable, type SectionRestore } from './section-restore.ts'

type Needs = CallContext & { looks: CameraLooks }

/** The fields of a camera that users set. All others are measured. */
const onvif_fields = ['camera_name', 'ipv4', 'onvif_port', 'username', 'server_trust'] as const
const common_fields = [
  'camera_name',
  'username',
  'stream_url_main',
  'stream_url_sub',
  'frame_url',
  'server_trust',
] as const

/**
 * Throws 7000 `was_absent`, `not_kept`, or `camera_gone` if the camera was deleted: it must be tested and
 * added again.
 */
export function cameraRestore(then: Part, context: Needs): SectionRestore {
  const { camera_sn } = restorable(then, 'camera_sn')
  const row = cameraBySn(context.db, camera_sn)
  if (!row) throw failedBecause('camera_gone', 'The camera has been deleted')
  const fields: readonly string[] = row.onvif_supported === 1 ? onvif_fields : common_fields
  // A URL with a secret is masked in the history: it is known only if it equals the current one.
  const now = partNow(`camera/${camera_sn}`, context)
  const wanted = Object.fromEntries(
    fields.map((field) => {
      // Entries from before cameras had their own trust setting leave it unchanged.
      const kept = same(now[field], then[field]) || (field === 'server_trust' && !(field in then))
      return [field, kept ? now[field] : unmaskedOrThrow(then[field])]
    }),
  )
  const form = { camera_sn, ...wanted, password: '' }
  return {
    now,
    changes: plainDifference(pick(now, fields), wanted),
    apply: async (restore) =>
      row.onvif_supported === 1
        ? updateOnvifCamera(checked('update_onvif_camera', form), context, undefined, restore)
        : updateCommonCamera(checked('update_common_camera', form), context, undefined, restore),
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const pick = (values: Part, fields: readonly string[]): Part =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

function unmaskedOrThrow(value: unknown): unknown {
  if (value === undefined || (typeof value === 'string' && holdsMask(value)))
    throw failedBecause('not_kept', 'This entry does not contain the whole address')
  return value
}

function checked<Name extends 'update_onvif_camera' | 'update_common_camera'>(name: Name, form: object) {
  const parsed = calls[name].body.safeParse(form)
  if (!parsed.success) throw badFields(issuesOf(parsed.error, form))
  return parsed.data as Extract<ReturnType<(typeof calls)[Name]['body']['parse']>, object>
}
