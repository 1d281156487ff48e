/**
 * Rows 7 to 11 and 13: tokens, their expiry, the list of sessions, cookies, and asking for the password
 * again.
 */
import { calls, code, type Call, type CallName } from '@parking/contract'
import type { Attack } from '../support/lab.ts'
import { makeFresh, makeStale, withDatabase } from '../support/state.ts'
import { cookiesIn, password, type Answer, type Session, type Target } from '../support/target.ts'

const isAlive = async (target: Target, session: Session): Promise<boolean> =>
  (await target.call('get_address', {}, session)).code === code.success
const names = Object.keys(calls) as CallName[]

export const randomTokens: Attack = async ({ target, admin, quick }, row) => {
  await target.addUser(admin, 'tokens', 'viewer')
  const tokens: string[] = []
  for (let i = 0; i < (quick ? 8 : 24); i++) tokens.push((await target.signIn('tokens', password)).token)
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  row.check(
    'a token holds 256 bits',
    bytes.every(({ length }) => length === 32),
  )
  row.check('no token comes twice', new Set(tokens).size === tokens.length)
  const ones = Buffer.concat(bytes).reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
    0,
  )
  const share = ones / (bytes.length * 256)
  row.check('its bits are balanced', Math.abs(share - 0.5) < 0.05, `${(share * 100).toFixed(1)} % ones`)
  const old = await target.signIn('tokens', password)
  const next = await target.signIn('tokens', password, {
    headers: { cookie: `${old.cookie}; Admin-Token=${old.token}` },
  })
  row.check('a new sign-in in the same browser ends the old token', !(await isAlive(target, old)))
  row.check('and opens a new one', next.token !== old.token && (await isAlive(target, next)))
}

export const endOfSessions: Attack = async ({ target, admin }, row) => {
  const people = async () => {
    const { data } = await target.call('list_users', {}, admin)
    return data['list'] as { username: string; user_id: number; name: string; role: string }[]
  }
  await target.addUser(admin, 'leaver', 'viewer')
  const idOf = async () => (await people()).find(({ username }) => username === 'leaver')!
  const ended = async (what: string, end: (mine: Session) => Promise<Answer>) => {
    const mine = await target.signIn('leaver', password)
    const before = await isAlive(target, mine)
    const answer = await end(mine)
    const since = performance.now()
    const after = await isAlive(target, mine)
    row.check(
      `${what} ends the session on the server`,
      before && answer.code === code.success && !after,
      `${answer.code}; replayed after ${(performance.now() - since).toFixed(0)} ms`,
    )
  }
  await ended('signing out', (mine) => target.call('logout', {}, mine))
  await ended('ending all others from another browser', async () => {
    const other = await target.signIn('leaver', password)
    return target.call('end_sessions', {}, other)
  })
  await ended('an administrator', async () =>
    target.call('end_sessions', { user_id: (await idOf()).user_id }, admin),
  )
  await ended('disabling the user', async () => {
    const { user_id, name, role } = await idOf()
    const answer = await target.call('update_user', { user_id, name, role, enabled: false }, admin)
    await target.call('update_user', { user_id, name, role, enabled: true }, admin)
    return answer
  })
  await ended('a change of password', async () => {
    const other = await target.signIn('leaver', password)
    const body = { old_password: password, new_password: 'Lamp-post-77' }
    const answer = await target.call('change_password', body, other)
    const next = await target.signIn('leaver', 'Lamp-post-77')
    await target.call('change_password', { old_password: 'Lamp-post-77', new_password: password }, next)
    return answer
  })
  await ended('deleting the user', async () =>
    target.call('delete_user', { user_id: (await idOf()).user_id }, admin),
  )
}

export const expiry: Attack = async ({ target, admin }, row) => {
  await target.addUser(admin, 'sleeper', 'viewer')
  const aged = async (what: string, sql: string) => {
    const mine = await target.signIn('sleeper', password)
    withDatabase(target, (db) =>
      db.run(`UPDATE sessions SET ${sql} WHERE user_id = (SELECT id FROM users WHERE username = 'sleeper')`),
    )
    row.check(what, !(await isAlive(target, mine)))
  }
  await aged('a session unused for 12 hours and a second has ended', 'seen_ms = seen_ms - 43201000')
  await aged(
    'a session has ended after 7 days and a second, used or not',
    'created_ms = created_ms - 604801000',
  )
}

