/**
 * Alarms: when they are raised and cleared; each is reported once, and no mail is lost, sent twice or part of
 * a flood. Long because all tests share one device, mail server and clock.
 */
import { log_type, type AlarmKind } from '@parking/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMail, type MailPeer } from '@parking/sim/peers/mail/mail.ts'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import { clockReading } from '#src/alarm/clock-reading.ts'
import type { Level } from '#src/alarm/machine.ts'
import { setState } from '#src/camera/camera.store.ts'
import { mark, unmark } from '#src/camera/reference.store.ts'
import { createAlarmMail, type AlarmMailer } from '#src/workers/alarm-mail.ts'
import { createAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeAnswer, storeEvent } from '../events/event-device.ts'

let peer: MailPeer
beforeAll(async () => void (peer = await startMail()))
afterAll(() => peer.stop())

describe('on a device', () => {
  let device: Device
  let admin: string
  let [watch, mailer]: [AlarmWatch, AlarmMailer] = [undefined!, undefined!]
  let steady = 0
  let free = 50
  const space = async () => ({ total: 1000, free: free * 10, inodes: null })
  const ports = () => ({ mail: smtpMail({ allow_loopback: true, ca: peer.ca, timeout_ms: 3_000 }) })

  const begin = () => {
    mailer = createAlarmMail(device.deps, { random: () => 1 })
    watch = createAlarmWatch(device.deps, {
      every_ms: 1e9,
      clock_every_ms: 1e12,
      steady: () => steady,
      space,
    })
    for (const part of [mailer, watch]) void part.start()
  }
  const end = () => Promise.all([watch.stop(), mailer.stop()])
  /** Advances every clock, then takes all readings. */
  const pass = async (seconds: number) => {
    device.wait(seconds * 1000)
    steady += seconds * 1000
    await watch.runNow()
    await mailer.runNow()
  }
  const list = async (open?: boolean) =>
    (await device.call('alarms', { page: 1, page_size: 50, ...(open === undefined ? {} : { open }) }, admin))
      .data
  const logged = async (what: string) => {
    device.deps.log_writer.flush()
    return (
      await device.call('log', { type: log_type.alarm, page: 1, page_size: 50 }, admin)
    ).data.list.filter((row) => row.what === what)
  }
  const setMail = (over = {}) =>
    device.call(
      'update_alarm_param',
      {
        email_server: peer.address,
        from_user: 'box',
        from_auth: 'Mail#2026',
        from_email: 'box@street.test',
        to_email: ['duty@street.test'],
        ...over,
      },
      admin,
    )

  beforeEach(async () => {
    await peer.setBehaviour('accepts')
    peer.mails.length = 0
    ;[steady, free] = [0, 50]
    device = await openDevice({ ports: ports() })
    admin = await device.tokenOf('admin')
    begin()
  })
  afterEach(async () => {
    await end()
    await device.close()
  })

  test('a full disk raises one alarm, logged and mailed once, which ends well above the limit', async () => {
    await setMail()
    free = 4
    await pass(1)
    expect((await list()).total).toBe(0)
    await pass(60)
    await pass(60)
    expect(await list()).toMatchObject({
      open: 1,
      list: [{ kind: 'disk', severity: 'critical', facts: { percent: 4 }, recovered_ms: null, mail: 'sent' }],
      mail: { ready: true, waiting: 0, failed: null },
    })
    expect(peer.mails.map((one) => one.subject)).toEqual([expect.stringContaining('磁盘空间不足')])
    free = 7 // between the limits
    await pass(600)
    expect((await list()).open).toBe(1)
    free = 20
    await pass(1)
    await pass(60)
    expect(await list()).toMatchObject({
      open: 0,
      total: 1,
      list: [{ recovered_ms: expect.any(Number) as number, mail: 'waiting' }],
    })
    await pass(15 * 60)
    expect(peer.mails.map((one) => one.subject)).toEqual([
      expect.stringContaining('告警：'),
      expect.stringContaining('恢复：磁盘空间不足'),
    ])
    expect([(await logged('alarm_raised')).length, (await logged('alarm_recovered')).length]).toEqual([1, 1])
  })

  test('every source raises its kind: camera, pictures, queue, sign-in, platform, other parts', async () => {
    const { db } = device.deps
    plantLots(db)
    device.deps.looks.set('SN-0001', { look_ms: 1, picture_ms: 1, health: 'frozen' })
    setState(db, 'SN-0001', 1, '', 0)
    await device.call('update_platform_param', { device_hb_url: 'http://127.0.0.1:9/hb' }, admin)
    device.deps.heartbeat.record({ kind: 'silent', info: 'Nothing listens there' }, 0)
    for (let at = 0; at < 11; at++) await device.call('login', { username: `guess-${at}`, password: 'wrong' })
    mark(db, {
      scene_id: 'scene-1',
      since_ms: 0,
      check_ms: 0,
      check_id: 'check',
      picture: '',
      width: 64,
      height: 48,
      map: [1, 0, 40, 0, 1, 0, 0, 0, 1],
      px: 40,
      confidence: 1,
    })
    device.deps.readings.report({
      kind: 'camera_dark',
      subject: 'SN-gone',
      name: 'gone',
      level: 'bad',
      facts: {},
    })
    await pass(0)
    await pass(121)
    const kinds = (await list(true)).list.map((one) => one.kind).sort()
    expect(kinds).toEqual(['camera_frozen', 'camera_moved', 'platform', 'sign_in'])
    setState(db, 'SN-0001', 0, 'reach', 0)
    unmark(db, 'scene-1')
    device.deps.heartbeat.record({ kind: 'accepted', info: 'ok', data: {} }, 0)
    await pass(1)
    await pass(61)
    // While it is offline, the state of its pictures is unknown.
    expect((await list(true)).list.map((one) => one.kind).sort()).toEqual([
      'camera_down',
      'camera_frozen',
      'sign_in',
    ])
    await device.call('delete_camera', { camera_sn: 'SN-0001' } as never, admin)
    await pass(20 * 60)
    expect((await list(true)).list).toEqual([])
    expect(
      (await device.call('alarms', { page: 1, page_size: 5 }, await device.tokenOf('viewer'))).code,
    ).toBe(0)
  })

  test('failed events raise one alarm, which ends when they are sent again or discarded', async () => {
    await setMail()
    const { db } = device.deps
    const fail = (n: number, reason: 'refused' | 'picture_missing', response_info: string) => {
      const uuid = `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
      storeEvent(db, n, { uuid, plate_number: '粤B·12345' })
      const { event_id } = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!
      const said = { response_status: 1, response_info, next_try_ms: 0 }
      storeAnswer(db, event_id, device.deps.now(), { ...said, status: 4, reason })
      return uuid
    }
    fail(1, 'refused', '{"code":7001,"message":"车场未签约"}')
    await pass(1)
    await pass(10)
    expect(await list(true)).toMatchObject({
      open: 1,
      list: [{ kind: 'queue', subject: 'refused', severity: 'critical', facts: { events: 1 }, mail: 'sent' }],
    })
    expect(peer.mails.map((one) => one.subject)).toEqual([expect.stringContaining('有事件发送失败')])
    expect(peer.mails[0]?.text).toContain('平台的答复：{"code":7001,"message":"车场未签约"}')
    fail(2, 'refused', 'HTTP 413 Too Large')
    await pass(5)
    expect((await list(true)).list).toMatchObject([{ facts: { events: 2, said: 'HTTP 413 Too Large' } }])
    fail(3, 'picture_missing', 'A picture of this event is missing on the device')
    await pass(5)
    expect((await list(true)).list).toMatchObject([{ facts: { events: 3, said: '' } }])

    expect((await device.call('parking_event_resume_upload', {}, admin)).data).toEqual({ resumed: 3 })
    await pass(5)
    const again = fail(4, 'refused', 'refused again') // within the delay: still the same alarm
    await pass(60)
    expect(await list()).toMatchObject({ total: 1, open: 1, list: [{ facts: { events: 1 } }] })
    const discard = { uuid: again, verdict: 'discarded', reason: 'not a bill', seen_checks: 0 } as const
    expect((await device.call('check_parking_event', discard, admin)).code).toBe(0)
    await pass(1)
    await pass(61)
    expect(await list()).toMatchObject({ total: 1, open: 0 })
    await pass(15 * 60)
    expect(peer.mails.map((one) => one.subject)).toEqual([
      expect.stringContaining('有事件发送失败'),
      expect.stringContaining('恢复：有事件发送失败'),
    ])
  })

  test('without a time server the clock is compared with the platform', async () => {
    const now = device.deps.now()
    const level = async (ahead_ms: number, took_ms: number) => {
      device.deps.heartbeat.record(
        {
          kind: 'accepted',
          info: 'ok',
          data: { timestamp: now - took_ms / 2 + ahead_ms },
          timing: { took_ms },
        },
        now,
      )
      return (await clockReading(device.deps)).level
    }
    expect((await clockReading(device.deps)).level).toBe('well')
    expect([
      await level(5_000, 100),
      await level(-5_000, 100),
      await level(5_000, 9_000),
      await level(800, 100),
      await level(300, 100),
    ]).toEqual(['bad', 'bad', 'well', 'between', 'well'])
  })

  test('keeps an open alarm across a restart without raising or mailing it again', async () => {
    await setMail()
    free = 1
    await pass(1)
    await pass(70)
    await pass(10)
    expect(peer.mails).toHaveLength(1)
    await end()
    device = await device.restart('killed')
    begin()
    await pass(1)
    await pass(100)
    expect(await list()).toMatchObject({ open: 1, total: 1 })
    expect(peer.mails).toHaveLength(1)
    free = 50
    await pass(1)
    await pass(61)
    expect((await list()).open).toBe(0)
  })

  test('mail backs off while the server is down, across restarts; then one mail reports all', async () => {
    await setMail()
    await peer.setBehaviour('down')
    const bad = (kind: AlarmKind, level: Level) =>
      device.deps.readings.report({ kind, subject: '', name: '', level, facts: { said: 'no answer' } })
    bad('storage', 'bad')
    await pass(1)
    await pass(121)
    await pass(10)
    expect((await list()).mail).toMatchObject({
      waiting: 1,
      failures: 1,
      failed: 'connect',
      said: 'ECONNREFUSED',
    })
    await pass(1) // within the minimum interval
    expect((await list()).mail.failures).toBe(1)
    free = 1
    await pass(1)
    await pass(100)
    expect((await list()).mail).toMatchObject({ failures: 2, waiting: 2 })
    await end()
    device = await device.restart()
    await peer.setBehaviour('accepts')
    begin()
    await pass(3 * 60)
    await pass(1)
    expect(peer.mails.map((one) => one.subject)).toEqual([expect.stringContaining('2 条告警')])
    expect((await list()).mail).toMatchObject({ waiting: 0, failures: 0, failed: null, next_ms: null })
    // Twenty flickers within the digest are one mail.
    for (let at = 0; at < 20; at++) {
      for (const level of ['well', 'bad'] as const) {
        free = level === 'well' ? 50 : 1
        await pass(1)
        await pass(61)
      }
    }
    expect(peer.mails.length).toBeLessThanOrEqual(2 + Math.ceil((20 * 2 * 62) / (15 * 60)))
    await pass(15 * 60)
    expect((await list()).mail.waiting).toBe(0)
  })

  test('retries a deferred recipient without mailing the others twice', async () => {
    await setMail({ to_email: ['nobody@street.test', 'duty@street.test'] })
    await peer.setBehaviour('greylist')
    free = 1
    await pass(1)
    await pass(70)
    await pass(10)
    expect(peer.mails.map((one) => one.recipients)).toEqual([['duty@street.test']])
    expect(await list()).toMatchObject({
      list: [{ mail: 'waiting' }],
      mail: { waiting: 1, failed: 'recipient' },
    })
    await peer.setBehaviour('accepts')
    await pass(120)
    expect(peer.mails.map((one) => one.recipients)).toEqual([['duty@street.test'], ['nobody@street.test']])
    expect((await list()).mail).toMatchObject({ waiting: 0, failed: null })
  })

  test('mails only the chosen kinds, in the chosen language, and refuses wrong settings', async () => {
    await setMail()
    expect(
      (await device.call('update_alarm_mail', { disk: false, language: 'tw', digest_minutes: 1 }, admin))
        .code,
    ).toBe(0)
    expect((await device.call('get_alarm_mail', {}, await device.tokenOf('viewer'))).data).toMatchObject({
      disk: false,
      language: 'tw',
      digest_minutes: 1,
      recovered: true,
      queue: true,
    })
    expect((await device.call('update_alarm_mail', { digest_minutes: 0 }, admin)).code).toBe(1000)
    expect(
      (await device.call('update_alarm_mail', { disk: true }, await device.tokenOf('operator'))).code,
    ).toBe(4030)
    device.deps.readings.report({ kind: 'storage', subject: '', name: '', level: 'bad', facts: {} })
    free = 1
    await pass(1)
    await pass(130)
    await pass(10)
    expect(peer.mails.map((one) => one.subject)).toEqual([expect.stringContaining('警報：物件儲存無法使用')])
  })

  test('reports how far a test mail came without revealing the password', async () => {
    await setMail()
    const typed = {
      email_server: peer.address,
      from_user: 'box',
      from_auth: '',
      from_email: 'box@street.test',
      to_email: ['duty@street.test'],
    }
    expect(await device.call('test_mail', typed, admin)).toMatchObject({
      code: 0,
      data: { failed: null, protection: 'starttls', signed_in: true, accepted: ['duty@street.test'] },
    })
    expect(peer.mails).toMatchObject([{ subject: expect.stringContaining('测试邮件') as string }])
    const wrong = await device.call('test_mail', { ...typed, from_auth: 'Not#TheOne' }, admin)
    expect(wrong).toMatchObject({ code: 0, data: { failed: 'sign_in' } })
    expect(JSON.stringify(wrong) + device.logged()).not.toMatch(/Not#TheOne|Mail#2026/)
    expect(await device.call('test_mail', { ...typed, email_server: '', to_email: [] }, admin)).toMatchObject(
      { code: 1000, data: [{ field: 'email_server' }, { field: 'to_email' }] },
    )
    expect((await device.call('test_mail', typed, await device.tokenOf('operator'))).code).toBe(4030)
  })
})
