/** Keeps a session of RTSP, which ends at the camera if nothing is asked for its time (RFC 2326, 12.37). */

const usual_session_s = 60
/** A connection that ends so soon after a request was ended by it, and not by a cable or a restart. */
const at_once_ms = 2_000

export type SessionKeeper = {
  /** `session`: the field of the answer to SETUP; `offered`: the methods of the camera, if it named any. */
  begin(session: string, offered: string | undefined): void
  /** The camera has answered; not `good`: it has refused the method. */
  answered(good: boolean): void
  /** The camera has closed the connection. */
  closed(): void
  stop(): void
}

/**
 * `ask` sends a request. `breaks`: the methods at which the camera has ended a session, to which this one may
 * add; with both of them, nothing is asked: the frames may be enough.
 */
export function sessionKeeper(ask: (method: string) => void, breaks: Set<string>): SessionKeeper {
  let method = 'OPTIONS'
  let timer: NodeJS.Timeout | undefined
  /** When the request was sent that has no answer yet. */
  let asked_ms: number | undefined
  return {
    begin(session, offered) {
      const time_s = Number(/timeout\s*=\s*"?(\d+)/i.exec(session)?.[1]) || usual_session_s
      if (offered === undefined || /get_parameter/i.test(offered)) method = 'GET_PARAMETER'
      if (breaks.has(method)) method = 'OPTIONS'
      if (breaks.has(method)) return
      const every_s = Math.max(1, Math.min(time_s, usual_session_s) / 2)
      timer = setInterval(() => {
        asked_ms = performance.now()
        ask(method)
      }, every_s * 1000)
    },
    answered(good) {
      asked_ms = undefined
      if (!good) method = 'OPTIONS'
    },
    closed() {
      if (asked_ms !== undefined && performance.now() - asked_ms < at_once_ms) breaks.add(method)
    },
    stop: () => clearInterval(timer),
  }
}
