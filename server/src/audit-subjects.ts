/** What a call changes, as it is now: read before and after it, so that the audit can say what is different. A call that is not here shows its body instead. */
import type { Answer, Body, CallName } from '@parking/contract'
import type { Values } from './audit-values.ts'
import { cameraBySn } from './camera/camera.store.ts'
import { findScenes } from './camera/scene.store.ts'
import { deviceAddress, deviceName } from './device/device.store.ts'
import { shownPlatformParam } from './parking/platform-param.store.ts'
import type { Context } from './serve.ts'
import { listEntries } from './system/whitelist.store.ts'

/** `answer` is there after the call, and only then. */
type Subject<Name extends CallName> = (body: Body<Name>, context: Context, answer: Answer<Name> | undefined) => Values

const subjects: { readonly [Name in CallName]?: Subject<Name> } = {
  set_basic_info: (_, { db }) => ({ name: deviceName(db) }),
  set_address: (_, { db }) => deviceAddress(db),
  update_platform_param: (_, context) => shownPlatformParam(context),
  add_onvif_camera: (_, context, answer) => camera(answer?.camera_sn, context),
  add_common_camera: (_, context, answer) => camera(answer?.camera_sn, context),
  update_onvif_camera: ({ camera_sn }, context) => camera(camera_sn, context),
  update_common_camera: ({ camera_sn }, context) => camera(camera_sn, context),
  delete_camera: ({ camera_sn }, context) => camera(camera_sn, context),
  sync_onvif_camera: (_, __, answer) => Object.fromEntries((answer?.list ?? []).map((one) => [one.camera_sn, one.code])),
  add_update_scene: ({ scene_id }, context, answer) => scene(answer?.scene_id ?? scene_id, context),
  delete_scene: ({ scene_id }, context) => scene(scene_id, context),
  app_control: ({ action }, { app }, answer) => ({ state: app.status().state, ...(answer ? { action } : {}) }),
  parking_event_resume_upload: (_, __, answer) => (answer ? { resumed: answer.resumed } : {}),
  add_whitelist: (_, context) => whitelist(context),
  delete_whitelist: (_, context) => whitelist(context),
}

/** Undefined where nothing is known of the call. A document that cannot be read does not keep anybody from changing it. */
export function subjectOf(name: CallName, body: unknown, context: Context, answer?: unknown): Values | undefined {
  const read = subjects[name] as ((body: unknown, context: Context, answer: unknown) => Values) | undefined
  try {
    return read?.(body, context, answer)
  } catch (error) {
    context.log.warn({ err: error, call: name }, 'what a call changes could not be read for the audit')
    return {}
  }
}

function camera(camera_sn: string | undefined, { db }: Context): Values {
  const row = cameraBySn(db, camera_sn ?? '')
  if (!row) return {}
  const { password: _, state: __, state_reason: ___, state_ms: ____, create_ms: _____, ...known } = row
  return known
}

/** Each lot by itself, so that only those that changed are told. */
function scene(scene_id: string | undefined, { db }: Context): Values {
  const found = scene_id === undefined ? undefined : findScenes(db, { scene_id })[0]
  if (!found) return {}
  const { update_ms: _, ref_picture: __, ...row } = found.row
  return { ...row, ...Object.fromEntries(found.lots.map(({ lot_no, ...lot }) => [`lot ${lot_no}`, lot])) }
}

const whitelist = ({ db }: Context): Values => Object.fromEntries(listEntries(db).map(({ address, comment }) => [address, comment]))
