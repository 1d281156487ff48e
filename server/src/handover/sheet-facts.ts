/** Everything printed on the handover sheet. Secrets and plates are excluded. */
import { storagePlace } from '@parking/contract'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import { findScenes, type Scene } from '../camera/scene.store.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Deps } from '../core/deps.ts'
import { zoneOfProcess } from '../core/stamp.ts'
import type { BoxClock } from '../device/box-clock.ts'
import { deviceAddress, deviceName, type Address } from '../device/device.store.ts'
import type { HostIdentity } from '../ports/host-port.ts'
import type { NetworkNow } from '../ports/network-port.ts'
import { storedParam } from '../params/param.store.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { platformUrl } from '../system/diagnose/diagnose-network.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import { lastChange } from './handover.store.ts'
import { installState, type InstallState } from './install-state.ts'
import { picturesOf } from './sheet-pictures.ts'

export type SheetNeeds = Pick<Deps, 'db' | 'secrets' | 'host' | 'network' | 'media' | 'version'> & {
  box_clock: BoxClock
  analysis: AnalysisConnection
  certificate: DeviceCertificate
}

export type SheetFacts = {
  /** Time of the newest change of printed data, so that the same state gives the same sheet. 0 if none. */
  as_of_ms: number
  time_zone: string
  name: string
  address: Address
  identity: HostIdentity
  version: string
  /** Name and version of the analysis application. Empty while none is connected. */
  application: string
  /** Undefined if the operating system could not report it. */
  network: NetworkNow | undefined
  ntp_server: string
  /** Empty without HTTPS. */
  certificate_sha256: string
  platform: { host: string; operator_no: string }
  object_storage: { host: string; bucket: string }
  cameras: readonly CameraRow[]
  scenes: readonly Scene[]
  /** JPEG in base64, by scene. */
  pictures: ReadonlyMap<string, string>
  state: InstallState
}

export async function sheetFacts(deps: SheetNeeds): Promise<SheetFacts> {
  const { db, host, network, version, box_clock, analysis, certificate } = deps
  const state = await installState(deps)
  const scenes = findScenes(db)
  const clock = await box_clock.read().catch(() => undefined)
  const storage = storedParam(deps, 'storage_param')
  const { proof } = state
  return {
    as_of_ms: Math.max(lastChange(db), proof?.create_ms ?? 0, proof?.response_ms ?? 0),
    time_zone: zoneOfProcess(),
    name: deviceName(db),
    address: deviceAddress(db),
    identity: await host.identity(),
    version,
    application: analysis.peer ? `${analysis.peer.name} ${analysis.peer.version}` : '',
    network: await network.read().catch(() => undefined),
    ntp_server: clock?.ntp_enabled ? clock.ntp_server : '',
    certificate_sha256: certificate.serves ? certificate.fingerprints().certificate : '',
    platform: { host: platformUrl(deps)?.host ?? '', operator_no: platformParam(deps).operator_no },
    object_storage: { host: hostOf(storage.endpoint), bucket: storagePlace(storage).bucket },
    cameras: allCameras(db),
    scenes,
    pictures: await picturesOf(scenes, deps),
    state,
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
