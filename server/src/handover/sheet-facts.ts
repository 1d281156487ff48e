/** Everything printed on the handover sheet. Secrets and plates are excluded. */
import { storagePlace } from '@parking/contract'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import { findScenes, type Scene } from '../camera/scene.store.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Deps } from '../core/deps.ts'
import { zoneOfProcess } from '../core/stamp.ts'
import type { BoxClock } from '../device/box-clock.ts'
import { type Address, deviceAddress, deviceName } from '../device/device.store.ts'
import type { HostIdentity } from '../ports/host-port.ts'
import type { NetworkNow } from '../ports/network-port.ts'
import { storedParam } from '../params/param.store.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { platformUrl } from '../system/diagnose/diagnose-network.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import { lastChange } from './handover.store.ts'
import { installState, type InstallState } from './install-state.ts'
import { loadSharp } from '../core/files/sharp.ts'

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

/** The pictures on which lots were drawn, reduced so that the whole sheet is smaller than 8 MB. */
const max_scenes = 60
const max_pixels = 64_000_000
/** About 90 kB per picture at the larger width, 45 kB at the smaller. */
const widthFor = (scenes: number): number => (scenes <= 16 ? 1200 : 720)

/**
 * The picture of each scene as JPEG in base64. Omits scenes without a readable picture and scenes beyond the
 * limit.
 */
async function picturesOf(
  scenes: readonly Scene[],
  { media }: Pick<Deps, 'media'>,
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  const shown = scenes.filter(({ row }) => row.ref_picture !== '').slice(0, max_scenes)
  if (shown.length === 0) return made
  const sharp = await loadSharp()
  for (const { row } of shown) {
    const bytes = await media.files
      .read(row.ref_picture)
      .then((file) =>
        sharp(file, { limitInputPixels: max_pixels, failOn: 'error' })
          .autoOrient()
          .resize({ width: widthFor(shown.length), withoutEnlargement: true })
          .jpeg({ quality: 68, mozjpeg: true })
          .toBuffer(),
      )
      .catch(() => undefined)
    if (bytes) made.set(row.scene_id, bytes.toString('base64'))
  }
  return made
}
