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

/**
 * The addresses of `X-Forwarded-For` without ports, which IIS and Azure write by default (home-assistant/core
 * 52480): with them each connection would be another client, and none would be in the whitelist.
 */
export const withoutPorts = (forwarded_for: string): string =>
  forwarded_for.replace(/\[([^\]]*)\](:\d+)?/g, '$1').replace(/(\.\d+):\d+(?=\s*(,|$))/g, '$1')
