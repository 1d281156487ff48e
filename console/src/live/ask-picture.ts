/** One picture of the live view by a plain request, for a way on which no WebSocket gets through. */
import { camera_step, code, type CameraStep } from '@parking/contract/core/codes.ts'

/** About the pace at which the device takes pictures. */
export const picture_pause_ms = 600
/** Longer than the device waits for a camera (server/src/live/next-picture.ts). */
const patience_ms = 30_000

/**
 * The JPEG, the step at which the camera fails, `expired` if the address is not valid any more, or `lost` if
 * the device did not answer.
 */
export async function askPicture(
  address: string,
  signal: AbortSignal,
): Promise<ArrayBuffer | { step: CameraStep } | 'expired' | 'lost'> {
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience_ms)]),
    })
    if (answer.headers.get('content-type') === 'image/jpeg') return await answer.arrayBuffer()
    const { code: number, data } = (await answer.json()) as { code?: number; data?: { step?: string } }
    if (number === code.not_found) return 'expired'
    const step = camera_step.find((known) => known === data?.step)
    return step === undefined ? 'lost' : { step }
  } catch {
    return 'lost'
  }
}
