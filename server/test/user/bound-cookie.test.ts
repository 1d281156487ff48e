/** Over TLS a token is bound to a cookie that scripts cannot read: the token alone opens nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSession } from '#src/user/session.store.ts'
import { hashOfCookie } from '#src/user/bound-cookie.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
beforeEach(async () => {
  // A proxy that terminates TLS: for the server this is the same as having its own certificate.
  box = await openDevice({ app: { proxies: ['192.0.2.8'] } })
  await box.tokenOf('admin')
})
afterEach(() => box.close())

const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

async function signIn(headers: Record<string, string> = tls) {
  const answer = await box.app.inject({
    method: 'POST',
    url: calls.login.path,
    headers: { ...headers, 'content-type': 'application/json' },
    remoteAddress: '192.0.2.8',
    payload: { username: 'admin', password: test_password },
  })
  const { token } = answer.json<{ data: { token: string } }>().data
  return { token, cookie: answer.cookies.find(({ name }) => name.startsWith('__Host-')), answer }
}

const codeWith = async (token: string, cookies: Record<string, string>, headers: object = tls) =>
  (
    await box.app.inject({
      method: 'POST',
      url: calls.get_address.path,
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      remoteAddress: '192.0.2.8',
      cookies,
      payload: {},
    })
  ).json<{ code: number }>().code

test('the cookie is only for this host, only over TLS, and unreadable for scripts', async () => {
  const { cookie, token } = await signIn()
  expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Strict' })
  expect(cookie).not.toHaveProperty('domain')
  expect(Buffer.from(cookie!.value, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(box.deps.db.all('SELECT * FROM sessions'))).not.toContain(cookie!.value)
  expect((await signIn()).cookie!.value).not.toBe(cookie!.value)
  expect(await codeWith(token, { [cookie!.name]: cookie!.value })).toBe(code.success)
})

test('a stolen token is refused without the cookie, with a wrong one, and over plain HTTP', async () => {
  const { token, cookie } = await signIn()
  const other = (await signIn()).cookie!
  expect(await codeWith(token, {})).toBe(code.token_expired)
  expect(await codeWith(token, { [cookie!.name]: other.value })).toBe(code.token_expired)
  expect(await codeWith(token, { [cookie!.name]: '' })).toBe(code.token_expired)
  expect(await codeWith(token, {}, {})).toBe(code.token_expired)
  const info = await box.app.inject({ url: calls.info.path, query: { token } })
  expect(info.json().code).toBe(code.token_expired)
})

test('a session cookie that is sent twice with different values opens nothing, in either order', async () => {
  const { token, cookie } = await signIn()
  const own = `${cookie!.name}=${cookie!.value}`
  const foreign = `${cookie!.name}=${'x'.repeat(43)}`
  const sent = (line: string) => codeWith(token, {}, { ...tls, cookie: line })
  expect(await sent(`${own}; ${foreign}`)).toBe(code.token_expired)
  expect(await sent(`${foreign}; ${own}`)).toBe(code.token_expired)
  expect(await sent(`${own}; language=zh; ${own}`)).toBe(code.success)
})

test('the pictures, bundles and live views of a session are refused without its cookie', async () => {
  const { token, cookie } = await signIn()
  mkdirSync(join(box.folder, 'media/cameras'), { recursive: true })
  writeFileSync(join(box.folder, 'media/cameras/last.jpg'), 'a picture')
  const { db, now, media } = box.deps
  const session = findSession(db, token, now(), { bound_hash: hashOfCookie(cookie!.value) })!
  const url = media.forSession(session.id).address('cameras/last.jpg', now())
  const cookies = { [cookie!.name]: cookie!.value }
  expect((await box.app.inject({ url, cookies })).statusCode).toBe(200)
  expect((await box.app.inject({ url })).statusCode).toBe(404)
  const made = await box.app.inject({
    method: 'POST',
    url: calls.support_bundle.path,
    headers: { ...tls, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    remoteAddress: '192.0.2.8',
    cookies,
    payload: {},
  })
  const { download } = made.json<{ data: { download: string } }>().data
  expect((await box.app.inject({ url: download })).statusCode).toBe(404)
  expect((await box.app.inject({ url: download, cookies })).statusCode).toBe(200)
})

test('two devices name it differently, and a session without TLS needs none', async () => {
  const second = await openDevice({ app: { proxies: ['192.0.2.8'] } })
  const mine = (await signIn()).cookie!.name
  const first = box
  box = second
  await box.tokenOf('admin')
  expect((await signIn()).cookie!.name).not.toBe(mine)
  await box.close()
  box = first
  const plain = await signIn({})
  expect(plain.cookie).toBeUndefined()
  expect(await codeWith(plain.token, {}, {})).toBe(code.success)
})
