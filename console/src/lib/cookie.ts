/** The console's cookies (spec §2, §9): the token, and what the interface remembers. */
import { token_cookie_days } from '@parking/contract/core/limits.ts'

export type CookieName = 'Admin-Token' | 'language' | 'size' | 'sidebarStatus' | 'theme'

/** A cookie's value, undefined when it is not there. */
export function readCookie(name: CookieName, from: string = document.cookie): string | undefined {
  const found = from.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

/** Cookies ignore the port and the scheme: without this the token would go to the same host in clear. */
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
