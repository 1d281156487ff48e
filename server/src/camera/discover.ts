/** Finds cameras on the networks of this device and marks those that are stored already. */
import type { Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { allCameras } from './camera.store.ts'

/** Takes up to 3 s. Measures time with a monotonic clock, because the device's time may be set meanwhile. */
export async function discoverCameras({
  db,
  discovery,
}: Pick<Deps, 'db' | 'discovery'>): Promise<Answer<'discover_cameras'>> {
  const started = performance.now()
  const found = await discovery.discover()
  const stored = new Set(
    allCameras(db)
      .filter((camera) => camera.onvif_supported === 1)
      .map((camera) => placeOf(camera)),
  )
  const list = found.map(({ endpoint, addresses, name, model, location }) => {
    // A camera with several addresses is recognised by the address it was added with.
    const known = addresses.find((address) => stored.has(placeOf(address)))
    const { ipv4, onvif_port } = known ?? addresses[0]!
    return { endpoint, ipv4, onvif_port, name, model, location, known: known !== undefined }
  })
  list.sort(
    (a, b) =>
      Number(a.known) - Number(b.known) ||
      a.ipv4.localeCompare(b.ipv4, 'en', { numeric: true }) ||
      a.onvif_port - b.onvif_port,
  )
  return { list, took_ms: Math.round(performance.now() - started) }
}

const placeOf = ({ ipv4, onvif_port }: { ipv4: string; onvif_port: number }): string =>
  `${ipv4.toLowerCase()}:${onvif_port}`
