/** Signed addresses below /media, each valid until a time and for the session that requested it. */
import { timingSafeEqual } from 'node:crypto'

const lifetime_ms = 10 * 60_000

/** Signs with a key for each purpose. */
type Signer = { sign: (purpose: string, text: string) => string }

type Purpose = 'handover' | 'media' | 'support'
/** The query of a signed address. */
export type SignedQuery = { until: string; session: string; sign: string }

/** The query of a request, as text. */
export const signedQueryOf = ({ until, session, sign }: Record<string, unknown>): SignedQuery => ({
  until: String(until),
  session: String(session),
  sign: String(sign),
})

/** The address of a page or file of this name, valid for ten minutes. */
export const signedAddress = (
  signer: Signer,
  purpose: 'handover' | 'support',
  name: string,
  session: string,
  now: number,
): string => `/media/${purpose}/${name}?${signedQuery(signer, purpose, name, session, now + lifetime_ms)}`

export function signedQuery(
  signer: Signer,
  purpose: Purpose,
  name: string,
  session: string,
  until: number,
): string {
  const sign = signer.sign(purpose, `${name}\n${until}\n${session}`)
  return `until=${until}&session=${session}&sign=${sign}`
}

/** Whether this server signed the address, and it has not expired. The session is checked elsewhere. */
export function isSigned(
  signer: Signer,
  purpose: Purpose,
  name: string,
  { until, session, sign }: SignedQuery,
  now: number,
): boolean {
  const wanted = Buffer.from(signer.sign(purpose, `${name}\n${until}\n${session}`))
  const given = Buffer.from(sign)
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= now
}
