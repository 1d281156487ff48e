/**
 * Calls of the contract (spec §7): token, timeout, envelope, toast, silence, code 4000. Imports only types,
 * so no schema is bundled for sending. Long because the steps of one call belong together.
 */
import type * as z from 'zod/mini'
import { silent_paths } from '@parking/contract/core/call-facts.ts'
import type { Answer, Calls, NameAt, Path } from '@parking/contract/calls.ts'
import { code, type FailureReason } from '@parking/contract/core/codes.ts'
import type { Envelope } from '@parking/contract/core/envelope.ts'
import { timeoutOf } from '@parking/contract/core/limits.ts'
import type { Issue, IssueKind } from '@parking/contract/core/rules.ts'
import { envelopeIn } from '../lib/envelope-in.ts'
import { sendCall, takeEarly } from './first-calls.ts'
import { findFate, keyHeader, namedCall, type SentCall } from './lost-answer.ts'
import { detailIn, foreignSentence, issuesIn, reasonIn, refusalSentence, sentenceOf } from './errors.ts'
import {
  connectionLost,
  reportConnected,
  reportNoAnswer,
  type ConnectionLossReason,
} from '../stores/connection-lost.ts'
import { plannedRestart } from '../stores/planned-restart.ts'
import { anyDirty } from '../stores/dirty.ts'
import { recordSessionEnd } from '../stores/session-end-reason.ts'
import { logError } from '../stores/error-log.ts'
import { doubts } from '../stores/lost-answers.ts'
import { askPassword } from '../stores/password-needed.ts'
import { askRelogin } from '../stores/relogin.ts'
import { clearSession, dropToken, readToken, storeToken } from '../stores/session.ts'
import { toast } from '../ui/toast.tsx'
import { wordsNow } from './words.ts'

export type BodyAt<P extends Path> = z.input<Calls[NameAt<P>]['body']>
export type AnswerAt<P extends Path> = Answer<NameAt<P>>

/**
 * `unreachable` and `timeout`: not carried out, or a read. `unknown`: nothing says whether the device has
 * carried it out.
 */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'http' | 'unknown'

/** Why a call failed. `message` is a sentence for the user, in their language. */
export class CallError extends Error {
  readonly kind: FailureKind
  readonly code: number
  /** The HTTP status of the answer; 0 if there was no answer. */
  readonly status: number
  readonly issues: readonly Issue[]
  readonly data: unknown
  /** The device's reason, if it gives one. `message` already includes it in words. */
  readonly reason: FailureReason | undefined
  /** The message of the program that failed, for the small print. */
  readonly detail: string
  readonly request_id: string | undefined
  /** A call whose result is unknown, which the device can still be asked about. */
  readonly sent: SentCall | undefined

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      code?: number
      status?: number
      data?: unknown
      request_id?: string | undefined
      sent?: SentCall
    } = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.kind = kind
    this.code = more.code ?? -1
    this.status = more.status ?? 0
    this.data = more.data
    this.issues = issuesIn(more.data)
    this.reason = reasonIn(more.data)
    this.detail = detailIn(more.data)
    this.request_id = more.request_id
    this.sent = more.sent
  }
}

/** Whether the device may have carried out the call: its answer was lost, and asking gave no result. */
export const isUnknown = ({ kind }: CallError): boolean => kind === 'unknown'

/** What failed, and why; only that the result is unknown if the device may have carried out the call. */
export const failureText = (what: string, error: CallError): string =>
  isUnknown(error) ? error.message : `${what}：${error.message}`

export type CallOptions = {
  signal?: AbortSignal
  /**
   * No toast: for polls and callers that report failures themselves. A function silences only some failures.
   */
  quiet?: boolean | ((error: CallError) => boolean)
  /** For the guard's own calls: the guard redirects to the login itself, without a reload. */
  guard?: boolean
  /** It may be carried out twice, because it changes nothing, say: the device is not asked about it. */
  repeatable?: boolean
  /**
   * How long the device is asked about a lost answer before the page gets `unknown`, in milliseconds. Short
   * for calls after which the device may be at another address.
   */
  patience_ms?: number
}

