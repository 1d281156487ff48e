/**
 * The SMTP adapter against the simulated mail server, with real TLS: each step that can fail and its message;
 * and the texts of the mails. Long because every step has its own failure.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMail, type MailPeer } from '@parking/sim/peers/mail/mail.ts'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import { alarmMail, oneLine, testMail } from '#src/alarm/mail-text.ts'
import { mail_words } from '#src/alarm/mail-words.ts'
import type { AlarmRow } from '#src/alarm/alarm.store.ts'
import type { Mail } from '#src/ports/mail-port.ts'

let peer: MailPeer
beforeAll(async () => void (peer = await startMail()))
afterAll(() => peer.stop())
afterEach(() => peer.setBehaviour('accepts'))

const mail: Mail = {
  from: { name: '深南大道-01', address: 'box@street.test' },
  to: ['duty@street.test'],
  subject: '告警：摄像机“东门”中断',
  text: '第一行\n第二行\n',
  id: 'alarm.1',
  date: new Date(0),
}
const secret = 'Mail#2026'
const send = (
  over: {
    server?: string
    user?: string
    password?: string
    mail?: Partial<Mail>
    ca?: string
    allow_loopback?: boolean
    timeout_ms?: number
  } = {},
) =>
  smtpMail({
    allow_loopback: over.allow_loopback ?? true,
    ca: over.ca ?? peer.ca,
    timeout_ms: over.timeout_ms ?? 4_000,
  }).send(
    { server: over.server ?? peer.address, user: over.user ?? 'box', password: over.password ?? secret },
    { ...mail, ...over.mail },
  )

describe('sending a mail', () => {
  test('sends over STARTTLS and implicit TLS with sign-in, and the mail arrives unchanged', async () => {
    expect(await send()).toMatchObject({
      failed: undefined,
      protection: 'starttls',
      signed_in: true,
      accepted: ['duty@street.test'],
      refused: [],
    })
    expect(await send({ server: `smtps://localhost:${peer.tls_port}` })).toMatchObject({
      failed: undefined,
      protection: 'tls',
      signed_in: true,
    })
    expect(
      peer.mails.map(({ subject, text, from, user, encrypted }) => ({
        subject,
        text,
        from,
        user,
        encrypted,
      })),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        subject: mail.subject,
        text: '第一行\n第二行\n',
        from: '深南大道-01 <box@street.test>',
        user: 'box',
        encrypted: true,
      })),
    )
    expect(peer.mails[0]?.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'message-id': '<alarm.1@parking-edge.invalid>',
    })
    peer.mails.length = 0
  })

  test("reports the failed step with the server's message or a code, no library's sentence", async () => {
    const a_code = expect.stringMatching(/^[A-Z_]*$/) as string
    expect(await send({ allow_loopback: false })).toMatchObject({ failed: 'address', said: '' })
    expect(await send({ server: 'no-such-host.invalid:587' })).toMatchObject({
      failed: 'name',
      said: 'ENOTFOUND',
    })
    expect(await send({ password: 'wrong' })).toMatchObject({
      failed: 'sign_in',
      said: expect.stringContaining('5.7.8') as string,
      protection: 'starttls',
    })
    // Only the simulated street trusts this authority.
    expect(
      await smtpMail({ allow_loopback: true }).send(
        { server: peer.address, user: 'box', password: secret },
        mail,
      ),
    ).toMatchObject({ failed: 'tls', tls: 'unknown_issuer', said: a_code })
    // A port with implicit TLS sends nothing to an unencrypted client; in the opposite case no TLS is found.
    expect(await send({ server: `smtps://localhost:${peer.port}` })).toMatchObject({
      failed: 'tls',
      tls: 'not_tls',
      said: a_code,
    })
    await peer.setBehaviour('refuse_sender')
    expect(await send()).toMatchObject({
      failed: 'sender',
      said: expect.stringContaining('may not use') as string,
    })
    await peer.setBehaviour('refuse_recipient')
    expect(await send({ mail: { to: ['nobody@street.test'] } })).toMatchObject({
      failed: 'recipient',
      said: expect.stringContaining('nobody@street.test: 550 5.1.1') as string,
    })
    expect(await send({ mail: { to: ['nobody@street.test', 'duty@street.test'] } })).toMatchObject({
      failed: undefined,
      accepted: ['duty@street.test'],
      refused: [{ address: 'nobody@street.test', for_good: true }],
    })
    await peer.setBehaviour('greylist')
    expect(await send({ mail: { to: ['nobody@street.test', 'duty@street.test'] } })).toMatchObject({
      failed: undefined,
      refused: [{ for_good: false }],
    })
    await peer.setBehaviour('full')
    expect(await send()).toMatchObject({
      failed: 'message',
      said: expect.stringContaining('Mailbox full') as string,
    })
    // The server waits for TLS, and sends nothing to a client that does not encrypt.
    expect(await send({ server: `localhost:${peer.tls_port}`, timeout_ms: 15_000 })).toMatchObject({
      failed: 'implicit_tls',
      said: '',
    })
    await peer.setBehaviour('silent')
    expect(await send({ timeout_ms: 300 })).toMatchObject({ failed: 'slow', said: '' })
    await peer.setBehaviour('down')
    expect(await send()).toMatchObject({ failed: 'connect', said: 'ECONNREFUSED' })
  })

  test.for([
    ['wrong_name', 'wrong_name'],
    ['self_signed', 'self_signed'],
    ['expired', 'expired'],
  ] as const)(
    'never trusts a certificate that is %s, with STARTTLS or implicit TLS',
    async ([certificate, tls]) => {
      await peer.setBehaviour('accepts', certificate)
      expect(await send()).toMatchObject({ failed: 'tls', tls })
      expect(await send({ server: `smtps://localhost:${peer.tls_port}` })).toMatchObject({
        failed: 'tls',
        tls,
      })
    },
  )

  test('never sends a password unencrypted; without a password a plain server is allowed', async () => {
    await peer.setBehaviour('no_tls')
    peer.mails.length = 0
    expect(await send()).toMatchObject({ failed: 'unencrypted', protection: 'none', signed_in: false })
    expect(peer.mails).toEqual([])
    expect(await send({ user: '' })).toMatchObject({ failed: undefined, protection: 'none' })
    expect(peer.mails).toMatchObject([{ user: '', encrypted: false }])
  })
})

describe('the text of a mail', () => {
  const row = (over: Partial<AlarmRow> = {}): AlarmRow => ({
    alarm_id: 1,
    kind: 'camera_down',
    subject: 'SN-1',
    name: '东门 1',
    severity: 'warning',
    facts: { step: 'signin' },
    since_ms: 1_000,
    raised_ms: 61_000,
    recovered_ms: null,
    raised_notice: 1,
    recovered_notice: 0,
    acknowledged_by: '',
    acknowledged_ms: null,
    ...over,
  })
  const news = (over: Partial<AlarmRow> = {}) => ({
    row: row(over),
    raised: true,
    recovered: over.recovered_ms !== undefined,
  })
  const sender = { name: '深南大道-01', serial: 'PE-1', place: '深圳市南山区' }
  const stamp = (ms: number) => `t${ms / 1000}`

  test('the subject names one alarm or counts several; a recovered alarm states its duration', () => {
    const one = alarmMail([news()], 1, sender, mail_words.zh, stamp)
    expect(one.subject).toBe('[深南大道-01] 告警：摄像机“东门 1”中断')
    expect(one.text).toContain('t1 开始\n  用户名或密码不正确')
    const many = alarmMail(
      [
        news(),
        news({ alarm_id: 2, recovered_ms: 121_000 }),
        news({ alarm_id: 3, kind: 'disk', severity: 'critical', facts: { free: 1024 ** 3, percent: 3 } }),
      ],
      2,
      sender,
      mail_words.tw,
      stamp,
    )
    expect(many.subject).toBe('[深南大道-01] 2 則警報，1 則恢復')
    expect(many.text).toContain('【已恢復】攝影機「东门 1」中斷\n  t1 至 t121，持續 2 分 0 秒')
    expect(many.text).toContain('【警報·嚴重】磁碟空間不足')
    expect(many.text).toContain('目前共有 2 則警報未恢復。')
    expect(testMail(sender, mail_words.tw, 't0').subject).toBe('[深南大道-01] 測試郵件')
  })

  test('no name can inject a header line, and a flood makes one mail of limited length', async () => {
    const evil = '东门\r\nBcc: everybody@example.com\r\n\r\nhello\u202e'
    const { subject } = alarmMail([news({ name: evil })], 1, { ...sender, name: evil }, mail_words.zh, stamp)
    expect(subject).not.toMatch(/[\r\n\u202e]/)
    peer.mails.length = 0
    expect(
      await send({ mail: { subject, from: { name: oneLine(evil, 60), address: 'box@street.test' } } }),
    ).toMatchObject({ failed: undefined })
    expect(Object.keys(peer.mails[0]?.headers ?? {})).not.toContain('bcc')
    expect(peer.mails[0]?.recipients).toEqual(['duty@street.test'])
    const flood = alarmMail(
      Array.from({ length: 300 }, (_, at) => news({ alarm_id: at })),
      300,
      sender,
      mail_words.zh,
      stamp,
    )
    expect(flood.text).toContain('另有 250 条')
  })
})
