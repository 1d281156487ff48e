/**
 * Users and their sessions: roles, one-time passwords, the last administrator, and the audit.
 * Long because the tests share the helpers of one device.
 */
import { code, log_type, type Body } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureFirstUser } from '#src/user/first-user.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
let admin: string
beforeEach(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
})
afterEach(() => box.close())

const isAlive = async (token: string) => (await box.call('info', {}, token)).code === code.success
const signIn = (username: string, password: string) => box.call('login', { username, password })

/** The users by name. */
async function users() {
  const { data } = await box.call('list_users', {}, admin)
  return Object.fromEntries(data.list.map((user) => [user.username, user]))
}

async function add(username: string, role: Body<'add_user'>['role'] = 'operator') {
  const { data } = await box.call('add_user', { username, name: '', role }, admin)
  return data
}

describe('an administrator', () => {
  test('creates a user, whose one-time password only allows choosing a new one', async () => {
    const { one_time_password, user_id } = await add('li.na')
    const { data } = await signIn('li.na', one_time_password)
    expect(data.must_change_password).toBe(true)
    expect((await box.call('get_address', {}, data.token)).code).toBe(code.permission_denied)
    const chosen = { old_password: one_time_password, new_password: 'Lamp-post-77' }
    const { data: changed } = await box.call('change_password', chosen, data.token)
    expect((await box.call('get_address', {}, changed.token)).code).toBe(code.success)
    expect((await signIn('li.na', one_time_password)).code).toBe(code.failed)
    expect((await users())['li.na']).toMatchObject({
      user_id,
      role: 'operator',
      enabled: true,
      must_change_password: false,
      signed_in_str: expect.stringMatching(/^2026-/),
      sessions: 1,
    })
    expect(JSON.stringify(box.deps.db.all('SELECT * FROM users'))).not.toContain(one_time_password)
  })

  test('issues a one-time password that expires after seven days, which only its owner learns', async () => {
    const { one_time_password, user_id } = await add('li.na')
    expect((await users())['li.na']?.password_until_str).toMatch(/^2026-11-28 /)
    box.wait(7 * 86_400_000 + 1)
    admin = await box.tokenOf('admin')
    expect(await signIn('li.na', one_time_password)).toMatchObject({
      code: code.failed,
      data: { reason: 'one_time_expired' },
    })
    const [guessed, unknown] = [
      await signIn('li.na', 'Wrong-guess-1'),
      await signIn('no.one', 'Wrong-guess-1'),
    ]
    expect([guessed.code, guessed.message, guessed.data]).toEqual([
      unknown.code,
      unknown.message,
      unknown.data,
    ])
    const { data } = await box.call('reset_user_password', { user_id }, admin)
    const { data: signed_in } = await signIn('li.na', data.one_time_password)
    const chosen = { old_password: data.one_time_password, new_password: 'Lamp-post-77' }
    expect((await box.call('change_password', chosen, signed_in.token)).code).toBe(code.success)
    box.wait(30 * 86_400_000)
    expect((await signIn('li.na', 'Lamp-post-77')).code).toBe(code.success)
    admin = await box.tokenOf('admin')
    expect((await users())['li.na']?.password_until_str).toBe('')
  })

  test('cannot use a name twice, in any case, nor a name with special characters', async () => {
    await add('li.na')
    const issueOf = async (username: string) =>
      (await box.call('add_user', { username, name: '', role: 'viewer' }, admin)) as unknown
    expect(await issueOf('Li.Na')).toMatchObject({
      code: code.duplicate,
      data: { issues: [{ field: 'username', issue: 'duplicate' }] },
    })
    for (const username of ['李娜', '-x', 'a b', 'a/b', 'a\n'])
      expect(await issueOf(username)).toMatchObject({ code: code.format_error })
  })

  test('disables a user: the sessions end, and the right password is answered like a wrong one', async () => {
    const operator = await box.tokenOf('operator')
    const { user_id, name, role } = (await users())['operator']!
    const change = (enabled: boolean) => box.call('update_user', { user_id, name, role, enabled }, admin)
    await change(false)
    expect(await isAlive(operator)).toBe(false)
    const { request_id: _, ...right } = await signIn('operator', test_password)
    const { request_id: __, ...wrong } = await signIn('nobody', test_password)
    expect(right).toEqual(wrong)
    await change(true)
    expect((await signIn('operator', test_password)).code).toBe(code.success)
  })

  test('changes a role, which applies from the next call on', async () => {
    const operator = await box.tokenOf('operator')
    const { user_id, name } = (await users())['operator']!
    const reboot = () => box.call('app_control', { action: 'restart' }, operator)
    expect((await reboot()).code).not.toBe(code.permission_denied)
    await box.call('update_user', { user_id, name, role: 'viewer', enabled: true }, admin)
    expect((await reboot()).code).toBe(code.permission_denied)
  })

  test('deletes a user and resets a password: the sessions end at once', async () => {
    const [operator, viewer] = [await box.tokenOf('operator'), await box.tokenOf('viewer')]
    const { operator: first, viewer: second } = await users()
    expect((await box.call('delete_user', { user_id: first!.user_id }, admin)).code).toBe(code.success)
    const reset = await box.call('reset_user_password', { user_id: second!.user_id }, admin)
    expect([await isAlive(operator), await isAlive(viewer)]).toEqual([false, false])
    expect((await signIn('operator', test_password)).code).toBe(code.failed)
    expect((await signIn('viewer', test_password)).code).toBe(code.failed)
    expect((await signIn('viewer', reset.data.one_time_password)).data.must_change_password).toBe(true)
    expect(Object.keys(await users())).toEqual(['admin', 'viewer'])
    expect((await box.call('delete_user', { user_id: 999 }, admin)).code).toBe(code.not_found)
  })

  test('cannot be deleted, disabled, demoted or reset while no other one can sign in for good', async () => {
    const { user_id, name } = (await users())['admin']!
    const update = (id: number, role: 'admin' | 'viewer', enabled: boolean) =>
      box.call('update_user', { user_id: id, name, role, enabled }, admin)
    const removals = [
      () => box.call('delete_user', { user_id }, admin),
      () => update(user_id, 'viewer', true),
      () => update(user_id, 'admin', false),
      () => box.call('reset_user_password', { user_id }, admin),
    ]
    const expectLast = async () => {
      for (const remove of removals)
        expect(await remove()).toMatchObject({ code: code.failed, data: { reason: 'last_admin' } })
      expect(Object.values(await users()).filter(({ last_admin }) => last_admin)).toMatchObject([{ user_id }])
    }
    await expectLast()
    // A second one does not count before a password was chosen, after the one-time password has expired,
    // while disabled, or with a second factor that cannot be decrypted.
    const second = await add('second', 'admin')
    await expectLast()
    box.wait(7 * 86_400_000 + 1)
    admin = await box.tokenOf('admin')
    await expectLast()
    const { data } = await box.call('reset_user_password', { user_id: second.user_id }, admin)
    await choosePassword('second', data.one_time_password)
    await update(second.user_id, 'admin', false)
    await expectLast()
    await update(second.user_id, 'admin', true)
    box.deps.db.run("UPDATE users SET totp_secret = 'v1:damaged' WHERE id = ?", [second.user_id])
    await expectLast()
    await box.call('reset_second_factor', { user_id: second.user_id }, admin)
    expect(Object.values(await users()).some(({ last_admin }) => last_admin)).toBe(false)
    expect((await box.call('delete_user', { user_id }, admin)).code).toBe(code.success)
    // The first user is not created again at the next start.
    expect(await ensureFirstUser(box.deps.db, undefined, box.deps.now())).toEqual({
      one_time_password: undefined,
    })
    expect((await signIn('second', 'Lamp-post-77')).code).toBe(code.success)
  })

  test('of two who demote each other at the same time, one stays', async () => {
    const { one_time_password, user_id } = await add('second', 'admin')
    const second = await choosePassword('second', one_time_password)
    const first = (await users())['admin']!.user_id
    const demote = (id: number, token: string) =>
      box.call('update_user', { user_id: id, name: '', role: 'viewer', enabled: true }, token)
    const answers = await Promise.all([demote(user_id, admin), demote(first, second)])
    expect(answers.filter((answer) => answer.code === code.success)).toHaveLength(1)
    const left = box.deps.db.all("SELECT username FROM users WHERE role = 'admin'")
    expect(left).toHaveLength(1)
  })

  test('ends the access also of a user who signs in or changes the password at that moment', async () => {
    const operator = await box.tokenOf('operator')
    const { user_id, name, role } = (await users())['operator']!
    const disable = () => box.call('update_user', { user_id, name, role, enabled: false }, admin)
    const chosen = { old_password: test_password, new_password: 'Lamp-post-77' }
    const [changed] = await Promise.all([box.call('change_password', chosen, operator), disable()])
    expect(await isAlive(changed.data?.token ?? operator)).toBe(false)
    expect((await users())['operator']).toMatchObject({ enabled: false, sessions: 0 })
    await box.call('update_user', { user_id, name, role, enabled: true }, admin)
    const [signed_in] = await Promise.all([signIn('operator', test_password), disable()])
    expect(await isAlive(signed_in.data?.token ?? operator)).toBe(false)
    expect((await users())['operator']).toMatchObject({ enabled: false, sessions: 0 })
  })

  test('gives a one-time password to a new user named admin, which a start does not replace', async () => {
    const second = await add('second', 'admin')
    const boss = await choosePassword('second', second.one_time_password)
    const deleted = { user_id: (await users())['admin']!.user_id }
    await box.call('delete_user', deleted, boss)
    const renewed = await box.call('add_user', { username: 'admin', name: '', role: 'viewer' }, boss)
    const { one_time_password } = renewed.data
    for (const given of [undefined, test_password])
      expect(await ensureFirstUser(box.deps.db, given, box.deps.now())).toEqual({
        one_time_password: undefined,
      })
    expect((await signIn('admin', test_password)).code).toBe(code.failed)
    expect((await signIn('admin', one_time_password)).data.must_change_password).toBe(true)
  })

  /** Returns the token of the session. */
  async function choosePassword(username: string, old_password: string): Promise<string> {
    const { data } = await signIn(username, old_password)
    const chosen = { old_password, new_password: 'Lamp-post-77' }
    return (await box.call('change_password', chosen, data.token)).data.token
  }

  test('leaves audit rows with the user before and after, and without passwords', async () => {
    const { user_id, one_time_password } = await add('li.na')
    await box.call('update_user', { user_id, name: '李娜', role: 'viewer', enabled: true }, admin)
    await box.call('reset_user_password', { user_id }, admin)
    await box.call('delete_user', { user_id }, admin)
    box.deps.log_writer.flush()
    const { data } = await box.call('log', { type: log_type.user, page: 1, page_size: 50 }, admin)
    const rows = data.list
      .map(({ audit }) => audit!)
      .filter(({ call }) => call.endsWith('_user') || call.startsWith('reset'))
      .reverse()
    expect(rows.map(({ call, before, after }) => [call, before?.['user'], after?.['user']])).toEqual([
      ['add_user', undefined, expect.objectContaining({ username: 'li.na', role: 'operator' })],
      [
        'update_user',
        expect.objectContaining({ username: 'li.na', name: '', role: 'operator' }),
        expect.objectContaining({ username: 'li.na', name: '李娜', role: 'viewer' }),
      ],
      ['reset_user_password', undefined, undefined],
      ['delete_user', expect.objectContaining({ username: 'li.na' }), undefined],
    ])
    expect(JSON.stringify(data)).not.toContain(one_time_password)
  })
})

