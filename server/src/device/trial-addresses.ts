/**
 * The console's addresses before and after a trial of the network, and which of them a request arrived by.
 */
import type { Trial } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'

type Change = Pick<Trial, 'kind' | 'before' | 'after'>

/** URLs with the scheme and port of the request. Empty if the address does not change. */
export function urlsOf({ arrived }: CallContext, change: Change): { old_url: string; new_url: string } {
  const moved = addressesOf(change)
  if (!moved || !arrived) return { old_url: '', new_url: '' }
  const url = (address: string) =>
    address === '' ? '' : new URL(`${arrived.scheme}://${address}:${arrived.port}`).origin
  return { old_url: url(moved.from), new_url: url(moved.to) }
}

/** Compares both the address of the socket and the browser's Host header, because there may be a proxy. */
export function arrivedBy(which: 'from' | 'to', { arrived }: CallContext, change: Change): boolean {
  const address = addressesOf(change)?.[which] ?? ''
  return address !== '' && (arrived?.address === address || arrived?.name === address)
}

function addressesOf({ kind, before, after }: Change): { from: string; to: string } | undefined {
  const [from, to] = [before['ipv4'] ?? '', after['ipv4'] ?? '']
  return kind !== 'ipv4' || from === to ? undefined : { from, to }
}
