/**
 * Row 29: floods, kills and a locked database. The device answers others within a second and never restarts.
 */
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, code } from '@parking/contract'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '#scripts/lib/root.mjs'
import type { Attack, Row } from '../support/lab.ts'
import { headersOf, password, type Session, type Target } from '../support/target.ts'
import { watchMemory } from './fuzz.ts'

export const staysUp: Attack = async (lab, row) => {
  const { target } = lab
  // The fuzz test before this row may have ended the sessions.
  const admin = await target.signIn('admin', password)
  await lockedDatabase(target, admin, row)
  const count = lab.quick ? 3_000 : 20_000
  await flood(target, row, count, ['127.0.8.1'], 'one address')
  const many = Array.from({ length: 200 }, (_, i) => `127.0.10.${i + 1}`)
  await flood(target, row, count, many, '200 addresses')
  process.kill(target.pid(), 'SIGKILL')
  await wait(500)
  await target.start()
  const after = await target.call('get_address', {}, admin)
  row.check(
    'after a kill it starts again with its sessions',
    after.code === code.success,
    `code ${after.code}`,
  )
}

async function flood(
  target: Target,
  row: Row,
  count: number,
  addresses: string[],
  from: string,
): Promise<void> {
  const exits = target.exits()
  const pid = target.pid()
  const memory = watchMemory(target)
  const since = performance.now()
  const worker = new Worker(new URL('../support/flood-worker.mjs', import.meta.url), {
    workerData: { port: target.port, count, addresses },
  })
  let over = false
  const finished = (once(worker, 'message') as Promise<[{ connected: number; held: number }]>).then(
    ([said]) => {
      over = true
      return said
    },
  )
  const times: number[] = []
  let failures = 0
  // Each probe uses a new connection with a new handshake, like a newly opened browser.
  const probe = async () => {
    try {
      const heard = await target.ask({ method: 'GET', path: '/healthz', from: '127.0.9.9' })
      if (heard.status !== 200) failures++
      times.push(heard.ms)
    } catch {
      failures++
    }
  }
  while (!over) {
    await probe()
    await wait(25)
  }
  const { connected, held } = await finished
  const took = (performance.now() - since) / 1000
  for (let i = 0; i < 20; i++) await probe()
  const highest = memory.stop()
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? times.at(-1) ?? 0).toFixed(0)
  const worst = times.at(-1) ?? Number.POSITIVE_INFINITY
  row.check(
    `${count} connections from ${from}: another client is answered within 1 s each time`,
    failures === 0 && worst <= 1_000,
    `${times.length} tries: median ${at(0.5)}, p99 ${at(0.99)}, max ${worst.toFixed(0)} ms; ${failures} fail`,
  )
  row.check('it never restarts', target.exits() === exits && target.pid() === pid)
  row.note(
    `${count} connections from ${from} in ${took.toFixed(1)} s: ${connected} made, ${held} still open; ` +
      `memory ${highest.toFixed(0)} MB at most`,
  )
  worker.postMessage('end')
  await once(worker, 'exit')
}

/**
 * Simulates a backup program that locks the database. The change is refused in plain words and nothing is
 * written.
 */
async function lockedDatabase(target: Target, admin: Session, row: Row): Promise<void> {
  const before = await target.call('get_basic_info', {}, admin)
  const db = openDatabase(join(target.data, 'parking.db'), join(root, 'server/migrations'))
  db.run('BEGIN IMMEDIATE')
  const heard = await target.ask({
    path: calls.set_address.path,
    headers: headersOf(admin),
    body: JSON.stringify(calls.set_address.example),
  })
  db.run('ROLLBACK')
  db.close()
  const answer = JSON.parse(heard.body) as { code: number; message: string; request_id: string }
  row.check(
    'a locked database refuses a change',
    answer.code === code.busy || answer.code === code.failed,
    heard.body,
  )
  row.check(
    'with a request id and without a stack',
    answer.request_id !== '' && !/\n\s+at |sqlite/i.test(heard.body),
  )
  const after = await target.call('get_basic_info', {}, admin)
  row.check('and nothing was written', JSON.stringify(after.data) === JSON.stringify(before.data))
  const again = await target.call('set_address', calls.set_address.example, admin)
  row.check('it goes on once the lock is gone', again.code === code.success, `code ${again.code}`)
}
