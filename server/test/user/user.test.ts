/**
 * Passwords, sign-in and sessions (spec §2, §5, §7). Long because the tests share the helpers of one device.
 */
import { calls, code, type CallName } from '@parking/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { ensureFirstUser } from '#src/user/first-user.ts'
import { choiceIssue } from '#src/user/password.ts'
import { min_cost, unknownUserHash } from '#src/user/password-cost.ts'
import { absolute_ms, idle_ms } from '#src/user/session.store.ts'
import { userByName } from '#src/user/user.store.ts'
import { openDevice, test_password, type Device } from '../device.ts'

const open: Device[] = []
const device = async (): Promise<Device> => {
  const made = await openDevice()
  open.push(made)
  return made
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A new device, and the password that its owner reads from the terminal. */
async function newBox(): Promise<{ box: Device; password: string }> {
  const box = await device()
  const { one_time_password } = await ensureFirstUser(box.deps.db, undefined, box.deps.now())
  return { box, password: one_time_password! }
}

const signIn = async (box: Device, password: string, username = 'admin') =>
  box.call('login', { username, password })

describe('the first password', () => {
  test('differs on two devices, and is not a common default', async () => {
    const [a, b] = [await newBox(), await newBox()]
    expect(a.password).not.toBe(b.password)
    const defaults = [
      'admin',
      'password',
      '123456',
      '12345678',
      'root',
      '888888',
      'admin123',
      'Admin@123',
      'default',
      '',
    ]
    for (const password of defaults) {
      const answer = await a.box.call('login', { username: 'admin', password })
      expect(answer.code).not.toBe(code.success)
      a.box.wait(60_000)
    }
  })

  test('allows only a new password and sign-out', async () => {
    const { box, password } = await newBox()
    const { data } = await signIn(box, password)
    expect(data.must_change_password).toBe(true)
    for (const name of Object.keys(calls) as CallName[]) {
      if (calls[name].roles === 'anyone' || ['logout', 'change_password'].includes(name)) continue
      const answer = await box.call(name, calls[name].example as never, data.token)
      expect([name, answer.code]).toEqual([name, code.permission_denied])
    }
    const changed = await box.call(
      'change_password',
      { old_password: password, new_password: 'Lamp-post-77' },
      data.token,
    )
    expect(changed.code).toBe(code.success)
    expect((await box.call('get_address', {}, changed.data.token)).code).toBe(code.success)
    expect((await signIn(box, password)).code).toBe(code.failed)
    expect((await signIn(box, 'Lamp-post-77')).data).toEqual({ token: expect.any(String) })
  })

  test('is replaced at each start until it is changed, and never after', async () => {
    const { box, password } = await newBox()
    const again = await ensureFirstUser(box.deps.db, undefined, box.deps.now())
    expect(again.one_time_password).not.toBe(password)
    expect((await signIn(box, password)).code).toBe(code.failed)
    const { data } = await signIn(box, again.one_time_password!)
    await box.call(
      'change_password',
      { old_password: again.one_time_password!, new_password: 'Lamp-post-77' },
      data.token,
    )
    expect(await ensureFirstUser(box.deps.db, undefined, box.deps.now())).toEqual({
      one_time_password: undefined,
    })
    expect((await signIn(box, 'Lamp-post-77')).code).toBe(code.success)
  })

  test('PARKING_ADMIN_PASSWORD sets it permanently, within the rules', async () => {
    const box = await device()
    await expect(ensureFirstUser(box.deps.db, 'admin', 0)).rejects.toThrow('PARKING_ADMIN_PASSWORD must have')
    expect(await ensureFirstUser(box.deps.db, test_password, 0)).toEqual({ one_time_password: undefined })
    expect((await signIn(box, test_password)).data).toEqual({ token: expect.any(String) })
  })
})

describe('choosing a password', () => {
  const words = ['parking', 'admin', 'Administrator', 'edge-box-17', 'PE-0A1B2C3D4E', 'Raspberry', 'Model']
  test.each([
    ...[
      'Password1!',
      'P@ssw0rd',
      'P@ssw0rd-2026!',
      'passw0rd#99',
      '$ecret99',
      'Qwerty123!',
      'qwertyuiop1!',
      '1qaz@WSX',
      '1QAZ2wsx!',
      'Abc123!@#',
      'abcd1234!',
      'Iloveyou1!',
      'Welcome2026!',
      'L3tM31n!!',
      'Ch@ngeMe1',
      'aaaaaaa1!',
      'Dragon#2024',
      'woaini1314!',
      'A123456789!',
      'Q1w2e3r4!',
      'pass-word#1',
      'testtest1!',
      'qwe123!@#',
      'QWE!@#123',
      '1qaz!QAZ',
      'zaq!2wsx',
      'aa@123456',
      'asdfgh12!',
      'hik12345+',
      '987654321a!',
    ].map((password) => [password, 'password_common']),
    ...[
      'Admin#2026',
      'my-@dm1n-77',
      'Parking.88',
      'P@rk1ng-lot7',
      'pe-0a1b2c3d4e!',
      'edge-box-17!X',
      'Raspberry#5',
      'xx-administrator-1',
      'E4D3C2B1A0-ep!',
      'e4d3c2b1a0ep!',
      'Xx#0a1b2c3d',
      '71-xob-egde!A',
    ].map((password) => [password, 'password_context']),
    ...[
      'Kerb#2026',
      'Lamp-post-77',
      'Street#2026',
      'dK9!xQ2#vT',
      '7391-xy-8264!',
      'correct horse 7-battery',
      'Zebra_crossing_4',
      '车位-Kx92#',
      'Moss&Granite19',
      'f7#Lq2!zR9w',
    ].map((password) => [password, undefined]),
  ])('%s: %s', (password, issue) => {
    expect(choiceIssue(password!, words)).toBe(issue)
  })

  test('the call requires the old password and refuses the same, short, common and known ones', async () => {
    const box = await device()
    let token = await box.tokenOf('admin')
    const change = (old_password: string, new_password: string) =>
      box.call('change_password', { old_password, new_password }, token)
    const issueOf = async (old_password: string, new_password: string) =>
      (await change(old_password, new_password)).data as unknown
    expect(await issueOf('Wrong#2026', 'Lamp-post-77')).toEqual([
      { field: 'old_password', issue: 'password_wrong' },
    ])
    expect(await issueOf(test_password, test_password)).toEqual([
      { field: 'new_password', issue: 'password_same' },
    ])
    expect(await issueOf(test_password, 'Ab1!')).toEqual([{ field: 'new_password', issue: 'too_short' }])
    expect(await issueOf(test_password, 'lamppost77')).toEqual([{ field: 'new_password', issue: 'password' }])
    expect(await issueOf(test_password, 'P@ssw0rd')).toEqual([
      { field: 'new_password', issue: 'password_common' },
    ])
    const { host_sn } = await box.deps.host.identity()
    expect(await issueOf(test_password, `${host_sn.slice(0, 28)}#1a`)).toEqual([
      { field: 'new_password', issue: 'password_context' },
    ])
    const long = 'Moss&Granite19-Moss&Granite19-ab'
    expect(long).toHaveLength(32)
    token = (await change(test_password, long)).data.token
    expect((await signIn(box, `${long.slice(0, 31)}c`)).code).toBe(code.failed)
    expect((await signIn(box, long)).code).toBe(code.success)
  })

  test('it is stored as argon2id at the documented cost', async () => {
    const box = await device()
    await ensureFirstUser(box.deps.db, test_password, 0)
    const cost = '$argon2id$v=19$m=19456,t=2,p=1$'
    expect(userByName(box.deps.db, 'admin')!.password_hash.startsWith(cost)).toBe(true)
    expect(unknownUserHash(min_cost).startsWith(cost)).toBe(true)
  })
})

describe('sessions', () => {
  test('a token is 256 random bits, new each time, and not in the database', async () => {
    const box = await device()
    await box.tokenOf('admin')
    const [a, b] = [await signIn(box, test_password), await signIn(box, test_password)]
    expect(Buffer.from(a.data.token, 'base64url')).toHaveLength(32)
    expect(a.data.token).not.toBe(b.data.token)
    expect(JSON.stringify(box.deps.db.all('SELECT * FROM sessions'))).not.toContain(a.data.token)
  })

  test('logout ends one session, a changed password all of them', async () => {
    const box = await device()
    const [a, b, c] = [await box.tokenOf('admin'), await box.tokenOf('admin'), await box.tokenOf('admin')]
    const isAlive = async (token: string) => (await box.call('get_address', {}, token)).code === code.success
    expect((await box.call('logout', {}, a)).code).toBe(code.success)
    expect([await isAlive(a), await isAlive(b), await isAlive(c)]).toEqual([false, true, true])
    expect((await box.call('logout', {}, a)).code).toBe(code.token_expired)
    const { data } = await box.call(
      'change_password',
      { old_password: test_password, new_password: 'Lamp-post-77' },
      b,
    )
    expect([await isAlive(b), await isAlive(c), await isAlive(data.token)]).toEqual([false, false, true])
  })

  test('idle and absolute expiry do not depend on the cookie', async () => {
    const box = await device()
    const idle = await box.tokenOf('admin')
    box.wait(idle_ms)
    expect((await box.call('get_address', {}, idle)).code).toBe(code.success)
    box.wait(idle_ms + 1_000)
    expect((await box.call('get_address', {}, idle)).code).toBe(code.token_expired)
    const busy = await box.tokenOf('admin')
    for (let used = 0; used < absolute_ms; used += idle_ms) {
      expect((await box.call('get_address', {}, busy)).code).toBe(code.success)
      box.wait(idle_ms)
    }
    box.wait(1_000)
    expect((await box.call('get_address', {}, busy)).code).toBe(code.token_expired)
  })

  test('user info takes the token from the query (spec §7) or the header, bare or with Bearer', async () => {
    const box = await device()
    const token = await box.tokenOf('operator')
    const info = { roles: ['operator'], name: 'operator', avatar: '', introduction: '' }
    const url = calls.info.path
    expect((await box.app.inject({ url, query: { token } })).json()).toMatchObject({ code: 0, data: info })
    expect(
      (await box.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json(),
    ).toMatchObject({ code: 0, data: info })
    expect((await box.app.inject({ url, headers: { authorization: token } })).json()).toMatchObject({
      code: 0,
      data: info,
    })
    expect((await box.app.inject({ url, query: { token: 'wrong' } })).json().code).toBe(code.token_expired)
    expect((await box.app.inject({ url })).json().code).toBe(code.token_expired)
    // The query is accepted nowhere else.
    const other = await box.app.inject({
      method: 'POST',
      url: `${calls.get_address.path}?token=${token}`,
      headers: { 'content-type': 'application/json' },
      payload: {},
    })
    expect(other.json().code).toBe(code.token_expired)
  })
})
