/** The table of quirks. The tests of the device run each row, and docs/integrate/cameras.md prints it. */
import { address_quirks } from './addresses.ts'
import { clock_quirks } from './clock.ts'
import { date_quirks } from './dates.ts'
import { device_quirks } from './device.ts'
import { discovery_quirks } from './discovery.ts'
import { envelope_quirks } from './envelopes.ts'
import { event_quirks } from './events.ts'
import { http_quirks } from './http.ts'
import { jpeg_quirks } from './jpeg.ts'
import { media_quirks } from './media.ts'
import { media2_quirks } from './media2.ts'
import { motor_quirks } from './motors.ts'
import { ptz_quirks } from './ptz.ts'
import type { Quirk } from './quirk.ts'
import { recorder_quirks } from './recorders.ts'
import { right_quirks } from './rights.ts'
import { rtsp_head_quirks } from './rtsp-heads.ts'
import { rtsp_place_quirks } from './rtsp-places.ts'
import { rtsp_session_quirks } from './rtsp-sessions.ts'
import { rtsp_quirks } from './rtsp.ts'
import { realm_quirks, sign_in_quirks } from './sign-in.ts'
import { snapshot_quirks } from './snapshot.ts'

export const quirks: readonly Quirk[] = [
  ...discovery_quirks,
  ...device_quirks,
  ...envelope_quirks,
  ...sign_in_quirks,
  ...right_quirks,
  ...media_quirks,
  ...recorder_quirks,
  ...media2_quirks,
  ...snapshot_quirks,
  ...rtsp_quirks,
  ...rtsp_head_quirks,
  ...rtsp_place_quirks,
  ...rtsp_session_quirks,
  ...jpeg_quirks,
  ...http_quirks,
  ...realm_quirks,
  ...clock_quirks,
  ...date_quirks,
  ...ptz_quirks,
  ...motor_quirks,
  ...address_quirks,
  ...event_quirks,
]
