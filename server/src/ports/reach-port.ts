/**
 * Whether other machines of the network answer. Both functions throw a SystemError if the device cannot send
 * the request.
 */
export type NameAnswer =
  /** The name has addresses. */
  | { kind: 'found'; addresses: string[]; ms: number }
  /** The name server answered that it does not know the name, or could not find out. */
  | { kind: 'unknown'; ms: number }
  /** No answer. */
  | { kind: 'silent' }

export type ReachPort = {
  /** The round trip of one echo request in milliseconds; null without an answer within 2 s. */
  echo(ipv4: string): Promise<number | null>
  /**
   * Asks one name server for the IPv4 addresses of a name; ends within 3 s. Never asks another server
   * instead.
   */
  resolve(name: string, server: string): Promise<NameAnswer>
}
