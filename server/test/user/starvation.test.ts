/** Guessing strangers never lock a user out: known browsers, new addresses, and signed-in sessions. */
import { calls, code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startAttempt, startSessionAttempt } from '#src/user/throttle.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
beforeEach(async () => {
  box = await openDevice()
  await box.tokenOf('admin')
})
afterEach(() => box.close())

type Cookies = Record<string, string>

async function signIn(password: string, from: string, cookies: Cookies = {}, username = 'admin') {
  const answer = await box.app.inject({
    method: 'POST',
    url: calls.login.path,
    headers: { 'content-type': 'application/json' },
    cookies,
    remoteAddress: from,
    payload: { username, password },
  })
  const set = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return { ...answer.json<{ code: number; data?: { retry_after_s?: number } }>(), set, answer }
}

/** Attempts a sign-in without the cost of a hash; true if the password would be checked. */
const tries = (from: string, username = 'admin') =>
  'succeeded' in startAttempt(box.deps.db, username, from, box.deps.now())

describe('a browser that the user has signed in from', () => {
  test('gets through while an attacker at the same address is blocked, even after a restart', async () => {
    const { set } = await signIn(test_password, '192.0.2.1')
    for (let i = 0; i < 50; i++) tries('192.0.2.1')
    expect((await signIn(test_password, '192.0.2.1')).code).toBe(code.busy)
    expect((await signIn(test_password, '192.0.2.1', set)).code).toBe(code.success)
    box = await box.restart()
    for (let i = 0; i < 50; i++) tries('192.0.2.1')
    expect((await signIn(test_password, '192.0.2.1')).code).toBe(code.busy)
    expect((await signIn(test_password, '203.0.113.9', set)).code).toBe(code.success)
  })

  test('is recognised by a cookie that no script can read and no other user can use', async () => {
    const { set, answer } = await signIn(test_password, '192.0.2.1')
    expect(answer.headers['set-cookie']).toMatch(/^known-.*; Path=\/api\/user\/; .*HttpOnly; SameSite=Strict/)
    await box.tokenOf('operator')
    for (let i = 0; i < 50; i++) tries('192.0.2.1', 'operator')
    const renamed = Object.fromEntries(
      Object.values(set).map((value) => [Object.keys(set)[0]!.replace(/\d+$/, '2'), value]),
    )
    for (const cookies of [set, renamed, { 'known-x-1': 'a.b.c' }])
      expect((await signIn(test_password, '192.0.2.1', cookies, 'operator')).code).toBe(code.busy)
  })

  test('becomes a stranger after ten failures, and when the sessions of the user are ended', async () => {
    const { set } = await signIn(test_password, '192.0.2.1')
    for (let i = 0; i < 50; i++) tries('192.0.2.7')
    for (let i = 0; i < 10; i++) expect((await signIn('wrong', '192.0.2.7', set)).code).toBe(code.failed)
    expect((await signIn(test_password, '192.0.2.7', set)).code).toBe(code.busy)
    box.wait(3_600_000)
    for (let i = 0; i < 50; i++) tries('192.0.2.7')
    expect((await signIn(test_password, '192.0.2.7', set)).code).toBe(code.success)
    const token = await box.tokenOf('admin')
    await box.call('end_sessions', {}, token)
    for (let i = 0; i < 50; i++) tries('192.0.2.7')
    expect((await signIn(test_password, '192.0.2.7', set)).code).toBe(code.busy)
  })
})

/**
 * Each of 200 addresses tries every second, without a pause; then `user` tries. Returns the second of
 * success.
 */
function underAttack(seconds: number, user: () => boolean): number | undefined {
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < 200; i++) tries(`198.51.100.${i}`)
    if (user()) return second
    box.wait(1_000)
  }
  return undefined
}

describe('while 200 addresses attack an account', () => {
  test('its user signs in at once from a known browser', async () => {
    const { set } = await signIn(test_password, '192.0.2.1')
    underAttack(30, () => false)
    expect((await signIn(test_password, '203.0.113.9', set)).code).toBe(code.success)
  })

  test('its user gets an attempt from a new address within 200 seconds, and others lose nothing', () => {
    // In every second all attackers try before the user does.
    const waited = underAttack(400, () => tries('203.0.113.9'))
    expect(waited).toBeLessThanOrEqual(200)
    expect(tries('203.0.113.10', 'operator')).toBe(true)
  })

  test('the attackers stay within their budget: 20, two a minute, and one for each address', () => {
    let looked_at = 0
    for (let second = 0; second < 3_600; second++) {
      for (let i = 0; i < 200; i += 20) if (tries(`198.51.100.${(i + second) % 200}`)) looked_at++
      box.wait(1_000)
    }
    expect(looked_at).toBeLessThanOrEqual(20 + 120 + 200)
  })
})

test('a signed-in user changes the password while strangers attack from the same address', async () => {
  const token = await box.tokenOf('admin')
  for (let i = 0; i < 50; i++) tries('127.0.0.1')
  const changed = await box.call(
    'change_password',
    { old_password: test_password, new_password: 'Lamp-post-77' },
    token,
  )
  expect(changed.code).toBe(code.success)
  // That too is limited.
  const again = () => 'succeeded' in startSessionAttempt(box.deps.db, 'one', box.deps.now())
  expect(Array.from({ length: 7 }, again)).toEqual([true, true, true, true, true, false, false])
})
