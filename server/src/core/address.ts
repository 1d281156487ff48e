/** Normalises client addresses for the whitelist, the audit and the logs. */
import { networkText, parseNetwork } from '@parking/contract'

/**
 * Maps an IPv4 client on an IPv6 socket to its IPv4 address and drops a zone index. Anything else is returned
 * unchanged.
 */
export function addressOf(text: string | undefined): string {
  const network = parseNetwork((text ?? '').replace(/%.*$/, ''))
  return network ? networkText(network) : (text ?? '')
}
