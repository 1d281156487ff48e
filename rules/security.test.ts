/** The tables of `npm run security` are complete, so that `npm test` detects a new call or a lost row. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type Call, type CallName } from '@parking/contract'
import { expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { not_tried, places } from '../security/attacks/outbound.ts'
import { role_table, type Least } from '../security/role-table.ts'
import { rows } from '../security/rows.ts'

const leastOf = ({ roles }: Call): Least =>
  roles === 'anyone'
    ? 'anyone'
    : roles.includes('viewer')
      ? 'viewer'
      : roles.includes('operator')
        ? 'operator'
        : 'admin'

test('all thirty rows exist, each with an attack or a test', () => {
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect(rows.filter(({ attack, tests }) => !attack && tests.length === 0)).toEqual([])
})

test('every test that a row names exists', () => {
  const missing = rows.flatMap(({ tests }) => tests).filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})

test('the roles of every call match the table, which is written by hand', () => {
  // If a call is missing, it is new: decide who may make it and add it to security/role-table.ts.
  const wanted = Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [name, leastOf(calls[name])]),
  )
  expect(role_table).toEqual(wanted)
})

test('a role may make every call that a lower role may make', () => {
  for (const [name, { roles }] of Object.entries(calls as Record<string, Call>)) {
    if (roles === 'anyone') continue
    const rank = [roles.includes('viewer'), roles.includes('operator'), roles.includes('admin')]
    expect([name, rank.toSorted((a, b) => Number(a) - Number(b))]).toEqual([name, rank])
  }
})

test('every call that takes a host or a URL is attacked with addresses of the box', () => {
  const host = /url|ipv4|server|endpoint|repository|^address$|_address$/
  const tried = new Set<string>([...places.map(({ name }) => name), ...not_tried])
  const missing = Object.entries(calls as Record<string, Call>)
    .filter(([, { example, effect }]) => {
      const fields = Object.entries(example as Record<string, unknown>)
      return (
        effect === 'write' && fields.some(([field, value]) => host.test(field) && /[.:]/.test(String(value)))
      )
    })
    .map(([name]) => name)
    .filter((name) => !tried.has(name))
  expect(missing).toEqual([])
})
