/** Rows 27 and 28: which calls leave a row, what the row contains, and that the chain is intact. */
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { calls, code, type Call, type CallName } from '@parking/contract'
import { openChainFile } from '@parking/server/system/audit/chain.store.ts'
import { runNode } from '#scripts/lib/run.mjs'
import { role_table } from '../role-table.ts'
import type { Attack } from '../support/lab.ts'
import { makeFresh } from '../support/state.ts'

const names = Object.keys(calls) as CallName[]
/** Calls that would end the session or the process, or change the user that this attack needs. */
const left_out =
  /^(log(in|out)|change_password|end_sessions?|reboot|restore|bring_.*|delete_log|erase.*|.*_second_factor)$/

type AuditRow = {
  time_str?: string
  audit?: { call: string; who: string; address: string; outcome?: string; code?: number }
}

export const everyAct: Attack = async ({ target, admin }, row) => {
  const acts = names.filter((name) => {
    const { effect, audit } = calls[name] as Call
    return effect === 'write' && audit !== 'none' && !left_out.test(name)
  })
  for (const name of acts) {
    makeFresh(target)
    await target.call(name, calls[name].example, admin)
  }
  await target.call('login', { username: 'admin', password: 'Wrong#2026' })
  const rows: AuditRow[] = []
  for (let page = 1; page <= 4; page++) {
    const { data } = await target.call('log', { type: 2, page, page_size: 200 }, admin)
    rows.push(...((data['list'] ?? []) as AuditRow[]))
  }
  const seen = new Map(rows.filter(({ audit }) => audit).map((one) => [one.audit!.call, one]))
  const missing = acts.filter((name) => !seen.has(name))
  row.check(`${acts.length} acts leave rows`, missing.length === 0, missing.join(', '))
  row.check('so does a sign-in that fails', seen.has('login'))
  // A call without a session (a sign-in, the end of an erasure) has only an address.
  const poor = [...seen.values()].filter(
    ({ audit }) => !audit!.address || (!audit!.who && role_table[audit!.call] !== 'anyone'),
  )
  row.check('each row says who', poor.length === 0, poor.map(({ audit }) => audit!.call).join(', '))
  const placeless = [...seen.values()].filter(({ audit }) => !audit!.address)
  row.check('and from where', placeless.length === 0, placeless.map(({ audit }) => audit!.call).join(', '))
}

export const chain: Attack = async ({ target, admin }, row) => {
  const verified = await target.call('verify_audit', {}, admin)
  row.check(
    'the chain of the device is whole',
    verified.code === code.success && isWhole(verified.data),
    JSON.stringify(verified.data),
  )
  const head = String(verified.data['head'])
  const folder = join(target.folder, 'copy')
  await target.stop()
  const verify = async (...more: string[]) =>
    (await runNode('node_modules/tsx/dist/cli.mjs', ['scripts/audit-verify.ts', folder, ...more])).output
  const copy = () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const name of readdirSync(target.data).filter((one) => /^(parking|audit)\.db/.test(one)))
      copyFileSync(join(target.data, name), join(folder, name))
  }
  copy()
  const untouched = await verify()
  row.check(
    'so says npm run audit:verify of a copy',
    untouched.includes('nothing was altered'),
    untouched.trim().slice(-200),
  )
  for (const [what, sql] of [
    [
      'an edited row',
      "UPDATE content SET content = replace(content, 'a', 'b') WHERE seq = (SELECT max(seq) / 2 FROM link)",
    ],
    ['a row deleted in the middle', 'DELETE FROM link WHERE seq = (SELECT max(seq) / 2 FROM link)'],
    ['a chain without its start', 'DELETE FROM link WHERE seq <= (SELECT max(seq) / 3 FROM link)'],
    [
      'a cut tail, by the head that was known',
      'DELETE FROM link WHERE seq > (SELECT max(seq) - 5 FROM link)',
    ],
    ['a wiped chain, by the head that was known', 'DELETE FROM link'],
  ] as const) {
    copy()
    const db = openChainFile(join(folder, 'audit.db'))
    db.run(sql)
    db.close()
    const output = await verify('--head', head)
    row.check(
      `${what} is named`,
      output.includes('ALTERED'),
      output.trim().replace(/\n/g, '; ').slice(0, 200),
    )
  }
  await target.start()
}

const isWhole = (data: Record<string, unknown>): boolean =>
  Array.isArray(data['findings']) ? data['findings'].length === 0 : data['whole'] === true
