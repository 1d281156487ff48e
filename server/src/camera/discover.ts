/** Finds cameras on the networks of this device and marks those that are stored already. */
import type { Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { allCameras, learnEndpoint, type CameraRow } from './camera.store.ts'

/** Takes up to 3 s. Measures time with a monotonic clock, because the device's time may be set meanwhile. */
export async function discoverCameras({
  db,
  discovery,
}: Pick<Deps, 'db' | 'discovery'>): Promise<Answer<'discover_cameras'>> {
  const started = performance.now()
  const found = await discovery.discover()
  const stored = allCameras(db).filter((camera) => camera.onvif_supported === 1)
  const camerasAt = (place: Place) => stored.filter((camera) => placeOf(camera) === placeOf(place))
  const named = new Set<string>()
  const list = found.map(({ endpoint, addresses, name, model, location }) => {
    // A camera with several addresses is recognised by the address it was added with.
    const known = addresses.find((address) => camerasAt(address).length > 0)
    const { ipv4, onvif_port, service_path } = known ?? addresses[0]!
    const cameras = known ? camerasAt(known) : []
    for (const camera of cameras) if (camera.endpoint !== endpoint) learnEndpoint(db, camera, endpoint)
    // Of several devices with one endpoint, the others are named by their addresses.
    const own = named.has(endpoint) ? `${endpoint} ${ipv4}:${onvif_port}` : endpoint
    named.add(endpoint)
    return { endpoint: own, ipv4, onvif_port, service_path, name, model, location, known: isWhole(cameras) }
  })
  list.sort(
    (a, b) =>
      Number(a.known) - Number(b.known) ||
      a.ipv4.localeCompare(b.ipv4, 'en', { numeric: true }) ||
      a.onvif_port - b.onvif_port,
  )
  return { list, took_ms: Math.round(performance.now() - started) }
}

/** Whether every video source of the device has been added. */
const isWhole = (cameras: readonly CameraRow[]): boolean =>
  cameras.length > 0 && cameras.length >= Math.max(...cameras.map(({ sources }) => sources))

type Place = { ipv4: string; onvif_port: number }
const placeOf = ({ ipv4, onvif_port }: Place): string => `${ipv4.toLowerCase()}:${onvif_port}`
