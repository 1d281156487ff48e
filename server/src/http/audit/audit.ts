/**
 * The audit (security row 27): every call that changes something leaves a row that says who, from where, what came of it, and what was
 * before and after. Done once, around every handler. Where a handler answers at once, its change and the row are one transaction.
 */
import type { LogBook } from '#src/system/log/log-book.ts'
import { code, type Call, type CallName, type LogLevel } from '@parking/contract'
import { codeOf } from '../answer.ts'
import { beforeIn, subjectOf, type SubjectNeeds } from './audit-subjects.ts'
import { differenceOf, masked } from '#src/core/audit-values.ts'
import { LogThrottle } from '#src/core/log-throttle.ts'
import { databaseFault } from '#src/core/db.ts'
import { noteConfiguration } from '#src/history/param-history.ts'
import { Refusal } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import type { LogDetail } from '#src/system/log/log.store.ts'
import { userByName } from '#src/user/user.store.ts'

/** The key of a call is the last segment of its path. */
const nameOf = (call: Call): CallName => call.path.split('/').at(-1) as CallName

/** The parts of the runtime that the audit and its subjects read. */
export type AuditNeeds = SubjectNeeds & { book: LogBook }
type AuditContext = CallContext & AuditNeeds

type Work = (body: never) => unknown

/** Runs a call: `check` gives its body or throws, `work` does it. Leaves a row where the call is one that changes something. */
export async function audited(
  call: Call,
  given: unknown,
  context: AuditContext,
  check: () => unknown,
  work: Work,
): Promise<unknown> {
  if (call.effect === 'read' || call.audit === 'none') return work(check() as never)
  const name = nameOf(call)
  const start = { context, call, name, who: whoIs(name, given, context) }
  try {
    const body = check()
    const before = subjectOf(name, body, context)
    const answer = inOneGo(context, () => {
      const now = work(body as never)
      if (now instanceof Promise)
        now.catch(() => undefined) // awaited below
      else keepDone(start, body, before, now)
      return now
    })
    if (!(answer instanceof Promise)) return answer
    const done: unknown = await answer
    try {
      keepDone(start, body, before, done)
    } catch (error) {
      // It has been done: to say otherwise would be a lie.
      context.log.error({ err: error, call: name }, 'an audit row could not be kept')
    }
    return done
  } catch (error) {
    noteRefusal(start, error)
    throw error
  }
}

/** A call that somebody may not make (code 4030): whoever tries it again and again is said once a minute. */
export function noteDenied(call: Call, context: AuditContext, error: unknown): void {
  const name = nameOf(call)
  noteRefusal({ context, call, name, who: context.session.username }, error)
}

type Start = { context: AuditContext; call: Call; name: CallName; who: string }

/** A name that nobody has is not written down: people type their password into the wrong field. */
function whoIs(name: CallName, given: unknown, { db, session }: CallContext): string {
  if (name !== 'login') return session.username
  const typed =
    typeof given === 'object' && given !== null && 'username' in given && typeof given.username === 'string'
      ? given.username
      : ''
  return userByName(db, typed)?.username ?? ''
}

/** When the whole is rolled back, those who were told of the change look again. */
function inOneGo<T>({ db, bus }: CallContext, work: () => T): T {
  try {
    return db.transaction(work)
  } catch (error) {
    if (databaseFault(error)) for (const what of ['config', 'platform', 'params'] as const) bus.emit(what)
    throw error
  }
}

function keepDone(start: Start, body: unknown, before: ReturnType<typeof subjectOf>, answer: unknown): void {
  const { context, call, name, who } = start
  if (call.audit === 'own_row') return
  const after = subjectOf(name, body, context, answer)
  const change =
    call.audit === 'body_hidden'
      ? {}
      : before || after
        ? differenceOf({ ...before, ...beforeIn(answer) }, after ?? {}, body)
        : { after: masked(body) }
  if (before || after) noteConfiguration(context, name, body, before ?? {}, after ?? {})
  context.book.audit(
    'INFO',
    `${who}: ${name} from ${context.address}: done`,
    detailOf(start, code.success, change),
  )
}

const calms = new WeakMap<LogBook, LogThrottle>()
const once_a_minute = (book: LogBook): LogThrottle => {
  const calm = calms.get(book) ?? new LogThrottle(60_000)
  calms.set(book, calm)
  return calm
}

/** Refused sign-ins are few by themselves (throttle.ts); of what costs the caller nothing one row a minute is kept. */
function noteRefusal(start: Start, error: unknown): void {
  const { context, name, who } = start
  const refused = codeOf(error)
  const cheap = refused !== code.failed && refused !== code.internal
  const times = cheap
    ? once_a_minute(context.book).count(`${context.address} ${who} ${name} ${refused}`, context.now())
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
  const detail = detailOf(start, refused, issues === '' ? {} : { issues })
  context.book.auditLater(
    level,
    `${who || 'somebody'}: ${name} from ${context.address}: refused (${refused})`,
    times > 1 ? { ...detail, facts: { times } } : detail,
  )
}

function detailOf(
  { context, name, who }: Start,
  answered: number,
  more: Partial<NonNullable<LogDetail['audit']>>,
): LogDetail {
  const role = name === 'login' ? (userByName(context.db, who)?.role ?? '') : context.session.roles.join()
  return {
    what: 'call',
    audit: {
      who,
      role,
      address: context.address,
      call: name,
      code: answered,
      request_id: context.request_id,
      ...more,
    },
  }
}
