/** The row of a stored camera, for tests and benches that need no real one. */
import { unmeasured, type CameraRow } from '#src/camera/camera.store.ts'

/** A camera without addresses and measurements, except for the given fields. */
export const cameraRow = (given: Partial<CameraRow> & Pick<CameraRow, 'camera_sn'>): CameraRow => ({
  camera_name: given.camera_sn,
  ipv4: '192.0.2.1',
  onvif_port: 0,
  username: '',
  password: '',
  onvif_supported: 0,
  ptz_supported: 0,
  camera_type: 0,
  width: 0,
  height: 0,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: '',
  bit_rate: 0,
  frame_rate: 0,
  model: '',
  state: 0,
  state_reason: '',
  state_ms: 0,
  create_ms: 0,
  ...unmeasured,
  ...given,
})
