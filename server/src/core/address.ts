/** Where somebody calls from, in the one way in which the whitelist, the audit and the logs write it. */
import { networkText, parseNetwork } from '@parking/contract'

/** Normal form: an IPv4 caller on an IPv6 socket is an IPv4 address, and no interface is named. What is no address stays as it is. */
export function addressOf(text: string | undefined): string {
  const network = parseNetwork((text ?? '').replace(/%.*$/, ''))
  return network ? networkText(network) : (text ?? '')
}