/** Long enough for a short loss of the link; a page must not wait for its answer for ever. */
const patience_ms_default = 8_000
/** How long the device is asked after the page has been given `unknown`. */
const late_ms = 600_000

/**
 * Makes a call. Rejects with a `CallError` after a toast of 5 s, unless the call is silent (spec §7) or
 * `quiet`. If the session ended while input is unsaved, a dialog renews it and the call is retried.
 */
export async function call<P extends Path>(
  path: P,
  body: BodyAt<P>,
  options: CallOptions = {},
): Promise<AnswerAt<P>> {
  try {
    return await attempt(path, body, options, true)
  } catch (error) {
    if (error instanceof CallError)
      report(
        path,
        error,
        (typeof options.quiet === 'function' ? options.quiet(error) : options.quiet === true) ||
          silent_paths.includes(path),
      )
    throw error
  }
}

/** What became of one or several calls: the answer, or the failure. */
export type Outcome<T> = { answer: T; error?: never } | { answer?: never; error: CallError }

/**
 * The outcome of calls as a value, because pages never catch. A cancelled call counts as not answered; any
 * error that is not a failed call is thrown.
 */
export const outcomeOf = <T>(calls: Promise<T>): Promise<Outcome<T>> =>
  calls.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (error instanceof CallError) return { error }
      if (error instanceof DOMException && error.name === 'AbortError')
        return { error: new CallError('unreachable', wordsNow('errors').unreachable) }
      throw error
    },
  )

async function attempt<P extends Path>(
  path: P,
  body: BodyAt<P>,
  options: CallOptions,
  first: boolean,
): Promise<AnswerAt<P>> {
  const token = readToken()
  const { status, envelope } = await renewing(path, send(path, body, token, options))
  const expired = envelope?.code === code.token_expired
  // This call was in flight when another call ended the session and started a new one.
  if ((expired || status === 401) && (await newerThan(token))) return attempt(path, body, options, first)
  // During a planned restart, the session is checked once the device is back.
  const may_end_session = !options.guard && plannedRestart.get() === undefined
  if (may_end_session && (status === 401 || (expired && anyDirty()))) {
    if (first && (await askRelogin(options.quiet !== true))) return attempt(path, body, options, false)
    if (expired && readToken() === token) dropToken() // spec §8
    throw new CallError('refused', wordsNow('errors').codes.token_expired, {
      code: code.token_expired,
      request_id: envelope?.request_id,
    })
  }
  if (expired && may_end_session) {
    clearSession()
    recordSessionEnd('expired')
    location.reload()
  }
  if (!envelope) throw new CallError('http', foreignSentence(status, wordsNow('errors')), { status })
  if (envelope.code === code.password_needed && first && (await askPassword()))
    return attempt(path, body, options, false)
  if (envelope.code === code.success) return envelope.data as AnswerAt<P>
  throw new CallError('refused', refusalSentence(envelope, wordsNow('errors')), {
    ...envelope,
    status,
  })
}

type Sent = { status: number; envelope: Envelope | undefined }

async function send(
  path: string,
  body: unknown,
  token: string | undefined,
  options: CallOptions,
): Promise<Sent> {
  const { signal } = options
  const timeout = AbortSignal.timeout(timeoutOf(path))
  const any = signal ? AbortSignal.any([signal, timeout]) : timeout
  const named = options.repeatable ? undefined : namedCall()
  try {
    const answer =
      (await takeEarly(path, body, token, any)) ??
      (await sendCall(path, body, token, any, named && keyHeader(named)))
    const { status } = answer
    const envelope = envelopeIn(answer.text)
    if (!envelope && status >= 502 && status <= 504) noteLostConnection('http')
    else reportConnected()
    // A proxy may have lost the answer of the device.
    if (!envelope && named && (status < 300 || status >= 500))
      return await settled(named, options, { status })
    return { status, envelope }
  } catch (error) {
    if (signal?.aborted || error instanceof CallError) throw error
    noteLostConnection(timeout.aborted ? 'timeout' : 'network')
    if (named) return settled(named, options)
    const words = wordsNow('errors')
    throw timeout.aborted
      ? new CallError('timeout', words.timeout(timeoutOf(path) / 1000))
      : new CallError('unreachable', words.unreachable)
  }
}

