/** The signed address of a support bundle, valid for ten minutes while the requesting session lasts. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '#src/core/deps.ts'
import type { MediaQuery } from '#src/core/media.ts'

const lifetime_ms = 10 * 60_000

type Signer = Pick<Deps, 'secrets'>
const signatureOf = ({ secrets }: Signer, name: string, until: string, session: string): string =>
  secrets.sign('support', `${name}\n${until}\n${session}`)

/** The download address of a bundle. It expires ten minutes after `now`. */
export function bundleAddress(deps: Signer, name: string, session: string, now: number): string {
  const until = String(now + lifetime_ms)
  const sign = signatureOf(deps, name, until, session)
  return `/media/support/${name}?until=${until}&session=${session}&sign=${sign}`
}

/** Whether this server signed the address and it has not expired. */
export function isBundleAddressValid(
  deps: Signer & Pick<Deps, 'now'>,
  name: string,
  { until, session, sign }: MediaQuery,
): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(deps, name, until, session)), Buffer.from(sign)]
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= deps.now()
}
