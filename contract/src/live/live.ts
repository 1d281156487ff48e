/** The live view of a camera: video, single pictures, or none (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { defineCall, viewers } from '../core/call.ts'
import type { CameraStep } from '../core/codes.ts'
import { filled, text } from '../core/fields.ts'

/** How a camera can be watched: as video, as single pictures, or not at all. */
export const live_kind = ['video', 'pictures', 'none'] as const
/** Why there is no video: no ffmpeg on the device, no RTSP address, or too many videos at once. */
export const live_reason = ['', 'no_ffmpeg', 'no_stream', 'busy'] as const

export const live_view = defineCall({
  path: '/api/camera/live_view',
  roles: viewers,
  effect: 'write',
  ours: true,
  summary:
    'How a camera can be watched live, and the signed address of its WebSocket, valid for a minute. ' +
    '`pictures`: single pictures are available as a fallback.',
  body: z.strictObject({ camera_sn: filled(64) }),
  answer: z.strictObject({
    kind: z.enum(live_kind),
    reason: z.enum(live_reason),
    pictures: z.boolean(),
    url: text(1_000),
  }),
  example: { camera_sn: 'SIM-0001' },
})

/** The text messages on the live view's WebSocket. A binary message is a part of an MP4, or one JPEG. */
export type LiveMessage =
  | { kind: 'video'; codec: string }
  | { kind: 'pictures' }
  | { kind: 'failed'; step: CameraStep } // no picture; the stream is tried again
  | { kind: 'busy' }

export const live_calls = { live_view }
