/** The calls of the clocks around the device. */
import type { clock_calls } from '@parking/contract'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { ClockError } from '../ports/camera-port.ts'
import type { Clocks } from './clocks.ts'
import { errorOf, middleOf } from './interval.ts'
import { reportCameraClock } from './camera-clock-reading.ts'
import type { ReportedReadings } from '../alarm/reading.ts'

type Needs = CallContext & { clocks: Clocks; readings: ReportedReadings }

export const clock_handlers = {
  get_clocks(_, { clocks }) {
    const { seen, verdicts } = clocks.state
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
        }
      }),
    }
  },

  async set_camera_clock({ camera_sn }, { db, clocks, cameras, secrets, readings, now, log, session }) {
    const row = cameraBySn(db, camera_sn)
    if (row?.onvif_supported !== 1) throw notFound('The ONVIF camera')
    if (clocks.state.verdicts[0]?.state === 'off')
      throw new ClockError('clock_device_off', 'The clock of the device itself is wrong')
    const address = openedCamera(row, { secrets })
    const began = performance.now()
    const { follows_ntp } = await cameras.clock(address)
    const trip_ms = performance.now() - began
    if (follows_ntp) throw new ClockError('clock_follows_ntp', 'The camera follows a time server of its own')
    await cameras.setClock(address, now, trip_ms)
    const seen = await clocks.pollCamera(row)
    reportCameraClock(readings, clocks, row)
    log.info({ user: session.username, camera_sn }, "a camera's clock was set")
    return {
      offset_ms: seen ? Math.round(middleOf(seen.span)) : null,
      error_ms: seen ? Math.ceil(errorOf(seen.span)) : null,
    }
  },
} satisfies Handlers<keyof typeof clock_calls, Needs>
