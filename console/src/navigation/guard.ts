/**
 * The navigation guard of spec §2 and the roles of §6 as pure functions from user and destination to a
 * decision.
 */
import type { Role } from '@parking/contract/core/codes.ts'

export type GuardSession = { token: boolean; roles: readonly Role[] }
export type Where = { pathname: string; search: string; hash?: string }

export type Verdict =
  | { kind: 'stay' }
  /** Base info and user info must be loaded first; then call the guard again. */
  | { kind: 'load' }
  | { kind: 'go'; to: string }

/** Paths that need no token (spec §2). */
const open_paths: readonly string[] = ['/login', '/auth-redirect']

/** Implements every row of the table in spec §2. */
export function guard(session: GuardSession, where: Where): Verdict {
  const path = where.pathname.replace(/(?<=.)\/+$/, '').toLowerCase()
  if (session.token) {
    if (path === '/login') return { kind: 'go', to: '/' }
    return session.roles.length > 0 ? { kind: 'stay' } : { kind: 'load' }
  }
  // Other spellings of the login path would be served by the console's document.
  if (path === '/login' && where.pathname !== '/login') return { kind: 'go', to: `/login${where.search}` }
  return open_paths.includes(path) ? { kind: 'stay' } : { kind: 'go', to: loginFor(where) }
}

export type Loaded<T> = { answered: true; data: T } | { answered: false }

/**
 * The roles after base info and user info were requested. Undefined (clear the token and go to the login) if
 * base info failed or user info lists no roles. A device without user info means `admin`.
 */
export function rolesAfter(
  base: Loaded<unknown>,
  info: Loaded<{ roles: unknown }>,
): readonly Role[] | undefined {
  if (!base.answered) return undefined
  if (!info.answered) return ['admin']
  const roles: unknown = info.data?.roles
  return Array.isArray(roles) && roles.length > 0 ? (roles as Role[]) : undefined
}

/**
 * `/login?redirect={path}` with the other query keys and the hash, so that no part of the address is lost.
 */
export function loginFor(where: Where): string {
  const others = new URLSearchParams(where.search)
  others.delete('redirect')
  const rest = others.size > 0 ? `&${others}` : ''
  const path = encodeURIComponent(where.pathname).replaceAll('%2F', '/')
  return `/login?redirect=${path}${rest}${where.hash ?? ''}`
}

/**
 * The address after signing out: `/login?redirect={current full path}` (spec §2), encoded so that its own
 * query survives.
 */
export const logoutTo = (full_path: string): string => `/login?redirect=${encodeURIComponent(full_path)}`

/** The destination after signing in: `redirect` if it is our path, with the other query keys and the hash. */
export function destinationOf(search: string, hash = ''): string {
  const query = new URLSearchParams(search)
  const path = safePath(query.get('redirect'))
  query.delete('redirect')
  if (query.size === 0) return path + hash
  return `${path}${path.includes('?') ? '&' : '?'}${query}${hash}`
}

/**
 * Accepts only a path of this origin, starting with a single `/`. The login itself would be a redirect loop.
 */
export function safePath(text: string | null): string {
  if (!text || !/^\/(?![/\\])/.test(text) || /[\u0000-\u001f\\]/.test(text)) return '/'
  return /^\/login(?=$|[/?#])/.test(text) ? '/' : text
}
