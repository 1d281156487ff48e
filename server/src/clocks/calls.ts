/** The calls about the clocks around the device. */
import type { clock_calls } from '@parking/contract'
import { allCameras, cameraBySn } from '../camera/camera.store.ts'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { setsCameras, writeClockRule, type ClockSetter } from './clock-setter.ts'
import type { Clocks } from './clocks.ts'
import { errorOf, middleOf } from './interval.ts'

type Needs = CallContext & { clocks: Clocks; clock_setter: ClockSetter }

export const clock_handlers = {
  get_clocks(_, { db, clocks, clock_setter }) {
    const { seen, verdicts } = clocks.state
    const cameras = new Map(allCameras(db).map((row) => [row.camera_sn, row]))
    return {
      list: verdicts.map(({ id, kind, state, off_ms }) => {
        const one = seen.find((clock) => clock.kind === kind && clock.id === id)
        return {
          kind,
          id,
          name: one?.name ?? '',
          state: kind === 'device' && seen.length === 0 ? ('unknown' as const) : state,
          offset_ms: one ? Math.round(middleOf(one.span)) : null,
          error_ms: one ? Math.ceil(errorOf(one.span)) : null,
          off_ms: state === 'off' ? off_ms : 0,
          by: one?.by ?? null,
          measured_str: one ? stampOf(one.measured_ms) : null,
          left: kind === 'camera' && cameras.has(id) ? clock_setter.left(cameras.get(id)!) : null,
        }
      }),
      set_cameras: setsCameras(db),
    }
  },

  async set_camera_clock({ camera_sn }, { db, clock_setter, log, session }) {
    const row = cameraBySn(db, camera_sn)
    if (row?.onvif_supported !== 1) throw notFound('The ONVIF camera')
    const seen = await clock_setter.set(row)
    log.info({ user: session.username, camera_sn }, "a camera's clock was set")
    return {
      offset_ms: seen ? Math.round(middleOf(seen.span)) : null,
      error_ms: seen ? Math.ceil(errorOf(seen.span)) : null,
    }
  },

  set_clock_rule({ set_cameras }, context) {
    writeClockRule(context, set_cameras)
    return {}
  },
} satisfies Handlers<keyof typeof clock_calls, Needs>

/** What the call changes, for the audit log. */
export const clock_audit_subjects = {
  set_clock_rule: (_, { db }) => ({ set_cameras: setsCameras(db) ? 1 : 0 }),
} satisfies AuditSubjects<keyof typeof clock_calls, Needs>
