/**
 * Restores a camera's name, address and user from an entry of the history, with the stored secret and under
 * the rules of an update.
 */
import { calls, issuesOf } from '@parking/contract'
import type { CameraLooks } from '#src/camera/look.ts'
import { maskedWhole } from '#src/core/audit-values.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { updateCommonCamera, updateOnvifCamera } from '#src/camera/update.ts'
import { badFields, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { plainDifference } from '#src/params/param-difference.ts'
import type { Document } from '#src/params/param-history.store.ts'
import { noteSection } from '../section-note.ts'
import { restorable, type SectionRestore } from './section-restore.ts'
import { cameraValues } from '#src/camera/camera-values.ts'

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
export function cameraRestore(then: Document, context: Needs): SectionRestore {
  const { camera_sn } = restorable(then, 'camera_sn')
  const row = cameraBySn(context.db, camera_sn)
  if (!row) throw failedBecause('camera_gone', 'The camera has been deleted')
  const now = cameraValues(camera_sn, context)
  const fields: readonly string[] = row.onvif_supported === 1 ? onvif_fields : common_fields
  const shown = maskedWhole(now)
  // A URL with a secret is stored masked: it is known only if it equals the current one.
  const wanted = Object.fromEntries(
    fields.map((field) => {
      // Entries from before cameras had their own trust setting leave it unchanged.
      const kept = same(shown[field], then[field]) || (field === 'server_trust' && !(field in then))
      return [field, kept ? shown[field] : unmaskedOrThrow(then[field])]
    }),
  )
  const form = { camera_sn, ...wanted, password: '' }
  return {
    now,
    changes: plainDifference(pick(shown, fields), maskedWhole(wanted)),
    async apply(call, restored_from) {
      if (row.onvif_supported === 1) await updateOnvifCamera(checked('update_onvif_camera', form), context)
      else await updateCommonCamera(checked('update_common_camera', form), context)
      noteSection(context, {
        call,
        section: 'camera',
        before: now,
        after: cameraValues(camera_sn, context),
        restored_from,
      })
    },
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const pick = (values: Document, fields: readonly string[]): Document =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

function unmaskedOrThrow(value: unknown): unknown {
  if (value === undefined || (typeof value === 'string' && value.includes('******')))
    throw failedBecause('not_kept', 'This entry does not contain the whole address')
  return value
}

function checked<Name extends 'update_onvif_camera' | 'update_common_camera'>(name: Name, form: object) {
  const parsed = calls[name].body.safeParse(form)
  if (!parsed.success) throw badFields(issuesOf(parsed.error, form))
  return parsed.data as Extract<ReturnType<(typeof calls)[Name]['body']['parse']>, object>
}