test.each(['operator', 'viewer'] as const)(
  '%s may not touch users, and sees own sessions only',
  async (role) => {
    const [token, other] = [await box.tokenOf(role), await box.tokenOf(role)]
    const user_id = (await users())['admin']!.user_id
    for (const answer of [
      await box.call('list_users', {}, token),
      await box.call('add_user', { username: 'x', name: '', role: 'admin' }, token),
      await box.call('update_user', { user_id, name: '', role: 'viewer', enabled: false }, token),
      await box.call('delete_user', { user_id }, token),
      await box.call('reset_user_password', { user_id }, token),
      await box.call('list_sessions', { user_id }, token),
      await box.call('end_sessions', { user_id }, token),
    ])
      expect(answer.code).toBe(code.permission_denied)
    const of_admin = (await box.call('list_sessions', {}, admin)).data.list[0]!
    expect((await box.call('end_session', { session_id: of_admin.session_id }, token)).code).toBe(
      code.not_found,
    )
    expect(await isAlive(admin)).toBe(true)
    expect((await box.call('list_sessions', {}, token)).data.list).toHaveLength(2)
    expect(await isAlive(other)).toBe(true)
  },
)

describe('sessions', () => {
  test('are listed with browser, address and last use; one is ended, then all others', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
    const answer = await box.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      remoteAddress: '192.0.2.7',
      payload: { username: 'admin', password: test_password },
    })
    const { token } = answer.json<{ data: { token: string } }>().data
    const third = await box.tokenOf('admin')
    box.wait(60_000)
    const { list } = (await box.call('list_sessions', {}, token)).data
    expect(list).toHaveLength(3)
    expect(list[0]).toMatchObject({ agent, current: true, address: '127.0.0.1' }) // last used from here
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    const first = (await box.call('list_sessions', {}, admin)).data.list.find(({ current }) => current)!
    expect((await box.call('end_session', { session_id: first.session_id }, token)).code).toBe(code.success)
    expect([await isAlive(admin), await isAlive(third)]).toEqual([false, true])
    expect((await box.call('end_sessions', {}, token)).data).toEqual({ ended: 1 })
    expect([await isAlive(third), await isAlive(token)]).toEqual([false, true])
  })

  test('of another user are ended by an administrator, one or all', async () => {
    const [a, b, c] = [await box.tokenOf('viewer'), await box.tokenOf('viewer'), await box.tokenOf('viewer')]
    const { user_id } = (await users())['viewer']!
    const { list } = (await box.call('list_sessions', { user_id }, admin)).data
    expect(list.map(({ current }) => current)).toEqual([false, false, false])
    await box.call('end_session', { session_id: list[0]!.session_id }, admin)
    expect([await isAlive(a), await isAlive(b), await isAlive(c)].filter(Boolean)).toHaveLength(2)
    expect((await box.call('end_sessions', { user_id }, admin)).data).toEqual({ ended: 2 })
    expect(await isAlive(admin)).toBe(true)
    const { data } = await box.call('log', { type: log_type.user, page: 1, page_size: 50 }, admin)
    const rows = data.list.map(({ audit }) => audit!).filter(({ call }) => call.startsWith('end_session'))
    expect(rows.map(({ who, before, after }) => [who, before, after])).toEqual([
      ['admin', { sessions: { username: 'viewer', live: 2 } }, { sessions: { username: 'viewer', live: 0 } }],
      ['admin', { session: { username: 'viewer', address: '127.0.0.1', agent: '' } }, undefined],
    ])
  })
})
