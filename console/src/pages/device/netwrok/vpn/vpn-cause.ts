/** What a line of OpenVPN's log means for the user; its own words are for its developers. */
import type { Areas } from '#src/locales/areas.ts'

type Causes = Areas['network']['vpn']['causes']

/** By the first pattern that matches. */
const causes: readonly (readonly [keyof Causes, RegExp])[] = [
  ['sign_in', /AUTH_FAILED/],
  ['expired', /certificate has expired|error=.*expired/i],
  ['not_yet', /certificate is not yet valid/i],
  ['certificate', /VERIFY ERROR|certificate verify failed|tls_process_server_certificate/i],
  ['name', /RESOLVE: Cannot|Cannot resolve/i],
  ['refused', /Connection refused/i],
  ['route', /(network|host) (is )?unreachable|no route to host/i],
  ['keys', /tls-crypt unwrap|cannot locate HMAC|Authenticate\/Decrypt packet error|Bad encapsulated/i],
  ['silent', /key negotiation failed|handshake failed|timed out|Inactivity timeout/i],
  ['file', /Options error|Cannot (open|load)/i],
]

/** The sentence for a line, or undefined if only the line itself can be shown. */
export function vpnCause(line: string, words: Causes): string | undefined {
  const cause = causes.find(([, pattern]) => pattern.test(line))?.[0]
  return cause && words[cause]
}
