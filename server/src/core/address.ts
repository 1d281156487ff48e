/** The address of a client in one form, for the whitelist, the audit and the logs. */
import { networkText, parseNetwork } from '@parking/contract'

/**
 * An IPv4 client on an IPv6 socket gets its IPv4 address, and a
 * zone index is dropped. Anything else is returned unchanged.
 */
export function addressOf(text: string | undefined): string {
  const network = parseNetwork((text ?? '').replace(/%.*$/, ''))
  return network ? networkText(network) : (text ?? '')
}
