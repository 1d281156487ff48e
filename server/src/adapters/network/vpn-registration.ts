/**
 * Requests a VPN account from a registrar over HTTP (docs/vpn.md). Follows no redirect, stores nothing, and
 * keeps the key out of error messages.
 */
import { secret_mask } from '@parking/contract'
import { SystemError } from '#src/ports/system-error.ts'
import type { VpnRegistration } from '#src/ports/vpn-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { bodyText, bodyWords } from '../http/answer-body.ts'
import { exchange, NoAnswer, type Exchange } from '../http/http-exchange.ts'
import { plainText } from '../http/http-platform.ts'
import { tlsErrorOf } from '#src/core/tls-error.ts'

/** The account is created remotely: the call may take 30 s. */
const timeout_ms_default = 20_000
/** A file of 64 KiB in the worst case of JSON escaping, plus its envelope. */
const max_answer_bytes = 512 * 1024

/** Throws a SystemError: unreachable, name_unknown, timeout, registration_refused or bad_answer. */
export async function registerVpn(
  { url, host_sn, name, key, trust = '' }: VpnRegistration,
  { timeout_ms = timeout_ms_default, ...reach }: Reach & { timeout_ms?: number },
): Promise<{ file_name: string; content: string }> {
  const body = JSON.stringify({ host_sn, name, key })
  const answer = await exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
    body,
    timeout_ms,
    max_bytes: max_answer_bytes,
    reach,
    trust,
    // The key is used up: an account that has come counts, although its length says that more follows.
    whole: (came) => codeOf(jsonOf(bodyText(came) ?? '')) !== undefined,
  }).catch((error: unknown) => {
    throw systemErrorOf(error, new URL(url).hostname)
  })
  return accountOf(answer, key)
}

function systemErrorOf(error: unknown, hostname: string): unknown {
  if (!(error instanceof NoAnswer)) return error
  if (error.at === 'name') return new SystemError('name_unknown', 'There is no such name', hostname)
  if (error.at === 'tls' && error.code !== '')
    return new SystemError(
      `tls_${tlsErrorOf(error.code)}`,
      'The certificate of the registrar is not accepted',
      error.message,
    )
  if (error.stage === 'silent' && error.message === 'No answer in time')
    return new SystemError('timeout', 'The registrar did not answer', error.message)
  return new SystemError(
    error.stage === 'silent' && /too large/.test(error.message) ? 'bad_answer' : 'unreachable',
    'The registrar cannot be reached',
    error.message,
  )
}

/** Statuses of a registrar that refuses what was sent, and not how or where. */
const about_the_key: readonly number[] = [400, 401, 403, 409, 410, 422]

function accountOf({ status, headers, body }: Exchange, key: string): { file_name: string; content: string } {
  const text = bodyWords(body, headers['content-type'])
  const said = (words: string) => plainText(words.replaceAll(key, secret_mask)).slice(0, 300)
  const answer = jsonOf(text)
  const code = codeOf(answer)
  // A page without the envelope is of a proxy or a portal: it knows nothing of the key.
  if (about_the_key.includes(status) && code !== undefined)
    throw new SystemError(
      'registration_refused',
      'The registrar refused the key',
      said(messageOf(text) || `HTTP ${status}`),
    )
  if (status < 200 || status > 299)
    throw new SystemError(
      'bad_answer',
      'The registrar answered something else',
      said(`HTTP ${status} ${messageOf(text)}`),
    )
  if (code === undefined)
    throw new SystemError(
      'bad_answer',
      'The answer of the registrar cannot be read',
      'no { code, message, data }',
    )
  if (code !== 0)
    throw new SystemError(
      'registration_refused',
      'The registrar refused the key',
      said(messageOf(text) || `code ${code}`),
    )
  const data = answer?.['data'] as { file_name?: unknown; content?: unknown } | null | undefined
  if (typeof data?.file_name !== 'string' || typeof data.content !== 'string')
    throw new SystemError(
      'bad_answer',
      'The answer of the registrar cannot be read',
      'no data.file_name and data.content',
    )
  return { file_name: data.file_name, content: data.content }
}

/** Some servers write their numbers as text. The key is used up, so what they mean is read. */
function codeOf(answer: Record<string, unknown> | undefined): number | undefined {
  const code = answer?.['code']
  if (typeof code === 'string' && /^\d{1,9}$/.test(code)) return Number(code)
  return typeof code === 'number' ? code : undefined
}

function messageOf(text: string): string {
  const message = jsonOf(text)?.['message']
  return typeof message === 'string' ? message : ''
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
