/** `main.js label [--json]`: the data on the box's label, for printing and for comparing. */
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { needMainDatabase } from './system/restore/main-database.ts'
import type { HostPort } from './ports/host-port.ts'
import { fingerprintsOf } from './tls/device-certificate.ts'
import { ownNames } from './tls/own-names.ts'
import { PairFiles } from './tls/pair-files.ts'

export type Label = {
  serial: string
  model: string
  /** The console's addresses: names first, then IPv4, then IPv6. Empty if only the box itself can open it. */
  addresses: string[]
  /** SHA-256 of the certificate in use and of its public key; null if the console has no HTTPS. */
  certificate_sha256: string | null
  public_key_sha256: string | null
}
type Place = Pick<Environment, 'folder' | 'names' | 'tls' | 'port' | 'host'>

/** Throws an Error with one sentence if the device has never been started. */
export async function labelOf(place: Place, host: Pick<HostPort, 'identity'>): Promise<Label> {
  const { host_sn, host_model } = await host.identity()
  const prints = place.tls ? fingerprintsIn(place.folder) : undefined
  return {
    serial: host_sn,
    model: host_model,
    addresses: addressesOf(place),
    certificate_sha256: prints?.certificate ?? null,
    public_key_sha256: prints?.public_key ?? null,
  }
}

/** The database file. Throws an Error with one sentence if there is no device, or if it is damaged. */
export const needDevice = (folder: string): string => {
  const file = join(folder, 'parking.db')
  if (!existsSync(folder)) throw new Error(`There is no device in ${folder}: set PARKING_DATA.`)
  needMainDatabase(folder)
  if (!existsSync(file)) throw new Error(`There is no device in ${folder}: set PARKING_DATA.`)
  return file
}

export function labelText({ serial, model, addresses, ...prints }: Label): string {
  const lines = [
    ['Serial number', serial],
    ['Model', model],
    ...addresses.map((address) => ['Console', address]),
    ['Certificate SHA-256', prints.certificate_sha256],
    ['Public key SHA-256', prints.public_key_sha256],
  ]
  return lines.map(([name, value]) => (value ? `${name}: ${value}\n` : '')).join('')
}

/** Chooses as DeviceCertificate does: an imported certificate replaces the device's own. */
function fingerprintsIn(folder: string) {
  const files = new PairFiles(folder)
  const pair = files.read('imported') ?? files.read('own')
  if (!pair) throw new Error('There is no certificate yet: start the device first.')
  return fingerprintsOf(new X509Certificate(pair.cert))
}

/**
 * The addresses under which other machines can open the console: names of the installation first, then IPv4,
 * then IPv6. Empty while the device has no network address, or behind a proxy on the box itself.
 */
export function addressesOf({ host, names, tls, port }: Omit<Place, 'folder'>): string[] {
  const local = /^(127\.|::1$|localhost$)/
  if (local.test(host)) return []
  const every = host === '::' || host === '0.0.0.0'
  const shown = ownNames(names).filter(
    (name) =>
      !local.test(name) &&
      (isIP(name) === 0 ? names.includes(name) : every ? host === '::' || isIP(name) === 4 : name === host),
  )
  return shown
    .toSorted((a, b) => isIP(a) - isIP(b))
    .map((name) => `${tls ? 'https' : 'http'}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`)
}
