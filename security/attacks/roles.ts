/**
 * Row 12: every call by every kind of user. The expected results come from role-table.ts, not from the
 * contract.
 */
import { calls, code, type CallName } from '@parking/contract'
import type { Attack } from '../support/lab.ts'
import { password, type Answer, type Session } from '../support/target.ts'
import { role_table, type Least } from '../role-table.ts'

const names = Object.keys(calls) as CallName[]
const ranks: readonly Least[] = ['anyone', 'viewer', 'operator', 'admin']
/** No call has this field, so a permitted call is refused because of its body and does nothing. */
const body = { no_such_field: 1 }

export const roleMatrix: Attack = async ({ target, admin, operator, viewer }, row) => {
  const unlisted = names.filter((name) => !(name in role_table))
  row.check('every call has an entry in the table', unlisted.length === 0, unlisted.join(', '))
  const revoked = await target.signIn('viewer', password)
  await target.call('logout', {}, revoked)
  const made = await target.call('add_user', { username: 'first.day', name: '', role: 'admin' }, admin)
  const first = await target.signIn('first.day', String(made.data['one_time_password']))
  const unbound = { token: admin.token, cookie: '' }
  const other = { token: admin.token, cookie: viewer.cookie }
  const identities: [string, Session | undefined, Least | 'none' | 'first'][] = [
    ['without a session', undefined, 'none'],
    ['a made-up token', { token: 'A'.repeat(43), cookie: '' }, 'none'],
    ['a revoked token', revoked, 'none'],
    ['a token of an administrator without its cookie', unbound, 'none'],
    ['a token of an administrator with the cookie of another', other, 'none'],
    ['the first sign-in of an administrator', first, 'first'],
    ['a viewer', viewer, 'viewer'],
    ['an operator', operator, 'operator'],
    ['an administrator', admin, 'admin'],
  ]
  const asWho = async ([who, session, rank]: (typeof identities)[number]) => {
    const wrong: string[] = []
    for (const name of names) {
      // A logout would end the session that the other calls need.
      if (name === 'logout' && session) continue
      const { method, path } = calls[name]
      const answer =
        method === 'GET'
          ? (JSON.parse(
              (await target.send(name, {}, session, { path: `${path}?no_such_field=1` })).body,
            ) as Answer)
          : await target.call(name, body, session)
      const wanted = expected(name, rank)
      if (!wanted.includes(answer.code)) wrong.push(`${name} ${answer.code} (not ${wanted.join(' or ')})`)
    }
    row.check(`${who}: ${names.length} calls`, wrong.length === 0, wrong.slice(0, 8).join(', '))
  }
  await Promise.all(identities.map(asWho))
  row.note(`${names.length} calls, ${identities.length} identities`)
}

function expected(name: CallName, rank: Least | 'none' | 'first'): number[] {
  const least = role_table[name] ?? 'admin'
  const passed = [code.format_error, code.password_needed, code.success]
  if (least === 'anyone') return [...passed, code.failed, code.busy]
  if (rank === 'none') return [code.token_expired]
  const with_first = 'with_first_password' in calls[name]
  if (rank === 'first') return with_first ? passed : [code.permission_denied]
  return ranks.indexOf(rank) >= ranks.indexOf(least) ? passed : [code.permission_denied]
}
