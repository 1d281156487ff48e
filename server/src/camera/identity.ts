/**
 * What distinguishes cameras: the address and the video source. A serial number, which all cameras of a make
 * may share, never refuses one.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../core/db.ts'
import type { Inspected, OnvifAddress } from '../ports/camera-port.ts'
import { cameraBySn, camerasOfSerial, onvifAt, type CameraRow } from './camera.store.ts'

type Place = Pick<OnvifAddress, 'ipv4' | 'onvif_port'>

/** The stored camera of the source at this address. A row without a token is the first source. */
export function storedSource(
  db: Db,
  { ipv4, onvif_port }: Place,
  sources: Inspected['sources'],
  source_token: string,
): CameraRow | undefined {
  const first = sources[0]?.token ?? ''
  const one = sources.length === 1
  return onvifAt(db, ipv4, onvif_port).find((row) => one || (row.source_token || first) === source_token)
}

/**
 * The serial number of a new camera: that of its device, followed by the number of its source if that is not
 * the first. If a camera has this one already, a hash of what distinguishes the device follows, so that the
 * same camera gets the same number again.
 */
export function newSn(db: Db, { ipv4, onvif_port }: Place, found: Inspected): string {
  const { serial, mac, endpoint, source_token, sources } = found
  const number = sources.findIndex(({ token }) => token === source_token) + 1
  const plain = `${serial.slice(0, 46)}${number > 1 ? `-${number}` : ''}`
  const wanted = number > 1 ? plain : serial
  if (!cameraBySn(db, wanted)) return wanted
  const mark = createHash('sha256')
    .update(mac || endpoint || `${ipv4}:${onvif_port}`)
    .digest('hex')
  for (let n = 1; ; n++) {
    const camera_sn = `${plain}-${mark.slice(0, 6)}${n === 1 ? '' : `-${n}`}`
    if (!cameraBySn(db, camera_sn)) return camera_sn
  }
}

/** Another stored camera with this serial number that is not at this address; the first one by name. */
export const serialHolder = (
  db: Db,
  { ipv4, onvif_port }: Place,
  serial: string,
  row?: CameraRow,
): CameraRow | undefined =>
  camerasOfSerial(db, serial).find(
    (other) => other.camera_sn !== row?.camera_sn && (other.ipv4 !== ipv4 || other.onvif_port !== onvif_port),
  )

/**
 * Whether another device than the stored one has answered. An account may gain or lose the right to model and
 * serial number: then its MAC address alone counts.
 */
export const isOtherDevice = (row: CameraRow, found: Inspected): boolean => {
  const is_other_mac = row.mac !== '' && found.mac !== '' && !found.macs.includes(row.mac)
  const is_same_name =
    found.serial === row.serial &&
    found.endpoint !== '' &&
    plainEndpoint(found.endpoint) === plainEndpoint(row.endpoint)
  if (is_other_mac && !(is_same_name && isMadeUp(row.mac) && isMadeUp(found.mac))) return true
  return found.serial !== row.serial && !isUnknown(row) && !isUnknown(found)
}

/** No maker has assigned this MAC address: cameras without one may make another at each start (IEEE 802). */
const isMadeUp = (mac: string): boolean => /^.[26ae]/.test(mac)

/** The device has made this serial number, for a camera that has reported nothing. */
const isUnknown = ({ serial, model }: Pick<Inspected, 'serial' | 'model'>): boolean =>
  model === '' && /^onvif-[0-9a-f]{12}$/.test(serial)

/** The identifier of an endpoint without its scheme: cameras write it in several ways. */
const plainEndpoint = (text: string): string => text.replace(/^(urn:)?(uuid:)?/i, '').toLowerCase()

/** Whether a device found on the network is that of a camera: by its endpoint, often ending in the MAC. */
export function isSameEndpoint({ endpoint, mac }: CameraRow, found: string): boolean {
  const other = plainEndpoint(found)
  return (endpoint !== '' && plainEndpoint(endpoint) === other) || (mac !== '' && other.endsWith(mac))
}