/** The answer that was lost, from the device. `foreign`: what came instead of it. */
async function settled(
  named: SentCall,
  { signal, patience_ms }: CallOptions,
  foreign?: { status: number },
): Promise<Sent> {
  const fate = await findFate(named, patience_ms ?? patience_ms_default, signal)
  if (typeof fate === 'object') return { status: 200, envelope: fate }
  if (fate === 'not_done' && foreign) return { ...foreign, envelope: undefined }
  const words = wordsNow('errors')
  if (fate === 'not_done') throw new CallError('unreachable', words.not_done)
  // A page with a patience of its own finds out for itself what became of its call.
  if (fate === 'silent' && patience_ms === undefined) void reportLate(named)
  else doubts.update((n) => n + 1)
  throw new CallError('unknown', words.unknown, { ...foreign, sent: named })
}

/** The page knows only that the result is unknown: says what it was once the device answers again. */
async function reportLate(named: SentCall): Promise<void> {
  const fate = await findFate(named, late_ms)
  const words = wordsNow('errors').late
  if (fate === 'not_done') toast.warning(words.not_done)
  else if (typeof fate !== 'object') toast.warning(words.unknown)
  else if (fate.code === code.success) toast.success(words.done)
  else toast.error(`${words.refused}\n${refusalSentence(fate, wordsNow('errors'))}`)
  doubts.update((n) => n + 1)
}

/**
 * Changing the password ends every session and returns a new one. Until that answer arrives, a 4000 is
 * ambiguous.
 */
let renewal: Promise<unknown> | undefined

async function renewing(path: string, sending: Promise<Sent>): Promise<Sent> {
  if (path !== ('/api/user/change_password' satisfies Path)) return sending
  const renewed = sending.then((sent) => {
    if (sent.envelope?.code === code.success)
      storeToken((sent.envelope.data as AnswerAt<'/api/user/change_password'>).token)
    return sent
  })
  renewal = renewed.catch(() => undefined)
  return renewed
}

/** Whether the token has been replaced since the refused call. */
async function newerThan(refused: string | undefined): Promise<boolean> {
  await renewal
  const token = readToken()
  return token !== undefined && token !== refused
}

/** The banner is only for an unplanned loss of connection. */
function noteLostConnection(reason: ConnectionLossReason): void {
  if (plannedRestart.get() === undefined) void reportNoAnswer(reason)
}

/** Issues that no user can cause: the console sent something that is not in the contract. */
const program_issues: readonly string[] = ['type', 'unknown_field'] satisfies IssueKind[]

/**
 * Whether a failure belongs in the error log. A refusal of what people ask for does not: a wrong password of
 * a camera, a name that is taken, a prompt that was cancelled.
 */
export function isProgramError({
  kind,
  code: refused,
  issues,
}: Pick<CallError, 'kind' | 'code' | 'issues'>): boolean {
  if (kind !== 'refused') return true
  if (refused === code.format_error)
    return issues.length === 0 || issues.some(({ issue }) => program_issues.includes(issue))
  return refused === code.internal || !Object.values<number>(code).includes(refused)
}

function report(path: string, error: CallError, silent: boolean): void {
  const is_restarting = plannedRestart.get() !== undefined && error.kind !== 'refused'
  const known =
    is_restarting ||
    (silent && error.kind !== 'refused' && Date.now() - (connectionLost.get()?.since ?? Date.now()) > 1_000)
  if (!known && isProgramError(error))
    logError({
      message: error.message,
      info:
        `${path} code ${error.code} ${error.kind}` + (error.request_id ? ` request ${error.request_id}` : ''),
      stack: error.stack ?? '',
    })
  if (silent || is_restarting) return
  const words = wordsNow('errors')
  const reasons = [...new Set(error.issues.map((issue) => sentenceOf(issue, words)))].slice(0, 3)
  const text = [error.message, ...reasons].join('\n')
  toast.error(
    text,
    error.code === code.internal && error.request_id ? words.request_id(error.request_id) : undefined,
  )
}
