/**
 * Sixty acts give sixty rows of the user log, each with time and offset, author, source address and result,
 * with the values before and after if something changed, and no secret. Long because it lists them all.
 */
import { calls, code, type Answer, type Body, type CallName } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantLots } from '../events/event-device.ts'
import { openDevice, test_password, type Device, type Reply } from '../device.ts'
import { issue } from '../tls/authority.ts'

type Row = Answer<'log'>['list'][number]
type Changed = 'changed' | 'same'
type Act = { name: CallName; run: () => Promise<Reply<CallName>>; code: number; changed: Changed }

let box: Device
const tokens: Record<string, string> = {}
const secrets = Array.from({ length: 14 }, (_, at) => `Planted-secret-${at}-of-14`)
const secret = (at: number) => secrets[at]!

beforeAll(async () => {
  box = await openDevice()
  plantLots(box.deps.db)
  for (const role of ['admin', 'operator', 'viewer'] as const) tokens[role] = await box.tokenOf(role)
})
afterAll(() => box.close())

/** An act that an administrator makes and that is accepted, unless stated otherwise. */
function act<Name extends CallName>(
  name: Name,
  body: Body<Name>,
  {
    who = 'admin',
    answers = code.success,
    changed = 'changed',
  }: { who?: string; answers?: number; changed?: Changed } = {},
): Act {
  const changes = answers === code.success ? changed : 'same'
  return { name, code: answers, changed: changes, run: () => box.callOnce(name, body, tokens[who]) }
}

async function rows(): Promise<Row[]> {
  box.deps.log_writer.flush()
  const list: Row[] = []
  for (let page = 1; ; page++) {
    const { data } = await box.callOnce('log', { type: 2, page, page_size: 100 }, tokens['admin'])
    list.push(...data.list)
    if (data.list.length < 100) return list.toReversed()
  }
}

const storage = { endpoint: 'http://127.0.0.1:9', username: 'kerb', password: secret(0) }
const mail = {
  email_server: '127.0.0.1:9',
  from_user: 'box',
  from_auth: secret(1),
  from_email: 'box@street.test',
}
const platform = { operator_no: 'OP', extra_info: JSON.stringify({ app_secret: secret(2) }) }
const camera = {
  camera_name: '东门 1',
  username: 'admin',
  password: secret(3),
  stream_url_main: 'rtsp://127.0.0.1:9/main',
  stream_url_sub: '',
  frame_url: '',
}
const denied = { answers: code.permission_denied }
const failed = { answers: code.failed }
const wrong = { answers: code.format_error }
const none = { answers: code.not_found }
const same = { changed: 'same' as const }
const ca = issue('A private authority', Date.UTC(2026, 10, 21), { ca: true })
const imported = issue('box.example', Date.UTC(2026, 10, 21), { names: ['box.example'] }, ca)

