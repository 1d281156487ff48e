/** Whether other machines of the network answer. Both functions throw a SystemError where the box cannot ask. */
export type NameAnswer =
  /** The name has addresses. */
  | { kind: 'found'; addresses: string[]; ms: number }
  /** The name server answered, and knows no such name (or could not find out). */
  | { kind: 'unknown'; ms: number }
  /** No answer. */
  | { kind: 'silent' }

export type ReachPort = {
  /** One echo request. Milliseconds of the round trip; null where nothing came back within 2 s. */
  echo(ipv4: string): Promise<number | null>
  /** Asks one name server for the IPv4 addresses of a name; ends within 3 s. Never asks another server instead. */
  resolve(name: string, server: string): Promise<NameAnswer>
}
