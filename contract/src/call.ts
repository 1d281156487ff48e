/**
 * One entry of the contract: what a call is named, takes, gives and who may make it. The schemas are zod/mini (5 kB in a browser),
 * strict and without defaults or transforms, so that they print as JSON Schema and so that nothing is filled in unseen (DESIGN §10).
 */
import * as z from 'zod/mini'
import type { Role } from './codes.ts'

z.config({ jitless: true }) // zod would compile with eval, which the Content-Security-Policy forbids

export type Call<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** The wire's own path. */
  readonly path: Path
  /** POST, but for the one path that spec §7 names otherwise. */
  readonly method: 'POST' | 'GET'
  /** Who may make it. `anyone` needs no session at all. */
  readonly roles: readonly Role[] | 'anyone'
  /** One line for the API document. */
  readonly summary: string
  readonly body: Body
  /** What `data` holds when `code` is 0. */
  readonly answer: Answer
  /** A body that is good, for the API document and the tests. */
  readonly example: z.input<Body>
  /** The most bytes that a body may have; 1 MiB where it does not say. */
  readonly body_bytes?: number
  /** True for calls beyond the spec: the console must not break where a device does not have them. */
  readonly ours?: true
  /** True where a session that must still choose its password may make the call. */
  readonly with_first_password?: true
}

/** Keeps the narrow types of an entry. */
/*@__NO_SIDE_EFFECTS__*/
export function defineCall<
  const Path extends string,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(call: Omit<Call<Path, Body, Answer>, 'method'> & { method?: 'POST' | 'GET' }): Call<Path, Body, Answer> {
  return { method: 'POST', ...call }
}

/** Everybody who is signed in. */
export const everyone = ['admin', 'operator', 'viewer'] as const satisfies readonly Role[]
/** Those who work on the device day by day. */
export const workers = ['admin', 'operator'] as const satisfies readonly Role[]
/** Those who may cut it off, wipe it or open it to others. */
export const admins = ['admin'] as const satisfies readonly Role[]
