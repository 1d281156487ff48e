/**
 * The console's addresses before and after a trial of the network, and which of the two a request came by.
 */
import type { Trial } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'

type Change = Pick<Trial, 'kind' | 'before' | 'after'>

/** `http://address:port` with the port of the request; empty where the address does not change. */
export function urlsOf({ arrived }: CallContext, change: Change): { old_url: string; new_url: string } {
  const moved = addressesOf(change)
  if (!moved || !arrived) return { old_url: '', new_url: '' }
  const url = (address: string) =>
    address === '' ? '' : new URL(`${arrived.scheme}://${address}:${arrived.port}`).origin
  return { old_url: url(moved.from), new_url: url(moved.to) }
}

/** Compares both the socket's address and the browser's Host: there may be a proxy between them. */
export function cameBy(which: 'from' | 'to', { arrived }: CallContext, change: Change): boolean {
  const address = addressesOf(change)?.[which] ?? ''
  return address !== '' && (arrived?.address === address || arrived?.name === address)
}

function addressesOf({ kind, before, after }: Change): { from: string; to: string } | undefined {
  const [from, to] = [before['ipv4'] ?? '', after['ipv4'] ?? '']
  return kind !== 'ipv4' || from === to ? undefined : { from, to }
}
