/** The signed, short-lived address of a camera's live view, bound to one session and the page that asked. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { LiveKind } from './live.ts'

/** Long enough for a slow phone to connect. A page that reconnects requests a new address. */
const lifetime_ms = 60_000

type Signer = Pick<Deps, 'secrets'>
/** `origin`: of the page that asked for the address; empty for a program. */
type Watcher = { camera_sn: string; session: string; origin: string }

const signatureOf = ({ secrets }: Signer, { camera_sn, session, origin }: Watcher, until: string): string =>
  secrets.sign('live', [camera_sn, until, session, origin].join('\n'))

/** The address at which this session may watch the camera, valid for one minute from `now`. */
export function liveAddress(deps: Signer, watcher: Watcher, kind: LiveKind, now: number): string {
  const { camera_sn, session, origin } = watcher
  const until = String(now + lifetime_ms)
  const sign = signatureOf(deps, watcher, until)
  const query = new URLSearchParams({ kind, until, session, ...(origin && { origin }), sign })
  return `/live/${encodeURIComponent(camera_sn)}?${query}`
}

/** Whether this server signed the query of a live address and it has not expired. */
export function isLiveAddressValid(
  deps: Signer & Pick<Deps, 'now'>,
  camera_sn: string,
  { until, session, origin = '', sign }: Record<string, unknown>,
): boolean {
  const watcher = { camera_sn, session: String(session), origin: String(origin) }
  const wanted = Buffer.from(signatureOf(deps, watcher, String(until)))
  const given = Buffer.from(String(sign))
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(until) >= deps.now()
}
