/** Secrets are never visible: not in answers, not in the log, not on the disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, code, type CallName } from '@parking/contract'
import { expect, test } from 'vitest'
import { openSecrets } from '#src/core/secrets.ts'
import { openDevice, test_password } from '../device.ts'

const canary = 'Canary-7f3a#Secret'

test('a canary in every secret field is visible nowhere', async () => {
  const device = await openDevice()
  let token = await device.tokenOf('admin')
  const answers: string[] = []
  const call = async (name: CallName, body: object) => {
    const answer = await device.call(name, body as never, token)
    if (name !== 'change_password') answers.push(JSON.stringify(answer))
    return answer
  }
  await call('login', { username: 'admin', password: canary })
  await call('login', { username: canary, password: 'x' })
  await call('change_password', { old_password: canary, new_password: `${canary}2` })
  token = (
    (await call('change_password', { old_password: test_password, new_password: canary })).data as {
      token: string
    }
  ).token
  const address = 'http://127.0.0.1:1/x'
  await call('add_common_camera', {
    camera_name: 'c',
    username: 'u',
    password: canary,
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: address,
  })
  await call('add_onvif_camera', {
    camera_name: 'c',
    ipv4: '127.0.0.1',
    onvif_port: 1,
    username: 'u',
    password: canary,
  })
  await call('update_platform_param', {
    extra_info: JSON.stringify({ app_secret: canary }),
    auth_url: address,
  })
  await call('update_storage_param', { password: canary })
  await call('update_alarm_param', { from_auth: canary })
  await call('register_vpn_online', { register_address: 'vpn.example.com', key: canary })
  for (const name of Object.keys(calls) as CallName[])
    if (/^(get_|list_|info)/.test(name)) await call(name, calls[name].example)
  // A malformed body is not logged, nor is a query.
  const headers = { 'content-type': 'application/json', authorization: canary }
  await device.app.inject({
    method: 'POST',
    url: `/api/user/login?token=${canary}`,
    headers,
    payload: `{"password":"${canary}"`,
  })
  await device.app.inject({ url: `/api/nothing/${encodeURIComponent(canary)}?token=${canary}` })
  await device.app.inject({ url: `${calls.info.path}?token=${token}` })

  const log = device.logged()
  expect(log).not.toContain('Canary')
  expect(log).not.toContain(token)
  expect(answers.join('\n')).not.toContain('Canary')
  const folder = device.folder
  await device.app.close()
  device.deps.db.close()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!statSync(file).isFile()) continue
    expect([name, readFileSync(file).includes('Canary'), readFileSync(file).includes(token)]).toEqual([
      name,
      false,
      false,
    ])
  }
  rmSync(folder, { recursive: true, force: true })
})

test('equal passwords are stored differently, and open only with their own key', () => {
  const [a, b] = [mkdtempSync(join(tmpdir(), 'parking-key-')), mkdtempSync(join(tmpdir(), 'parking-key-'))]
  const [one, again, other] = [openSecrets(a), openSecrets(a), openSecrets(b)]
  const sealed = one.seal(canary)
  expect(one.seal(canary)).not.toBe(sealed)
  expect(again.open(sealed)).toBe(canary)
  expect(() => other.open(sealed)).toThrow('authenticate')
  expect(() => one.open(`${sealed.slice(0, -4)}AAAA`)).toThrow('authenticate')
  expect([one.seal(''), one.open('')]).toEqual(['', ''])
  expect(statSync(join(a, 'secret.key')).mode & 0o777).toBe(0o600)
  for (const folder of [a, b]) rmSync(folder, { recursive: true, force: true })
})

test("an internal error is answered with 9000 and the request's id; the server keeps running", async () => {
  const device = await openDevice()
  const token = await device.tokenOf('admin')
  device.deps.db.run('ALTER TABLE template_rows RENAME TO gone')
  const answer = await device.call('getList', { page: 1, page_size: 1 }, token)
  expect(answer).toEqual({ code: code.internal, message: 'Internal error', request_id: expect.any(String) })
  expect(device.logged()).toContain(answer.request_id)
  expect(device.logged()).toContain('no such table')
  expect((await device.call('ping', {})).code).toBe(code.success)
  await device.close()
})
