/** The console's cookies (spec §2, §9): the token, and the settings of the interface. */
import { token_cookie_days } from '@parking/contract/core/limits.ts'

export type CookieName = 'Admin-Token' | 'language' | 'size' | 'sidebarStatus' | 'theme'

/** The value of a cookie; undefined if it is not set. */
export function readCookie(name: CookieName, from: string = document.cookie): string | undefined {
  const found = from.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

/**
 * Cookies ignore port and scheme: without `Secure` the token would be sent to the same host in clear text.
 */
const secure = (): string => (location.protocol === 'https:' ? '; Secure' : '')

/** Stored for 365 days (spec §9), for this host only. */
export function writeCookie(name: CookieName, value: string): void {
  const max_age_s = token_cookie_days * 86_400
  const kept = `${name}=${encodeURIComponent(value)}; path=/; max-age=${max_age_s}`
  document.cookie = `${kept}; SameSite=Strict${secure()}`
}

export function dropCookie(name: CookieName): void {
  document.cookie = `${name}=; path=/; max-age=0; SameSite=Strict`
}
