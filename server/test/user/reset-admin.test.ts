/** `reset-admin`: root on the box regains access while the server runs, and the log says so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, log_type } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resetAdmin } from '#src/reset-admin.ts'
import { startAttempt } from '#src/user/throttle.ts'
import { ensureFirstUser } from '#src/user/first-user.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
let admin: string
beforeEach(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
})
afterEach(() => box.close())

const reset = (username?: string) => resetAdmin(box.deps, username, box.deps.now)
const signIn = (password: string, username = 'admin') => box.call('login', { username, password })

test('old password and sessions end, and the one-time password only allows choosing a new one', async () => {
  for (let i = 0; i < 200; i++) startAttempt(box.deps.db, 'admin', '127.0.0.1', box.deps.now())
  const password = await reset()
  expect((await box.call('info', {}, admin)).code).toBe(code.token_expired)
  expect((await signIn(test_password)).code).toBe(code.failed)
  const { data } = await signIn(password)
  expect(data.must_change_password).toBe(true)
  // The next start does not replace it.
  await ensureFirstUser(box.deps.db, undefined, box.deps.now())
  const chosen = { old_password: password, new_password: 'Lamp-post-77' }
  const { token } = (await box.call('change_password', chosen, data.token)).data
  const { list } = (await box.call('log', { type: log_type.user, page: 1, page_size: 50 }, token)).data
  expect(list.find(({ what }) => what === 'admin_reset')).toMatchObject({
    level: 'WARNING',
    facts: { by: 'admin' },
  })
  expect(JSON.stringify(list)).not.toContain(password)
})

test('a named user becomes an enabled administrator; an unknown one is refused', async () => {
  await box.tokenOf('viewer')
  const user_id = (await box.call('list_users', {}, admin)).data.list.find(
    ({ username }) => username === 'viewer',
  )!.user_id
  await box.call('update_user', { user_id, name: '', role: 'viewer', enabled: false }, admin)
  const { data } = await signIn(await reset('viewer'), 'viewer')
  expect(data.must_change_password).toBe(true)
  expect((await box.call('list_users', {}, admin)).data.list.map(({ role }) => role)).toEqual([
    'admin',
    'admin',
  ])
  await expect(reset('nobody')).rejects.toThrow('There is no user nobody. There are: admin, viewer.')
})

test('a folder without a device is refused, and stays empty', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  await expect(resetAdmin({ ...box.deps, folder })).rejects.toThrow('There is no device in')
  rmSync(folder, { recursive: true })
})
