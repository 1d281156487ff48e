/**
 * The audit: every call that writes leaves a row with user, address, result, and the values before and after.
 * If a handler returns no promise, its change and the row are one transaction; if a handler fails after it
 * has changed something, the row of the failure shows the change (docs/decisions/0052).
 */
import { code, type CallName, type LogLevel } from '@parking/contract'
import { changeOfRequest } from '../changes/history/history.ts'
import { differenceOf, masked, type Values } from '../core/audit-values.ts'
import type { CallContext } from '../core/call-context.ts'
import { databaseFault } from '../core/db.ts'
import type { LogThrottle } from '../core/flow/log-throttle.ts'
import { Refusal } from '../core/refusal.ts'
import type { LogWriter } from '../system/log/log-writer.ts'
import type { LogDetail } from '../system/log/log.store.ts'
import { userByName } from '../user/user.store.ts'
import { codeOf } from './answer.ts'
import type { Operation } from './operation.ts'

/** `refusal_throttle` limits rows about refusals that cost the caller nothing to one a minute. */
export type AuditNeeds = {
  log_writer: LogWriter
  refusal_throttle: LogThrottle
  upgrade: { onTrial(): boolean }
}
export type AuditContext = CallContext & AuditNeeds

type AuditChange = { change_id?: number; before?: Values; after?: Values }

type Attempt = { operation: Operation; context: AuditContext; username: string }

/** Runs the handler with the body that `check` returns, and records the result if the call writes. */
export async function runAudited(
  operation: Operation,
  given: unknown,
  context: AuditContext,
  check: () => unknown,
): Promise<unknown> {
  const { call, name } = operation
  const run = (body: unknown): unknown => operation.handler(body as never, context as never)
  if (call.effect === 'read' || call.audit === 'none') return run(check())
  const attempt = { operation, context, username: usernameOf(name, given, context) }
  let left: AuditChange = {}
  try {
    const body = check()
    const before = subjectOf(attempt, body)
    const answer = inTransaction(context, () => {
      const returned = run(body)
      if (returned instanceof Promise) returned.catch(() => undefined) // awaited below
      else recordSuccess(attempt, body, before, returned)
      return returned
    })
    if (!(answer instanceof Promise)) return answer
    const settled: unknown = await answer.catch((error: unknown) => {
      left = leftBehind(attempt, body, before)
      throw error
    })
    try {
      recordSuccess(attempt, body, before, settled)
    } catch (error) {
      // The call has succeeded, so its answer must say so.
      context.log.error({ err: error, call: name }, 'an audit row could not be written')
    }
    return settled
  } catch (error) {
    recordRefusal(attempt, error, left)
    throw error
  }
}

/** Records a call that the role (4030) or an old password (4031) does not allow, at most once a minute. */
export function recordDenied(operation: Operation, context: AuditContext, error: unknown): void {
  recordRefusal({ operation, context, username: context.session.username }, error)
}

/**
 * Empty for a sign-in with an unknown name, because users sometimes type their password into the wrong field.
 */
function usernameOf(name: CallName, given: unknown, { db, session }: CallContext): string {
  if (name !== 'login') return session.username
  const typed =
    typeof given === 'object' && given !== null && 'username' in given && typeof given.username === 'string'
      ? given.username
      : ''
  return userByName(db, typed)?.username ?? ''
}

/** After a rollback the subscribers that were notified of the change must read the old values again. */
function inTransaction<T>({ db, bus }: CallContext, work: () => T): T {
  try {
    return db.transaction(work)
  } catch (error) {
    if (databaseFault(error)) for (const what of ['config', 'platform', 'params'] as const) bus.emit(what)
    throw error
  }
}

/** What a failed call had changed before it failed. */
function leftBehind(attempt: Attempt, body: unknown, before: Values | undefined): AuditChange {
  const change = loggedChange(attempt, body)
  const after = before && (subjectOf(attempt, body) ?? {})
  if (before === undefined || JSON.stringify(after) === JSON.stringify(before)) return change
  return { ...change, ...differenceOf(before, after ?? {}, body) }
}

/** The change that the call added to the change log, with its values if the call is marked so. */
function loggedChange({ context, operation: { call } }: Attempt, body: unknown): AuditChange {
  const change = changeOfRequest(context)
  if (!change) return {}
  const values = call.audit === 'changes' && differenceOf(change.before, change.after, body)
  return { change_id: change.change_id, ...values }
}

/** Undefined for a call without an audit subject. A subject that cannot be read must not stop the change. */
function subjectOf({ operation, context }: Attempt, body: unknown, answer?: unknown): Values | undefined {
  try {
    return operation.subject?.(body as never, context as never, answer as never)
  } catch (error) {
    context.log.warn(
      { err: error, call: operation.name },
      'the subject of a call could not be read for the audit',
    )
    return {}
  }
}

/**
 * The answer that starts a trial contains the values before it, so the operating system is not queried twice.
 */
function valuesBeforeTrial(answer: unknown): Values {
  const started = answer as { trial?: { before?: Values } } | null | undefined
  return started?.trial?.before ?? {}
}

function recordSuccess(attempt: Attempt, body: unknown, before: Values | undefined, answer: unknown): void {
  const { context, username } = attempt
  const { call, name } = attempt.operation
  if (call.audit === 'own_row') return
  const after = subjectOf(attempt, body, answer)
  const shown =
    call.audit === 'body_hidden' || call.audit === 'changes'
      ? {}
      : before || after
        ? differenceOf({ ...before, ...valuesBeforeTrial(answer) }, after ?? {}, body)
        : { after: masked(body) }
  context.log_writer.audit(
    'INFO',
    `${username}: ${name} from ${context.address}: done`,
    detailOf(attempt, code.success, { ...loggedChange(attempt, body), ...shown }),
  )
}

/**
 * A refusal that costs the caller nothing gets one row a minute. user/throttle.ts limits refused sign-ins.
 */
function recordRefusal(attempt: Attempt, error: unknown, left: AuditChange = {}): void {
  const { context, operation, username } = attempt
  const { name } = operation
  const refused = codeOf(error)
  const changed = Object.keys(left).length > 0
  const cheap = refused !== code.failed && refused !== code.internal && !changed
  const times = cheap
    ? context.refusal_throttle.count(`${context.address} ${username} ${name} ${refused}`, context.now())
    : 1
  if (times === undefined) return
  const issues =
    error instanceof Refusal
      ? (error.data?.issues ?? [])
          .slice(0, 10)
          .map(({ field, issue }) => `${field} ${issue}`.trim())
          .join(', ')
      : ''
  const level: LogLevel = refused === code.internal ? 'ERROR' : 'WARNING'
  const detail = detailOf(attempt, refused, { ...left, ...(issues !== '' && { issues }) })
  context.log_writer.auditLater(
    level,
    `${username || 'unknown user'}: ${name} from ${context.address}: refused (${refused})`,
    times > 1 ? { ...detail, facts: { times } } : detail,
  )
}

function detailOf(
  { context, operation: { name }, username }: Attempt,
  answered: number,
  more: Partial<NonNullable<LogDetail['audit']>>,
): LogDetail {
  const role =
    name === 'login' ? (userByName(context.db, username)?.role ?? '') : context.session.roles.join()
  return {
    what: 'call',
    audit: {
      who: username,
      role,
      address: context.address,
      call: name,
      code: answered,
      request_id: context.request_id,
      ...more,
    },
  }
}
