/** The current configuration in the form of the document, in canonical order, with its secrets separate. */
import {
  camera_urls,
  param_groups,
  url_fields,
  urlSecrets,
  type DocumentSections,
  type ParamGroup,
} from '@parking/contract'
import type { BoxClock } from '../device/box-clock.ts'
import { alarmMailRule } from '../alarm/rule.store.ts'
import { maskedUrls, openedUrls } from '../camera/camera-secrets.ts'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import { findScenes, type Scene } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { deviceAddress, deviceName } from '../device/device.store.ts'
import { vpnAccount } from '../device/vpn-account.ts'
import { masked } from '../params/extra-info.ts'
import { businessMode } from '../business-mode/business-mode.ts'
import { readParam, shown, write_only } from '../params/param.store.ts'
import { listEntries } from '../whitelist/whitelist.store.ts'
import type { DocumentSecrets } from './wrap.ts'

export type Sections = DocumentSections
export type Configuration = { sections: Sections; secrets: DocumentSecrets }
type Stored = Pick<Deps, 'db' | 'secrets'>
export type DocumentCamera = NonNullable<Sections['cameras']>['list'][number]
export type DocumentScene = NonNullable<Sections['scenes']>['list'][number]

/** The part from the database, with decrypted secrets. It must never leave the server in this form. */
export function storedConfiguration(deps: Stored): Configuration {
  const { db, secrets } = deps
  const cameras = allCameras(db)
  const groups = Object.fromEntries(param_groups.map((group) => [group, groupSection(deps, group)]))
  return {
    sections: {
      device: { name: deviceName(db), ...deviceAddress(db) },
      whitelist: {
        list: sortedBy(
          listEntries(db).map(({ address, comment }) => ({ address, comment })),
          (entry) => entry.address,
        ),
      },
      business_mode: businessMode(db),
      ...groups,
      alarm_mail: alarmMailRule(deps),
      cameras: { list: sortedBy(cameras.map(cameraOf), (camera) => camera.camera_sn) },
      scenes: { list: sortedBy(findScenes(db).map(sceneOf), (scene) => scene.scene_id) },
    },
    secrets: {
      params: param_groups.flatMap((group) => groupSecrets(deps, group)),
      cameras: sortedBy(
        cameras.flatMap((row) => {
          const urls = secretUrls(row, deps)
          return row.password === '' && urls === undefined
            ? []
            : [{ camera_sn: row.camera_sn, password: secrets.open(row.password), ...(urls && { urls }) }]
        }),
        (one) => one.camera_sn,
      ),
    },
  }
}

/** The part from the operating system. Values that cannot be read are omitted. */
export async function systemSections(
  deps: Pick<Deps, 'db' | 'network' | 'log'> & { box_clock: BoxClock },
): Promise<Pick<Sections, 'time' | 'network'>> {
  const unknown = (what: string) => (error: unknown) =>
    void deps.log.debug({ err: error }, `the ${what} of the box could not be read for the document`)
  const [clock, network] = await Promise.all([
    deps.box_clock.read().catch(unknown('clock')),
    deps.network.read().catch(unknown('network')),
  ])
  const vpn = vpnAccount(deps.db)
  return {
    ...(clock && {
      time: { time_zone: clock.time_zone, ntp_enabled: clock.ntp_enabled, ntp_server: clock.ntp_server },
    }),
    ...(network && {
      network: {
        ipv4: network.ipv4,
        netmask: network.netmask,
        gateway: network.gateway,
        dns_main: network.dns_main,
        dns_sub: network.dns_sub,
        macaddr: network.macaddr,
        dhcp: network.dhcp,
        vpn_server: vpn?.server ?? '',
        vpn_register_address: vpn?.register_address ?? '',
      },
    }),
  }
}

function groupSection(deps: Stored, group: ParamGroup): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shown(group, readParam(deps, group))).filter(
      ([field]) => !write_only[group].includes(field),
    ),
  )
}

/** The addresses of a camera that contain a secret. Undefined if there are none. */
function secretUrls(row: CameraRow, deps: Stored): DocumentSecrets['cameras'][number]['urls'] {
  const opened = openedUrls(row, deps)
  const held = camera_urls.filter((field) => urlSecrets(opened[field]).length > 0)
  return held.length === 0 ? undefined : Object.fromEntries(held.map((field) => [field, opened[field]]))
}

/** Each write-only field that is set, and the addresses and the JSON text that contain a secret. */
function groupSecrets(deps: Stored, group: ParamGroup): DocumentSecrets['params'] {
  const param = readParam(deps, group) as Readonly<Record<string, unknown>>
  const extra = param['extra_info']
  const fields = [
    ...write_only[group],
    ...(typeof extra === 'string' && masked(extra) !== extra ? ['extra_info'] : []),
    ...(url_fields[group] ?? []).filter((field) => urlSecrets(String(param[field])).length > 0),
  ]
  return fields.flatMap((field) =>
    typeof param[field] === 'string' && param[field] !== '' ? [{ group, field, value: param[field] }] : [],
  )
}

const cameraOf = ({
  codec: _codec,
  codec_sub: _codec_sub,
  sources: _sources,
  mac: _mac,
  endpoint: _endpoint,
  service_path: _path,
  stills: _stills,
  urls_typed,
  state: _state,
  state_reason: _reason,
  state_ms: _since,
  create_ms: _created,
  password,
  onvif_supported,
  ptz_supported,
  ...rest
}: CameraRow): DocumentCamera => ({
  ...rest,
  ...maskedUrls(rest),
  password_set: password !== '',
  onvif_supported: onvif_supported === 1,
  ptz_supported: ptz_supported === 1,
  urls_typed: urls_typed === 1,
})

function sceneOf({ row, lots }: Scene): DocumentScene {
  const {
    scene_id,
    camera_sn,
    scene_type,
    enabled,
    parking_no,
    direction,
    ref_width,
    ref_height,
    feature,
    focus,
  } = row
  return {
    scene_id,
    camera_sn,
    scene_type,
    enabled: enabled === 1,
    parking_no,
    direction,
    ref_width,
    ref_height,
    lots,
    ...(feature === null ? {} : { feature: JSON.parse(feature) as NonNullable<DocumentScene['feature']> }),
    ...(focus === null ? {} : { focus: JSON.parse(focus) as NonNullable<DocumentScene['focus']> | null }),
  }
}

const sortedBy = <T>(list: readonly T[], key: (one: T) => string): T[] =>
  list.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
