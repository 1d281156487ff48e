import { code } from '@parking/contract/core/codes.ts'
import type { IssueKind } from '@parking/contract/core/rules.ts'
import { describe, expect, test } from 'vitest'
import { isProgramError, type FailureKind } from '../src/core/api.ts'
import { foreignSentence, issuesIn, messageOfCode, refusalSentence, sentenceOf } from '../src/core/errors.ts'
import tw from '../src/locales/tw/shell/errors.ts'
import zh from '../src/locales/zh/shell/errors.ts'
import { clearErrorLog, errorLog, error_log_size, logError, redact } from '../src/stores/error-log.ts'

describe('messages of spec §8', () => {
  test.each([
    [1000, zh.codes.format_error],
    [3000, zh.codes.not_found],
    [4000, zh.codes.token_expired],
    [4030, zh.codes.permission_denied],
    [5000, zh.codes.duplicate],
    [6000, zh.codes.busy],
    [7000, zh.codes.failed],
    [9000, zh.codes.internal],
  ])('%i is translated, whatever the device says', (number, text) => {
    expect(messageOfCode(number, 'from the device', zh)).toBe(text)
  })

  test.each([zh, tw])('every code of the contract has a text of its own', (words) => {
    const failures = Object.entries(code).filter(([word]) => word !== 'success')
    const texts = failures.map(([, number]) => messageOfCode(number, 'from the device', words))
    expect(texts.filter((text) => !/^\p{Script=Han}/u.test(text))).toEqual([])
  })

  test('any other code shows the device’s message, or Error', () => {
    expect(messageOfCode(1234, 'odd', tw)).toBe('odd')
    expect(messageOfCode(1234, '', tw)).toBe('Error')
    expect(messageOfCode(1234, undefined, zh)).toBe('Error')
  })
})

describe('what a proxy in front of the device does', () => {
  test.each([zh, tw])('an answer without an envelope is named by its status', (words) => {
    const found = [200, 413, 502, 503, 504, 500].map((status) => foreignSentence(status, words))
    expect(found).toEqual([
      words.not_readable,
      words.http_413,
      words.http_502(502),
      words.http_502(503),
      words.http_504,
      words.http(500),
    ])
    expect(words.http_413).toContain('client_max_body_size')
  })

  test.each([zh, tw])('a changed Host is named with what was compared and the setting', (words) => {
    const detail = 'Origin: https://a.example, Host: 192.0.2.1'
    const data = { reason: 'host_changed', detail }
    const found = refusalSentence({ code: code.permission_denied, data }, words)
    expect(found).toBe(`${words.reasons.host_changed}（${detail}）`)
    expect(found).toContain('proxy_set_header Host')
  })
})

describe('the error log', () => {
  const isLogged = (kind: FailureKind, refused: number, ...issues: IssueKind[]) =>
    isProgramError({ kind, code: refused, issues: issues.map((issue) => ({ field: 'password', issue })) })

  test('holds no refusal of what a person asked for', () => {
    const { format_error, not_found, permission_denied, password_needed, duplicate, busy, failed } = code
    expect(isLogged('refused', format_error, 'required')).toBe(false)
    expect(isLogged('refused', format_error, 'too_long', 'format')).toBe(false)
    for (const refused of [not_found, permission_denied, password_needed, duplicate, busy, failed])
      expect(isLogged('refused', refused)).toBe(false)
  })

  test('holds any other failure: no answer, an internal error, or a body that no form can send', () => {
    expect(isLogged('unreachable', -1)).toBe(true)
    expect(isLogged('http', -1)).toBe(true)
    expect(isLogged('refused', code.internal)).toBe(true)
    expect(isLogged('refused', 1234)).toBe(true)
    expect(isLogged('refused', code.format_error)).toBe(true)
    expect(isLogged('refused', code.format_error, 'required', 'unknown_field')).toBe(true)
    expect(isLogged('refused', code.format_error, 'type')).toBe(true)
  })
})

describe('issues', () => {
  test('are read from a 1000, from a 7000 that carries them, and from nothing else', () => {
    const issue = { field: 'name', issue: 'too_long', limit: 64 }
    expect(issuesIn([issue])).toEqual([issue])
    expect(issuesIn({ issues: [issue], step: 'signin' })).toEqual([issue])
    expect(
      issuesIn([{ field: 'name', issue: 'a kind of tomorrow' }, 7, null, { issue: 'required' }]),
    ).toEqual([])
    for (const data of [undefined, null, 7, 'text', {}, { issues: 'no' }]) expect(issuesIn(data)).toEqual([])
  })

  test('name their limit', () => {
    expect(sentenceOf({ field: 'x', issue: 'too_long', limit: 64 }, zh)).toContain('64')
    expect(sentenceOf({ field: 'x', issue: 'required' }, tw)).toBe(tw.issues.required)
  })
})

describe('the error log', () => {
  test('keeps the newest 200', () => {
    clearErrorLog()
    for (let i = 0; i < error_log_size + 5; i++) logError({ message: `m${i}`, info: 'test' }, true)
    expect(errorLog.get()).toHaveLength(error_log_size)
    expect(errorLog.get()[0]?.message).toBe('m5')
    expect(errorLog.get().at(-1)?.message).toBe(`m${error_log_size + 4}`)
    clearErrorLog()
    expect(errorLog.get()).toEqual([])
  })

  test('logs nothing while logging is off', () => {
    logError({ message: 'm', info: 'i' }, false)
    expect(errorLog.get()).toEqual([])
  })

  test.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['Admin-Token=9f8e7d; path=/', '9f8e7d'],
    ['{"password":"Kerb#2026","a":1}', 'Kerb#2026'],
    ['rtsp://admin:pa55@10.0.0.5/stream', 'pa55'],
    ['/media/1.jpg?sig=abcdef&e=1', 'abcdef'],
    ['old_password=geheim', 'geheim'],
  ])('a copy of %s does not contain the secret', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })
})
