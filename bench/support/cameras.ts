/** Cameras on loopback that a benchmark adds to a device. */
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import type { Device } from '#e2e/support/device.ts'

export const password = 'Street#2026'

/** Starts cameras BENCH-0, BENCH-1, ... with the pictures of `frame(camera)`. */
export const startCameras = (count: number, frame: (at: number) => Promise<Buffer>): Promise<Camera[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      startCamera({
        name: `Bench ${at}`,
        model: 'SL',
        serial: `BENCH-${at}`,
        password,
        frame: () => frame(at),
      }),
    ),
  )

/** Adds the cameras to the device, one after the other, and returns their serial numbers. */
export async function addCameras(device: Device, cameras: readonly Camera[]): Promise<string[]> {
  const added: string[] = []
  for (const { name, host, port, username } of cameras) {
    const { camera_sn } = await device.call('/api/camera/add_onvif_camera', {
      camera_name: name,
      ipv4: host,
      onvif_port: port,
      username,
      password,
    })
    added.push(camera_sn)
  }
  return added
}