const acts = (): Act[] => [
  // Sign-in, and denied calls.
  act('login', { username: 'admin', password: test_password }, { who: 'none', ...same }),
  act('login', { username: 'operator', password: secret(4) }, { who: 'none', ...failed }),
  act('login', { username: secret(5), password: 'x' }, { who: 'none', ...failed }),
  act('confirm_password', { password: secret(6) }, wrong),
  act('confirm_password', { password: test_password }, same),
  act('set_basic_info', { name: 'viewer' }, { who: 'viewer', ...denied }),
  act('reboot', {}, { who: 'viewer', ...denied }),
  act('update_alarm_param', mail as never, { who: 'operator', ...denied }),
  act('delete_log', { type: 2, end_ms: 1 }, { who: 'operator', ...denied }),
  act('export_document', { secrets: 'wrapped', passphrase: secret(7) }, { who: 'operator', ...denied }),
  act('delete_user', { user_id: 1 }, { who: 'operator', ...denied }),
  act('add_user', { username: 'li.na', name: '李娜', role: 'operator' }, { who: 'viewer', ...denied }),
  // Users and sessions.
  act('add_user', { username: 'li.na', name: '李娜', role: 'operator' }),
  act('update_user', { user_id: 4, name: '李 娜', role: 'viewer', enabled: true }),
  act('reset_user_password', { user_id: 4 }),
  act('update_user', { user_id: 4, name: '李 娜', role: 'viewer', enabled: false }),
  act('delete_user', { user_id: 4 }),
  act('delete_user', { user_id: 99 }, none),
  act(
    'change_password',
    { old_password: test_password, new_password: secret(8) },
    { who: 'viewer', ...same },
  ),
  act('end_sessions', {}, same),
  // The device.
  act('set_basic_info', { name: '深南大道-01' }),
  act('set_address', {
    province: '广东省',
    city: '深圳市',
    district: '南山区',
    detail_address: '深南大道 1 号',
    longitude: 113.9,
    latitude: 22.5,
  }),
  act('set_restore_config', {
    ipv4: '192.168.1.9',
    netmask: '255.255.255.0',
    gateway: '192.168.1.1',
    keep: ['network'],
  }),
  act('update_retention', { media_days: 61 }),
  act('add_whitelist', { list: [{ address: '127.0.0.0/8', comment: '岗亭' }] }),
  act('add_whitelist', { list: [{ address: '192.0.2.0/24', comment: 'office' }] }),
  act('delete_whitelist', { list: ['192.0.2.0/24'] }),
  act('register_vpn_offline', { file_name: 'x.ovpn', content: `up ${secret(9)}\n` }, wrong),
  // Parameters, each with its before and after.
  act('update_alg_param', { cover_th: 0.41 }),
  act('update_schedule_param', {
    plans: [{ days: [1], range: { start: '08:00:00', end: '19:59:59' }, type: 1 }],
  }),
  act('update_event_param', { osd_lot_no: false }),
  act('update_storage_param', storage),
  act('update_platform_param', platform),
  act('update_alarm_param', mail as never),
  act('update_alarm_mail', { digest_minutes: 31 }),
  act('update_all_param', { alg_param: { cover_th: 0.42 } }),
  act('update_alg_param', { cover_th: 7 }, wrong),
  act('update_platform_param', { data_url: 'http://169.254.169.254/data' }, wrong),
  act('set_business_mode', { business_mode: 2 }),
  act('update_syslog', { host: 'logs.example.com', port: 6515 }),
  act(
    'test_syslog',
    { ...calls.test_syslog.example, host: '127.0.0.1', port: 9, protocol: 'tcp' } as never,
    same,
  ),
  act('test_storage', { ...calls.test_storage.example, ...storage, password: secret(10) } as never, same),
  act('test_mail', { ...mail, from_auth: secret(11), to_email: ['duty@street.test'] } as never, same),
  // Cameras and lots.
  act('add_common_camera', camera),
  act('update_common_camera', { ...camera, camera_sn: 'none', password: secret(12) }, none),
  act('add_update_scene', { ...calls.add_update_scene.example, camera_sn: 'SN-0001' } as never),
  act('delete_scene', { scene_id: 'none' }, none),
  act('ptz_move', calls.ptz_move.example as never, none),
  act('delete_camera', { camera_sn: 'SN-0001' }),
  // Events and their queue.
  act('set_event_sending', { paused: true }),
  act('parking_event_resume_upload', {}, same),
  act('export_parking_event', { format: 'csv', filter: {} }, same),
  act('delete_parking_event', calls.delete_parking_event.example as never, same),
  // Exports, certificate, evidence, restore.
  act('export_document', { secrets: 'wrapped', passphrase: secret(13) }, same),
  act('support_bundle', {}, same),
  act('import_certificate', { certificate: `${imported.cert}${ca.cert}`, key: imported.key_pem }),
  act('roll_back_certificate', {}),
  act('delete_log', { type: 1, end_ms: 1 }, same),
  act('restore', { host_sn: 'another' }, failed),
  act('logout', {}, { who: 'operator', ...same }),
]

test('sixty acts give exactly sixty rows with all required facts', async () => {
  const list = acts()
  expect(list).toHaveLength(60)
  const began = (await rows()).length
  const answers: number[] = []
  for (const { run } of list) {
    answers.push((await run()).code)
    box.deps.log_writer.flush()
    box.wait(1_000)
  }
  expect
    .soft(list.map(({ name }, at) => `${name} ${answers[at]}`))
    .toEqual(list.map((one) => `${one.name} ${one.code}`))
  const written = (await rows()).slice(began)
  expect
    .soft(written.map(({ what, audit }) => (what === 'call' ? audit?.call : what)))
    .toEqual(
      list.map(({ name, code: answered }) =>
        name === 'delete_log' && answered === 0 ? 'log_deleted' : name,
      ),
    )
  for (const [at, row] of written.entries()) {
    const { name, changed } = list[at]!
    const answered = answers[at]!
    expect.soft(row.utc_offset, name).toMatch(/^[+-]\d\d:\d\d$/)
    expect.soft(row.timestamp_ms, name).toBeGreaterThan(1_700_000_000_000)
    if (row.what === 'log_deleted') continue
    expect.soft(row.audit, name).toMatchObject({ address: '127.0.0.1', call: name, code: answered })
    if (changed === 'changed')
      expect.soft(JSON.stringify(row.audit?.before ?? row.audit?.after ?? ''), name).toMatch(/^\{".+\}$/)
    if (name !== 'login' || answered === 0) expect.soft(row.audit?.who, name).not.toBe('')
  }
  const text = JSON.stringify(written)
  for (const planted of secrets) expect.soft(text).not.toContain(planted)
  expect(text).not.toContain('PRIVATE KEY')
  const verdict = await box.callOnce('verify_audit', {}, tokens['admin'])
  expect(verdict.data.findings).toEqual([])
})
