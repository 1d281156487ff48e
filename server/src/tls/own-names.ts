/** The names and addresses that the device's own certificate is for. */
import { hostname, networkInterfaces } from 'node:os'

/** Limit for a box that has many container networks. */
const max_addresses = 40

/** `more`: the names of the installation (PARKING_NAMES). The first returned name is the common name. */
export function ownNames(more: readonly string[]): string[] {
  const own = hostname().toLowerCase()
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    // Users do not type link-local addresses.
    .filter(({ address, family }) => family === 'IPv4' || !/^fe80:/i.test(address))
    .map(({ address }) => address)
    .slice(0, max_addresses)
  const local = ['127.0.0.1', '::1', 'localhost']
  return [...new Set([own.includes('.') ? own : `${own}.local`, own, ...more, ...addresses, ...local])]
}
