/**
 * The pure parts of the system log: the address, inert text, sentences in both languages, and the export.
 * Long because the sentence of every kind of row is listed.
 */
import { app_lines, log_type, log_whats } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import codes from '#src/locales/zh/shell/codes.ts'
import errors from '#src/locales/zh/shell/errors.ts'
import said from '#src/locales/zh/shell/device-said.ts'
import shell from '#src/locales/zh/shell/shell.ts'
import log from '#src/locales/zh/system/log.ts'
import tw_said from '#src/locales/tw/shell/device-said.ts'
import tw_shell from '#src/locales/tw/shell/shell.ts'
import tw_codes from '#src/locales/tw/shell/codes.ts'
import tw_errors from '#src/locales/tw/shell/errors.ts'
import tw_log from '#src/locales/tw/system/log.ts'
import { exportLogs } from '#src/pages/system/log/export.ts'
import { activeIn, filterIn, momentOfStamp, type LogBody, type LogRow } from '#src/pages/system/log/filter.ts'
import { formatTime } from '#src/time/time.ts'
import { inert, ndjson } from '#src/pages/system/log/inert.ts'
import { logSentence, type LogWords } from '#src/pages/system/log/sentence.ts'

describe('the address', () => {
  test('is parsed as a filter', () => {
    const search = new URLSearchParams(
      'type=3&level=ERROR&start_ms=1790000000000&end_ms=1790000001000&text= 车 &since=h1',
    )
    expect(filterIn(search)).toEqual({
      type: 3,
      level: 'ERROR',
      start_ms: 1_790_000_000_000,
      end_ms: 1_790_000_001_000,
      text: '车',
    })
    expect(activeIn(search)).toBe(5)
  })
  test.each([
    '',
    'type=9',
    'type=x',
    'level=error',
    'start_ms=-1',
    'end_ms=1e3',
    'start_ms=99999999999999',
    'text=%20',
    'since=forever',
    'page=2',
  ])('an invalid value is dropped: %s', (text) => {
    expect(filterIn(new URLSearchParams(text))).toEqual({ type: 0 })
  })
  test('a moment survives the conversion to a wall time and back; an end includes its second', () => {
    const ms = new Date(2026, 10, 21, 8, 30, 5).getTime()
    expect(formatTime(ms)).toBe('2026-11-21 08:30:05')
    expect([
      momentOfStamp(formatTime(ms)),
      momentOfStamp(formatTime(ms), true),
      momentOfStamp(undefined),
    ]).toEqual([ms, ms + 999, undefined])
  })
})

