/** Which cameras saw the events of a stay: the camera of a lot may be replaced while a vehicle is parked. */
import type { Stay } from './stay-panel.tsx'

/** The name of the camera that saw an event, with its number; empty for a typed event. */
export const cameraOf = ({ camera_name, camera_sn }: Stay['events'][number]): string =>
  camera_sn === '' ? '' : `${camera_name} (${camera_sn})`

/** Each camera that saw an event, in the order of the events; that of the lot if none was seen. */
export function camerasOf({ events, camera_name }: Pick<Stay, 'events' | 'camera_name'>): string[] {
  const seen = [...new Set(events.map(cameraOf))].filter(Boolean)
  return seen.length > 0 ? seen : [camera_name]
}