export const sessionList: Attack = async ({ target, admin }, row) => {
  const first = await target.addUser(admin, 'two.browsers', 'viewer')
  const second = await target.signIn('two.browsers', password, { headers: { 'user-agent': 'Second/1.0' } })
  type Listed = { session_id: string; current: boolean; agent: string }
  const list = async (session: Session) =>
    (await target.call('list_sessions', {}, session)).data['list'] as Listed[]
  const [a, b] = [await list(first), await list(second)]
  row.check('each of two browsers sees both', a.length >= 2 && b.length === a.length, `${a.length} sessions`)
  row.check('and which one it is', a.filter(({ current }) => current).length === 1)
  const other = a.find(({ agent }) => agent === 'Second/1.0')
  await target.call('end_session', { session_id: other?.session_id ?? '' }, first)
  row.check('one is revoked', !(await isAlive(target, second)) && (await isAlive(target, first)))
}

export const cookies: Attack = async ({ target, admin, viewer }, row) => {
  await target.addUser(admin, 'cookies', 'viewer')
  const login = await target.send('login', { username: 'cookies', password })
  const session = {
    token: (JSON.parse(login.body) as Answer).data['token'] as string,
    cookie: cookiesIn(login),
  }
  const change = await target.send(
    'change_password',
    { old_password: password, new_password: 'Lamp-post-77' },
    session,
  )
  for (const [path, heard] of [
    ['the sign-in', login],
    ['a change of password', change],
  ] as const) {
    const lines = heard.headers['set-cookie'] ?? []
    const bound = lines.find((line) => line.startsWith('__Host-')) ?? ''
    row.check(
      `${path} sets a __Host- cookie`,
      /; Path=\/(;|$)/.test(bound) && !/domain/i.test(bound),
      bound.replace(/=[^;]*/, '=...'),
    )
    row.check(
      `every cookie of ${path} is HttpOnly, Secure and SameSite=Strict`,
      lines.every((line) => ['HttpOnly', 'Secure', 'SameSite=Strict'].every((word) => line.includes(word))),
    )
  }
  row.check('a stolen token alone opens nothing', !(await isAlive(target, { ...viewer, cookie: '' })))
  const stranger = { token: viewer.token, cookie: admin.cookie }
  row.check('nor with the cookie of another', !(await isAlive(target, stranger)))
}

/** Calls that must ask for the password again: restore, users, keys, deleting evidence, and giving access. */
const asked = `add_user update_user delete_user reset_user_password begin_second_factor enable_second_factor
  disable_second_factor reset_second_factor delete_log restore bring_back_snapshot import_certificate
  roll_back_certificate delete_snapshots
  delete_parking_event delete_manual_parking_event export_document`.split(/\s+/)

export const stepUp: Attack = async ({ target, admin }, row) => {
  const fresh = names.filter((name) => (calls[name] as Call).fresh !== undefined)
  const missing = asked.filter((name) => !fresh.includes(name as CallName))
  row.check('the calls that give access or destroy ask for it', missing.length === 0, missing.join(', '))
  makeStale(target)
  const wrong: string[] = []
  for (const name of fresh) {
    const { fresh: condition, example } = calls[name] as Call
    const body = { ...(example as object), ...(condition === true ? {} : condition) }
    const answer = await target.call(name, body, admin)
    if (answer.code !== code.password_needed) wrong.push(`${name} ${answer.code}`)
  }
  row.check(`${fresh.length} calls are refused in a session of old`, wrong.length === 0, wrong.join(', '))
  const { data } = await target.call('log', { type: 2, page: 1, page_size: 200 }, admin)
  const seen = new Set(
    (data['list'] as { audit?: { call: string; outcome?: string } }[]).map(({ audit }) => audit?.call),
  )
  const unseen = fresh.filter((name) => !seen.has(name))
  row.check('each refusal is in the audit', unseen.length === 0, unseen.join(', '))
  const guess = await target.call('confirm_password', { password: 'Wrong#2026' }, admin)
  row.check('a wrong password does not refresh it', guess.code !== code.success)
  const right = await target.call('confirm_password', { password }, admin)
  row.check('the right one does', right.code === code.success, `code ${right.code}`)
  makeFresh(target)
}
