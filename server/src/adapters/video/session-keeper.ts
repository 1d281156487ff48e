/** Keeps a session of RTSP, which ends at the camera if nothing is asked for its time (RFC 2326, 12.37). */

const usual_session_s = 60

export type SessionKeeper = {
  /** `session`: the field of the answer to SETUP; `offered`: the methods of the camera, if it named any. */
  begin(session: string, offered: string | undefined): void
  /** The camera has refused the method. */
  refused(): void
  stop(): void
}

/**
 * `ask` sends a request. `breaks`: the methods at which the camera has ended a session; with both of them,
 * nothing is asked: the frames may be enough.
 */
export function sessionKeeper(ask: (method: string) => void, breaks: ReadonlySet<string>): SessionKeeper {
  let method = 'OPTIONS'
  let timer: NodeJS.Timeout | undefined
  return {
    begin(session, offered) {
      const time_s = Number(/timeout\s*=\s*"?(\d+)/i.exec(session)?.[1]) || usual_session_s
      if (offered === undefined || /get_parameter/i.test(offered)) method = 'GET_PARAMETER'
      if (breaks.has(method)) method = 'OPTIONS'
      if (breaks.has(method)) return
      const every_s = Math.max(1, Math.min(time_s, usual_session_s) / 2)
      timer = setInterval(() => ask(method), every_s * 1000)
    },
    refused: () => void (method = 'OPTIONS'),
    stop: () => clearInterval(timer),
  }
}
