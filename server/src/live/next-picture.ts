/** One picture of a camera's live view, for a viewer whose proxy passes no WebSocket on. */
import type { CameraStep, LiveMessage } from '@parking/contract'
import type { Live } from './live.ts'

/** Well below the 50 and 60 s after which proxies give an answer up. */
const patience_ms = 20_000

/**
 * The camera's next picture as JPEG, or the step at which the camera fails. `late`: neither came in time, or
 * the viewer has left (`signal`).
 */
export async function nextPicture(
  live: Live,
  camera_sn: string,
  signal: AbortSignal,
  wait_ms = patience_ms,
): Promise<Buffer | CameraStep | 'late'> {
  const cleaning: (() => void)[] = []
  try {
    return await new Promise((resolve) => {
      const late = () => resolve('late')
      const timer = setTimeout(late, wait_ms)
      cleaning.push(() => clearTimeout(timer))
      signal.addEventListener('abort', late, { once: true })
      const leave = live.join(camera_sn, 'pictures', {
        send(data) {
          if (typeof data !== 'string') return resolve(data)
          const message = JSON.parse(data) as LiveMessage
          if (message.kind === 'failed') resolve(message.step)
        },
        waiting: () => 0,
      })
      if (leave !== 'busy') cleaning.push(leave)
    })
  } finally {
    for (const clean of cleaning) clean()
  }
}
