/** One sentence on how the program keeps up with a camera. */
import type { Figures } from './camera-watch.ts'

export function figuresLine(camera_name: string, figures: Figures): string {
  const { looks, misses, latency_ms, interval_ms, slowed } = figures
  const latency = looks === 0 ? 0 : Math.round(latency_ms / looks)
  return (
    `${camera_name}: ${slowed ? 'the processor is too busy, ' : ''}a look each ` +
    `${(interval_ms / 1000).toFixed(1)} s; in the last minute ${looks} looks, ${misses} without a picture, ` +
    `${latency} ms from the picture to the decision`
  )
}
