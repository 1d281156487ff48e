/** The signed, short-lived address of a camera's live view, bound to one session. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { LiveKind } from './live.ts'

/** Long enough for a slow phone to connect. A page that reconnects requests a new address. */
const lifetime_ms = 60_000

type Signer = Pick<Deps, 'secrets'>
const signatureOf = ({ secrets }: Signer, camera_sn: string, until: string, session: string): string =>
  secrets.sign('live', `${camera_sn}\n${until}\n${session}`)

/** The address at which this session may watch the camera, valid for one minute from `now`. */
export function liveAddress(
  deps: Signer,
  camera_sn: string,
  kind: LiveKind,
  session: string,
  now: number,
): string {
  const until = String(now + lifetime_ms)
  const sign = signatureOf(deps, camera_sn, until, session)
  return `/live/${encodeURIComponent(camera_sn)}?kind=${kind}&until=${until}&session=${session}&sign=${sign}`
}

/** Whether this server signed the query of a live address and it has not expired. */
export function isLiveAddressValid(
  deps: Signer & Pick<Deps, 'now'>,
  camera_sn: string,
  { until, session, sign }: { until?: unknown; session?: unknown; sign?: unknown },
): boolean {
  const wanted = Buffer.from(signatureOf(deps, camera_sn, String(until), String(session)))
  const given = Buffer.from(String(sign))
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= deps.now()
}
