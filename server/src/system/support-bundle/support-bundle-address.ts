/** The signed address of a support bundle, valid for ten minutes. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '#src/core/deps.ts'

const lifetime_ms = 10 * 60_000

type Signer = Pick<Deps, 'secrets'>
const signatureOf = ({ secrets }: Signer, name: string, until: string): string =>
  secrets.sign('support', `${name}\n${until}`)

/** The download address of a bundle, valid from `now` on. */
export function bundleAddress(deps: Signer, name: string, now: number): string {
  const until = String(now + lifetime_ms)
  return `/media/support/${name}?until=${until}&sign=${signatureOf(deps, name, until)}`
}

/** Whether this server signed the address and it has not expired. */
export function isBundleAddressValid(
  deps: Signer & Pick<Deps, 'now'>,
  name: string,
  until: string,
  sign: string,
): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(deps, name, until)), Buffer.from(sign)]
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= deps.now()
}
