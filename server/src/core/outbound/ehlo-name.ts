/** The name of this box in EHLO (RFC 5321, section 4.1.3): many relays refuse a name that is not full. */
import { isIPv6, type Socket } from 'node:net'
import { hostname } from 'node:os'

/** A full domain name; one of a local network tells a relay nothing. */
const full_name = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i
const local_name = /\.(local|localdomain|lan|home|internal|invalid|test)$/i

/** The full host name, else the address of the connection as a literal. `name` replaces the host name. */
export function ehloName({ localAddress }: Pick<Socket, 'localAddress'>, name = hostname()): string {
  if (full_name.test(name) && !local_name.test(name)) return name
  const address = localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '127.0.0.1'
  return isIPv6(address) ? `[IPv6:${address.replace(/%.*$/, '')}]` : `[${address}]`
}