describe('text', () => {
  test.each([
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u001b[2J\u001b[Htop', 'top'],
    ['\u001b]0;title\u0007after', 'after'],
    ['\u001b]8;;http://x\u001b\\link', 'link'],
    ['\u009b31mred', 'red'],
    ['a\u0000b\u0008c', 'a⟨U+0000⟩b⟨U+0008⟩c'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['a\u200bb\u2066c\ufeff', 'a⟨U+200B⟩b⟨U+2066⟩c⟨U+FEFF⟩'],
    ['plain 粤B·12345 🚗 <b>\tx\ny', 'plain 粤B·12345 🚗 <b>\tx\ny'],
    ['\u001b', '⟨U+001B⟩'],
  ])('%j is shown as %j', (text, wanted) => expect(inert(text)).toBe(wanted))

  test('an exported row is one line with the same data and without direction characters', () => {
    const row = { content: 'a\nb \u202e \u2028 \u001b[31m 粤B' }
    expect(ndjson(row)).not.toMatch(/[\u202e\u2028\u001b]|\n./)
    expect(JSON.parse(ndjson(row))).toEqual(row)
  })
})

describe('sentences', () => {
  const row = (more: Partial<LogRow>): LogRow => ({
    id: 1,
    timestamp_ms: 1_790_000_000_000,
    type: log_type.service,
    level: 'INFO',
    content: 'as the device said it',
    ...more,
  })
  const zh_words: LogWords = { log, errors, codes, said, people: shell.people }
  const tw_words: LogWords = {
    log: tw_log,
    errors: tw_errors,
    codes: tw_codes,
    said: tw_said,
    people: tw_shell.people,
  }
  const say = (more: Partial<LogRow>) => logSentence(row(more), zh_words)
  const audit = {
    who: 'admin',
    role: 'admin',
    address: '192.0.2.7',
    call: 'set_address',
    code: 0,
    request_id: 'x',
  }

  test.each<[Partial<LogRow>, string]>([
    [{}, 'as the device said it'],
    [{ what: 'unheard_of' }, 'as the device said it'],
    [{ what: 'call' }, 'as the device said it'],
    [{ what: 'started', facts: { version: '1.2' } }, '设备服务已启动（版本 1.2）'],
    [
      {
        what: 'camera_state',
        facts: { camera_name: '东门', state: 0, step: 'port', why: 'Nothing listens there' },
      },
      '摄像机“东门”离线：端口没有应答',
    ],
    [
      { what: 'timer_no_picture', facts: { camera_name: '东门', step: 'picture', why: 'HTTP 500' } },
      '摄像机“东门”没有给出定时图片，到下一个时刻再取：取不到画面',
    ],
    [
      { what: 'queue_stalled', facts: { info: 'Sign-in: No answer in time' } },
      '平台不接收事件，事件正在设备上等待：登录平台：在时限内没有应答',
    ],
    [
      { what: 'platform_down', facts: { info: '{"code":7001,"message":"no contract"}' } },
      '心跳失败：{"code":7001,"message":"no contract"}',
    ],
    [
      { what: 'storage_stalled', facts: { info: 'write: denied (AccessDenied)' } },
      '对象存储不接收图片，事件正在设备上等待：写入：账号没有所需的权限（AccessDenied）',
    ],
    [
      { what: 'app_ended', facts: { how: 'ended by signal SIGKILL' } },
      '分析程序意外退出：程序被信号 SIGKILL 终止',
    ],
    [
      { what: 'app_watching', facts: { revision: 3, cameras: 4, lots: 24 }, type: log_type.application },
      '分析程序正在分析 4 台摄像机、24 个泊位',
    ],
    [{ content: 'tracker warmed up', type: log_type.application }, '分析程序原文：tracker warmed up'],
    [
      { content: 'an event could not be stored: SQLITE_FULL', level: 'ERROR' },
      '设备服务内部错误，原文：an event could not be stored: SQLITE_FULL',
    ],
    [
      { what: 'alarm_mail_failed', facts: { step: 'sign_in', said: '535 5.7.8' } },
      '告警邮件没有发出，稍后重试：登录被拒绝（535 5.7.8）',
    ],
    [{ what: 'call', audit: { ...audit, who: 'provisioning' } }, '初始配置：修改安装地址'],
    [{ what: 'camera_state', facts: { camera_sn: 'SN1', state: 1 } }, '摄像机“SN1”恢复在线'],
    [
      { what: 'camera_state', facts: { camera_name: '东门', state: 1, lasted_s: 42 } },
      '摄像机“东门”恢复在线，中断了 42 秒',
    ],
    [
      { what: 'camera_state', facts: { camera_name: '东门', state: 1, lasted_s: 7_300 } },
      '摄像机“东门”恢复在线，中断了 2 小时',
    ],
    [
      { what: 'camera_flaps', facts: { camera_name: '东门', changes: 7 } },
      '摄像机“东门”时断时续，一小时内状态变化 7 次：稳定之前不再逐条记录，请检查网线和供电',
    ],
    [
      { what: 'camera_picture', facts: { camera_name: '东门', picture: 'dark' } },
      '摄像机“东门”画面全黑：镜头可能被遮挡',
    ],
    [
      { what: 'camera_picture', facts: { camera_name: '东门', picture: 'frozen' } },
      '摄像机“东门”画面静止不变：摄像机可能已死机',
    ],
    [{ what: 'camera_picture', facts: { camera_sn: 'SN1', picture: '' } }, '摄像机“SN1”画面恢复正常'],
    [{ what: 'pictures_unjudged' }, '本设备的图片处理组件无法工作，不检查画面是否全黑或静止'],
    [
      { what: 'turned_away', facts: { address: '203.0.113.9', times: 20 } },
      '拒绝了不在白名单中的地址 203.0.113.9（共 20 次）',
    ],
    [
      { what: 'trial_begun', facts: { kind: 'ipv4', by: 'admin', old: '192.0.2.10', new: '192.0.2.20' } },
      'admin 开始试用新的 IPv4：192.0.2.10 → 192.0.2.20',
    ],
    [
      {
        what: 'trial_rolled_back',
        facts: { kind: 'dns', reason: 'power_cut', old: '192.0.2.53', new: '192.0.2.54' },
      },
      'DNS 的更改已撤回（设备断电或重启），恢复为 192.0.2.53',
    ],
    [
      {
        what: 'trial_rolled_back',
        facts: { kind: 'ipv4', reason: 'not_applied', old: '192.0.2.10', detail: 'no carrier' },
      },
      'IPv4 的更改已撤回（未能生效），恢复为 192.0.2.10；系统返回信息：no carrier',
    ],
    [{ what: 'call', audit }, 'admin：修改安装地址'],
    [{ what: 'call', audit: { ...audit, call: 'brand_new' } }, 'admin：其他操作'],
    [{ what: 'call', audit: { ...audit, call: 'constructor' } }, 'admin：其他操作'],
    [{ what: 'call', audit: { ...audit, code: 1000 } }, 'admin：修改安装地址，未成功（数据格式错误）'],
    [{ what: 'call', audit: { ...audit, code: 4030 } }, 'admin 没有权限：修改安装地址'],
    [{ what: 'call', audit: { ...audit, code: 4242 } }, 'admin：修改安装地址，未成功（4242）'],
    [{ what: 'call', audit: { ...audit, call: 'login' } }, 'admin 从 192.0.2.7 登录'],
    [
      { what: 'call', audit: { ...audit, who: '', call: 'login', code: 7000 } },
      '未登录的访问者 从 192.0.2.7 登录失败：用户名或密码错误',
    ],
    [
      {
        what: 'log_deleted',
        facts: { type: 3, deleted: 1234, end_ms: new Date(2026, 10, 21, 8, 0, 0).getTime() },
        audit,
      },
      'admin 删除了 1,234 条日志（分析程序，截至 2026-11-21 08:00:00）',
    ],
  ])('%j', (more, wanted) => expect(say(more)).toBe(wanted))

  test.each([...log_whats, ...Object.keys(app_lines)])('%s has a sentence in both languages', (what) => {
    const shown = row({ what, facts: { step: 'reach', state: 0, kind: 'disk', reason: 'silence' }, audit })
    for (const words of [zh_words, tw_words]) {
      const sentence = logSentence(shown, words)
      expect(sentence).not.toContain(shown.content)
      expect(sentence).toMatch(/\p{Script=Han}/u)
    }
  })
})

describe('the export', () => {
  const now = 1_790_000_000_000
  const rows = Array.from({ length: 1_234 }, (_, i): LogRow => ({
    id: 1_234 - i,
    timestamp_ms: now - i,
    type: 1,
    level: 'INFO',
    content: `line ${i}`,
  }))
  const device = (asked: LogBody[]) => async (body: LogBody) => {
    asked.push(body)
    const found = rows.filter(({ timestamp_ms }) => timestamp_ms <= (body.end_ms ?? Infinity))
    return {
      total: found.length,
      list: found.slice((body.page - 1) * body.page_size, body.page * body.page_size),
    }
  }

  test('fetches page by page with one end time, reports progress, and has every row once', async () => {
    const [asked, progress]: [LogBody[], number[]] = [[], []]
    const lines = await exportLogs({ type: 1 }, now, device(asked), (done) => progress.push(done))
    expect(lines.map((line) => (JSON.parse(line) as LogRow).id)).toEqual(rows.map(({ id }) => id))
    expect(asked).toEqual([1, 2, 3].map((page) => ({ type: 1, end_ms: now, page, page_size: 500 })))
    expect(progress).toEqual([500, 1_000, 1_234])
  })

  test('stops at its limit, at a failure, and when stopped', async () => {
    expect(await exportLogs({ type: 0 }, now, device([]), () => undefined, 700)).toHaveLength(700)
    await expect(
      exportLogs(
        { type: 0 },
        now,
        () => Promise.reject(new Error('stopped')),
        () => undefined,
      ),
    ).rejects.toThrow('stopped')
  })

  test('a search that the device answers in parts is continued', async () => {
    const asked: (number | undefined)[] = []
    const pieces: Record<number, { total: number; list: LogRow[]; searched_ms?: number }> = {
      [now]: { total: 1, list: rows.slice(0, 1), searched_ms: now - 100 },
      [now - 101]: { total: 0, list: [], searched_ms: now - 900 },
      [now - 901]: { total: 2, list: rows.slice(5, 7) },
    }
    const lines = await exportLogs(
      { type: 0, text: 'x' },
      now,
      async ({ end_ms }) => (asked.push(end_ms), pieces[end_ms ?? 0] ?? { total: 0, list: [] }),
      () => undefined,
    )
    expect(lines).toHaveLength(3)
    expect(asked).toEqual([now, now - 101, now - 901])
  })
})
