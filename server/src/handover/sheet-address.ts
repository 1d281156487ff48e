/** The signed address of a handover sheet, valid for ten minutes while the requesting session lasts. */
import { timingSafeEqual } from 'node:crypto'
import type { Language } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { MediaQuery } from '../core/media.ts'

const lifetime_ms = 10 * 60_000

type Signer = Pick<Deps, 'secrets'>
const signatureOf = ({ secrets }: Signer, language: string, until: string, session: string): string =>
  secrets.sign('handover', `${language}\n${until}\n${session}`)

export function sheetAddress(deps: Signer, language: Language, session: string, now: number): string {
  const until = String(now + lifetime_ms)
  const sign = signatureOf(deps, language, until, session)
  return `/media/handover/${language}?until=${until}&session=${session}&sign=${sign}`
}

/** Whether this server signed the address and it has not expired. */
export function isSheetAddressValid(
  deps: Signer & Pick<Deps, 'now'>,
  language: Language,
  { until, session, sign }: MediaQuery,
): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(deps, language, until, session)), Buffer.from(sign)]
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= deps.now()
}
