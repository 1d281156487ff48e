/** Handlers of area `camera` for camera motors (PTZ). */
import type { camera_ptz_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { holdPtz, movePtz, ptzInfo, stopPtz, withPtz, type PtzMotors } from './ptz.ts'

type Needs = CallContext & { ptz_motors: PtzMotors }

export const camera_ptz_handlers = {
  ptz_info: ({ camera_sn }, context) => ptzInfo(camera_sn, context),
  ptz_move: (body, context) => movePtz(body, context.session.username, context),
  ptz_hold: ({ camera_sn }, context) => holdPtz(camera_sn, context.session.username, context),
  async ptz_stop({ camera_sn }, context) {
    await stopPtz(camera_sn, context)
    return {}
  },
  async ptz_goto_preset({ camera_sn, preset }, context) {
    await withPtz(camera_sn, context, (ptz) => ptz.goTo(preset))
    return {}
  },
  async ptz_set_preset({ camera_sn, preset, name }, context) {
    return { preset: await withPtz(camera_sn, context, (ptz) => ptz.setPreset(name, preset)) }
  },
  async ptz_remove_preset({ camera_sn, preset }, context) {
    await withPtz(camera_sn, context, (ptz) => ptz.removePreset(preset))
    return {}
  },
} satisfies Handlers<keyof typeof camera_ptz_calls, Needs>
