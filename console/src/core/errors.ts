/**
 * Failed calls in words (spec §8). A code with a message of its
 * own is translated; others show the device's message, or 'Error'.
 */
import { code, failure_reason, wordOf, type FailureReason } from '@parking/contract/core/codes.ts'
import { issue_kinds, type Issue, type IssueKind } from '@parking/contract/core/rules.ts'
import type { Areas } from '../locales/areas.ts'

export type ErrorWords = Areas['errors']

/** The codes that spec §8 maps to a message, and our own codes, whose messages are in English. */
type Mapped = keyof ErrorWords['codes']

/** The message of an answer whose code is not 0. */
export function messageOfCode(number: number, message: string | undefined, words: ErrorWords): string {
  const word = wordOf(code, number)
  if (word && word !== 'success') return words.codes[word satisfies Mapped]
  return message || words.other
}

/** The device's reason, if the answer gives one that we know. */
export function reasonIn(data: unknown): FailureReason | undefined {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
  return failure_reason.find((known) => known === reason)
}

/** The message of the program that failed, as the device passed it on. */
export const detailIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'detail' in data && typeof data.detail === 'string'
    ? data.detail
    : ''

/** The message of a refusal, followed by its reason. */
export function refusalSentence(
  envelope: { code: number; message?: string; data?: unknown },
  words: ErrorWords,
): string {
  const message = messageOfCode(envelope.code, envelope.message, words)
  const reason = reasonIn(envelope.data)
  if (reason === 'host_changed') return hostChangedSentence(detailIn(envelope.data), words)
  return reason ? `${message}：${words.reasons[reason]}` : message
}

/** What the device compared says more than its code. */
export const hostChangedSentence = (compared: string, { reasons }: ErrorWords): string =>
  `${reasons.host_changed}（${compared}）`

/** The sentence for an answer without an envelope: not the device's own, which always has one. */
export function foreignSentence(status: number, words: ErrorWords): string {
  if (status === 200) return words.not_readable
  if (status === 413) return words.http_413
  if (status === 504) return words.http_504
  return status === 502 || status === 503 ? words.http_502(status) : words.http(status)
}

/** The sentence for one issue of a field. */
export function sentenceOf(issue: Issue, words: ErrorWords): string {
  const found = words.issues[issue.issue]
  return typeof found === 'function' ? found(issue.limit ?? 0) : found
}

/**
 * The issues in the `data` of a 1000 (and of some 7000s). Empty for any other data, so that no answer can
 * break the page.
 */
export function issuesIn(data: unknown): Issue[] {
  const list = Array.isArray(data)
    ? data
    : typeof data === 'object' && data !== null && 'issues' in data
      ? data.issues
      : undefined
  return Array.isArray(list) ? list.filter(isIssue) : []
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'issue' in value &&
  isKind(value.issue)

const isKind = (kind: unknown): kind is IssueKind => (issue_kinds as readonly unknown[]).includes(kind)
