/** The live view of a camera: video, single pictures, or none (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import type { CameraStep } from '../core/codes.ts'
import { filled, text } from '../core/fields.ts'

/** How a camera can be looked at: its stream as video, its pictures one after the other, or not at all. */
export const live_kind = ['video', 'pictures', 'none'] as const
/** Why it is not video: no ffmpeg on the box, no RTSP address, or as many videos as the box can have. */
export const live_reason = ['', 'no_ffmpeg', 'no_stream', 'busy'] as const

export const live_view = defineCall({
  path: '/api/camera/live_view',
  roles: everyone,
  effect: 'write',
  ours: true,
  summary:
    'How a camera can be looked at live, and the signed address of its WebSocket, good for a minute. `pictures`: whether pictures are there to fall back on.',
  body: z.strictObject({ camera_sn: filled(64) }),
  answer: z.strictObject({
    kind: z.enum(live_kind),
    reason: z.enum(live_reason),
    pictures: z.boolean(),
    url: text(1_000),
  }),
  example: { camera_sn: 'SIM-0001' },
})

/** What the WebSocket of the live view says in text; binary messages are an opening and fragments of MP4, or a JPEG each. */
export type LiveMessage =
  | { kind: 'video'; codec: string }
  | { kind: 'pictures' }
  | { kind: 'trouble'; step: CameraStep }
  | { kind: 'busy' }

export const live_calls = { live_view }
