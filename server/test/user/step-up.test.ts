/** Calls that cannot be undone or that give access ask for the password again; refusals are audited. */
import { calls, code, fresh_s, log_type, type Call, type CallName } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
let admin: string
beforeEach(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
})
afterEach(() => box.close())

const fresh_calls = (Object.keys(calls) as CallName[]).filter((name) => (calls[name] as Call).fresh === true)

test('the calls are those that restore, give access or delete evidence', () => {
  expect(fresh_calls).toEqual(
    expect.arrayContaining([
      'add_user',
      'update_user',
      'delete_user',
      'reset_user_password',
      'restore',
      'bring_back_snapshot',
      'delete_log',
      'delete_parking_event',
      'delete_manual_parking_event',
    ]),
  )
})

test('each is refused in a session whose password is old, and changes nothing', async () => {
  box.wait(fresh_s * 1_000 + 1)
  for (const name of fresh_calls)
    expect([name, (await box.callOnce(name, calls[name].example as never, admin)).code]).toEqual([
      name,
      code.password_needed,
    ])
  box.deps.log_writer.flush()
  const { data } = await box.callOnce('log', { type: log_type.user, page: 1, page_size: 50 }, admin)
  const refused = data.list.filter(({ audit }) => audit?.code === code.password_needed)
  expect(refused.map(({ audit }) => audit!.call).sort()).toEqual([...fresh_calls].sort())
  // A role that may not make the call is not asked for the password.
  const viewer = await box.tokenOf('viewer')
  box.wait(fresh_s * 1_000 + 1)
  expect((await box.callOnce('delete_user', { user_id: 1 }, viewer)).code).toBe(code.permission_denied)
})

test('entering the password again is valid for five minutes in this session, and in no other', async () => {
  const other = await box.tokenOf('admin')
  box.wait(fresh_s * 1_000 + 1)
  const add = (username: string, token: string) =>
    box.callOnce('add_user', { username, name: '', role: 'viewer' }, token)
  const wrong = await box.callOnce('confirm_password', { password: 'Wrong#2026' }, admin)
  expect(wrong).toMatchObject({
    code: code.format_error,
    data: [{ field: 'password', issue: 'password_wrong' }],
  })
  expect((await add('one', admin)).code).toBe(code.password_needed)
  const right = await box.callOnce('confirm_password', { password: test_password }, admin)
  expect(right.data).toEqual({ valid_s: fresh_s })
  box.wait(fresh_s * 1_000)
  expect((await add('one', admin)).code).toBe(code.success)
  expect((await add('two', other)).code).toBe(code.password_needed)
  box.wait(1)
  expect((await add('two', admin)).code).toBe(code.password_needed)
})

test('guessing the password in a stolen session is slowed down', async () => {
  const codes: number[] = []
  for (let i = 0; i < 7; i++)
    codes.push((await box.callOnce('confirm_password', { password: `Wrong#${i}` }, admin)).code)
  expect(codes).toEqual([...Array<number>(5).fill(code.format_error), code.busy, code.busy])
})

test('an export asks for it only with secrets', async () => {
  box.wait(fresh_s * 1_000 + 1)
  const passphrase = 'a passphrase of many words'
  const asked = async (secrets: 'wrapped' | 'left_out') =>
    (
      await box.callOnce(
        'export_document',
        { secrets, passphrase: secrets === 'wrapped' ? passphrase : '' },
        admin,
      )
    ).code
  expect([await asked('left_out'), await asked('wrapped')]).toEqual([code.success, code.password_needed])
})
