/**
 * The head of the audit chain leaves the device, and reveals alterations that the chain alone cannot show.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startMail } from '@parking/sim/peers/mail/mail.ts'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import { headText, readHead } from '#src/core/audit-head.ts'
import { append, beginChain } from '#src/system/audit/chain.store.ts'
import { createAlarmMail } from '#src/workers/alarm-mail.ts'
import { createAlarmWatch } from '#src/workers/alarm-watch.ts'
import { createHeartbeat } from '#src/workers/heartbeat.ts'
import { openDevice, type Device } from '../../device.ts'
import { until } from '../../until.ts'

let box: Device
let platform: Platform
let admin: string
const ends: (() => unknown)[] = []

beforeEach(async () => {
  platform = await startPlatform()
  box = await openDevice({ now: Date.now() })
  admin = await box.tokenOf('admin')
  await setPlatform(platform.urls)
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await box.close()
  await platform.stop()
})

const setPlatform = (over: object) => box.call('update_platform_param', { operator_no: 'OP', ...over }, admin)
const serial = async () => (await box.deps.host.identity()).host_sn
const rename = (name: string) => box.call('set_basic_info', { name }, admin)
/** The newest head that the platform has. */
const outside = async () => {
  const head = platform.heads.of(await serial()).at(-1)!
  return headText(head)
}
const findings = async (known_head: string) =>
  (await box.call('verify_audit', { known_head }, admin)).data.findings

/** Removes the device's own record of the head, as an intruder with the whole disk could. */
function forgetWitness(): void {
  box.deps.db.run("DELETE FROM settings WHERE key = 'audit_witness'")
}

/** Sends the head with a heartbeat. */
async function sendHead(): Promise<void> {
  await box.deps.audit_chain.caughtUp()
  const sent = platform.heartbeats.length
  const heartbeat = createHeartbeat(box.deps, box.deps.platform_session, { answered: () => undefined })
  await heartbeat.start()
  await until('a heartbeat', () => platform.heartbeats.length > sent)
  await heartbeat.stop()
}

test('is sent with each heartbeat, and the platform keeps it', async () => {
  await sendHead()
  expect(platform.faults).toEqual([])
  const { chain_id, seq, hash, time_ms } = box.deps.audit_chain.head()
  expect(platform.heartbeats[0]).toMatchObject({ audit_head: { chain_id, seq, hash, time: time_ms } })
  expect(platform.heads.of(await serial())).toEqual([{ chain_id, seq, hash, time: time_ms }])
})

test('reveals a truncated tail, although the device itself has no record of it', async () => {
  for (const name of ['one', 'two', 'three']) await rename(name)
  await sendHead()
  const head = await outside()
  forgetWitness()
  const chain = box.deps.audit_chain.reader()
  const last = readHead(head)!.seq
  for (const table of ['link', 'content']) chain.run(`DELETE FROM ${table} WHERE seq > ${last - 2}`)
  box.deps.db.run('DELETE FROM log WHERE id > (SELECT max(id) - 2 FROM log)')
  expect(await findings(headText(box.deps.audit_chain.head()))).toEqual([])
  expect(await findings(head)).toEqual([{ kind: 'cut', first: last - 1, last }])
  await sendHead()
  expect(platform.heads.contradictions).toEqual([expect.stringContaining(`link ${last} is gone`)])
})

test('reveals a chain that was wiped, and one that was recomputed', async () => {
  for (const name of ['one', 'two']) await rename(name)
  await sendHead()
  const head = await outside()
  const { chain_id, seq } = readHead(head)!
  forgetWitness()
  const chain = box.deps.audit_chain.reader()
  const contents = chain.all<{ kind: string; time_ms: number; log_id: number; content: string }>(
    'SELECT kind, time_ms, log_id, content FROM link JOIN content USING (seq) ORDER BY seq',
  )
  for (const table of ['link', 'content', 'chain']) chain.run(`DELETE FROM ${table}`)
  const { marks } = box.deps.audit_chain
  beginChain(chain, box.deps.now(), { why: 'new' }, marks)
  expect((await findings(head)).map(({ kind }) => kind)).toContain('wiped')
  // With the old id, and every link recomputed from altered content.
  for (const table of ['link', 'content']) chain.run(`DELETE FROM ${table}`)
  chain.run('UPDATE chain SET chain_id = ?', [Buffer.from(chain_id, 'hex')])
  for (const { content, ...link } of contents)
    append(chain, link, JSON.parse(content.replaceAll('two', 'TWO')) as object, marks)
  expect(await findings(head)).toContainEqual({ kind: 'rewritten', first: seq, last: seq })
})

test('the program reports what a head from outside reveals', async () => {
  await rename('one')
  await sendHead()
  const head = await outside()
  const chain = box.deps.audit_chain.reader()
  forgetWitness()
  for (const table of ['link', 'content'])
    chain.run(`DELETE FROM ${table} WHERE seq = ${readHead(head)!.seq}`)
  chain.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const program = fileURLToPath(new URL('../../../../scripts/audit-verify.ts', import.meta.url))
  const run = (...more: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', program, `${box.folder}/audit.db`, ...more], {
      encoding: 'utf8',
    })
  const { stdout, status } = run('--head', head)
  expect([status, stdout]).toEqual([1, expect.stringContaining(`cut: ${readHead(head)!.seq}`)])
  expect(run('--head', 'no head').status).toBe(2)
})

test.for(['zh', 'tw'] as const)('is in each alarm mail (%s)', async (language) => {
  const peer = await startMail()
  ends.push(() => peer.stop())
  box.deps.mail = smtpMail({ allow_loopback: true, ca: peer.ca, timeout_ms: 3_000 })
  await box.call(
    'update_alarm_param',
    {
      email_server: peer.address,
      from_user: 'box',
      from_auth: 'Mail#2026',
      from_email: 'box@street.test',
      to_email: ['duty@street.test'],
    },
    admin,
  )
  await box.call('update_alarm_mail', { language }, admin)
  const mailer = createAlarmMail(box.deps, { gather_ms: 0 })
  let steady = 0
  const watch = createAlarmWatch(box.deps, { every_ms: 1e9, clock_every_ms: 1e12, steady: () => steady })
  ends.push(
    () => watch.stop(),
    () => mailer.stop(),
  )
  box.deps.readings.report({ kind: 'storage', subject: '', name: '', level: 'bad', facts: {} })
  for (let at = 0; at < 3; at++) {
    await watch.runNow()
    await mailer.runNow()
    box.wait(130_000)
    steady += 130_000
  }
  expect(peer.mails[0]?.text).toContain(`${language === 'zh' ? '审计校验码' : '稽核檢查碼'}（截至 `)
  expect(readHead(peer.mails[0]!.text.split('\n').find((line) => readHead(line))!)).toMatchObject({
    chain_id: box.deps.audit_chain.head().chain_id,
  })
})
