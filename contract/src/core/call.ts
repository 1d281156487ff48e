/**
 * Describes one call of the API: path, roles, body, answer, and how client and audit treat it. The schemas
 * are zod/mini (5 kB in a browser) and strict, without defaults or transforms, so that they print as JSON
 * Schema.
 */
import * as z from 'zod/mini'
import type { Role } from './codes.ts'

z.config({ jitless: true }) // zod would compile with eval, which the Content-Security-Policy forbids

export type Call<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** The path on the wire. Its last segment is the name of the call. */
  readonly path: Path
  /** POST, except for the one path that spec §7 defines as GET. */
  readonly method: 'POST' | 'GET'
  /** Who may make the call. `anyone` needs no session. */
  readonly roles: readonly Role[] | 'anyone'
  /** A call is a write if it changes state that outlives it; a write leaves a row in the audit. */
  readonly effect: 'read' | 'write'
  /**
   * What is omitted from the audit row of a write. `body_hidden`: the body, because it contains passwords.
   * `own_row`: the row of a success, because the handler writes its own. `none`: the whole row.
   * `changes`: the body, because the row shows the change that the call adds to the change log.
   */
  readonly audit?: 'body_hidden' | 'own_row' | 'none' | 'changes'
  /**
   * The password must have been typed in this session within the last minutes (`fresh_s`), else 4031: for
   * actions that cannot be undone or grant access. With an object, only for bodies with these values.
   */
  readonly fresh?: true | Readonly<Record<string, string>>
  /** The call may take 30 s instead of 5 s (spec §7, §9). */
  readonly slow?: true
  /** The client shows no toast when the call fails (spec §7). */
  readonly silent?: true
  /** One line for the API document. */
  readonly summary: string
  readonly body: Body
  /** The schema of `data` when `code` is 0. */
  readonly answer: Answer
  /** A valid body, for the API document and the tests. */
  readonly example: z.input<Body>
  /** The size limit of a body in bytes; 1 MiB by default. */
  readonly body_bytes?: number
  /** The call is not in the spec: the console must also work with a device that does not have it. */
  readonly ours?: true
  /** The call is allowed in a session whose password must still be changed. */
  readonly with_first_password?: true
}

/** Defines a call, and keeps its narrow types. */
/*@__NO_SIDE_EFFECTS__*/
export function defineCall<
  const Path extends string,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(call: Omit<Call<Path, Body, Answer>, 'method'> & { method?: 'POST' | 'GET' }): Call<Path, Body, Answer> {
  return { method: 'POST', ...call }
}

/** Every user who is signed in. */
export const everyone = ['admin', 'operator', 'checker', 'viewer'] as const satisfies readonly Role[]
/** The users who see the whole device: its cameras, settings, logs and state. */
export const viewers = ['admin', 'operator', 'viewer'] as const satisfies readonly Role[]
/** The users who decide about events. */
export const checkers = ['admin', 'operator', 'checker'] as const satisfies readonly Role[]
/** The users who operate the device day by day. */
export const workers = ['admin', 'operator'] as const satisfies readonly Role[]
/** The users who may disconnect the device, erase it or give others access to it. */
export const admins = ['admin'] as const satisfies readonly Role[]
