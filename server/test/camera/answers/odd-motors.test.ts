/** A motor that knows no Stop stands still all the same. */
import { expect, onTestFinished, test } from 'vitest'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { plainJpeg } from '../../plain-jpeg.ts'
import { until } from '../../until.ts'

test('a motor without Stop is stopped by a move without speed', async () => {
  const camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password: 'Street#2026',
    ptz: true,
    endless_moves: true,
    no_stop: true,
    frame: () => plainJpeg(64, 48),
  })
  onTestFinished(camera.stop)
  const address = { ipv4: '127.0.0.1', onvif_port: camera.port, username: 'admin', password: 'Street#2026' }
  const ptz = await onvifCameras({ allow_loopback: true }).ptz(address)
  await ptz.move({ pan: 0.5, tilt: 0, zoom: 0.5 }, 2)
  await until('it turns', () => camera.aim().pan > 0 && camera.aim().zoom > 0)
  await ptz.stop()
  const stopped = camera.aim()
  await ptz.presets()
  expect(camera.aim()).toEqual(stopped)
})
