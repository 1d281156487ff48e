/**
 * Mail relays that greet, sign in, refuse and confirm in their own ways: what arrives, and what a user is
 * shown. Long because every relay is a row.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, test } from 'vitest'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import type { Mail } from '#src/ports/mail-port.ts'
import { issue } from '../tls/authority.ts'

type Replies = Readonly<Record<string, string>>
/** By command; empty: the greeting. `close` closes the connection, ` CLOSE` at the end after the reply. */
const usual: Replies = {
  '': '220 relay',
  EHLO: '250-relay\r\n250 8BITMIME',
  HELO: '250 relay',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 queued',
  QUIT: '221 bye',
}

/** How the bytes of a reply are written. */
type Writing = (bytes: string, socket: Socket) => unknown
const at_once: Writing = (bytes, socket) => void socket.write(bytes)

async function startRelay(odd: Replies, write = at_once, identity?: { cert: string; key: string }) {
  const replies: Replies = { ...usual, ...odd }
  const seen = { commands: [] as string[], mail: '' }
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined)
    let [in_mail, rest] = [false, '']
    const say = (command: string) => {
      const reply = replies[command] ?? '502 unknown'
      if (reply === 'close') return void socket.destroy()
      write(`${reply.replace(/ CLOSE$/, '')}\r\n`, socket)
      if (reply.endsWith(' CLOSE')) socket.end()
    }
    say('')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (in_mail && line !== '.') {
          seen.mail += `${line}\n`
          continue
        }
        const auth = /^AUTH [\w-]+/.exec(line)?.[0]
        const command = in_mail ? '.' : (auth ?? (line in replies ? line : line.split(/[ :]/)[0]!))
        seen.commands.push(command)
        in_mail = command === 'DATA' && /^[23]/.test(replies['DATA']!)
        say(command)
      }
    })
  }
  const server = (identity ? createTlsServer(identity, serve) : createServer(serve)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, seen, stop: () => server.close() }
}

const mail: Mail = {
  id: 'a',
  from: { name: '停车', address: 'box@example.com' },
  to: ['duty@example.com'],
  subject: '告警：画面过暗',
  text: `${'画面过暗。'.repeat(400)}\n.\n..\n`,
  date: new Date(0),
}
const arrives = { failed: undefined, accepted: mail.to, refused: [] }
const fails = (failed: string, said: string) => ({ failed, said, accepted: [] })

const pipelining = '250-relay\r\n250-PIPELINING\r\n250 8BITMIME'
const in_pieces: Writing = (bytes, socket) => {
  for (const byte of bytes) socket.write(byte)
}
/** The bytes of a Cisco PIX, which overwrites the greeting with `*` and unknown extensions with `X`. */
const masked = { '': '220 *************************', EHLO: '250-relay\r\n250-XXXXXXXA\r\n250 XXXB' }
const bare = { '': '220', EHLO: '250', MAIL: '250', RCPT: '250', DATA: '354', '.': '250', QUIT: '221' }
const no_name = '504 5.5.2 <box>: Helo command rejected: need fully-qualified hostname'

test.each<[string, Replies, object, Writing?]>([
  ['greets in several lines', { '': '220-hello\r\n220-there\r\n220 go on' }, arrives],
  ['knows no EHLO', { EHLO: '500 what' }, arrives],
  ['has no extensions', { EHLO: '250 relay' }, arrives],
  ['is named like an extension', { EHLO: '250-starttls.example\r\n250 8BITMIME' }, arrives],
  ['takes mails of 100 bytes', { EHLO: '250-relay\r\n250 SIZE 100' }, arrives],
  ['confirms in several lines', { MAIL: '250-2.1.0\r\n250 ok', '.': '250-2.0.0\r\n250 queued' }, arrives],
  ['forwards the mail', { RCPT: '251 forwarded' }, arrives],
  ['is busy', { '': '421 too busy' }, fails('greeting', '421 too busy')],
  ['serves no mail', { '': '554 none here' }, fails('greeting', '554 none here')],
  ['speaks HTTP', { '': 'HTTP/1.1 400 Bad' }, fails('greeting', 'HTTP/1.1 400 Bad')],
  [
    'cannot encrypt now',
    { EHLO: '250-relay\r\n250 STARTTLS', STARTTLS: '454 not now' },
    fails('unencrypted', '454 not now'),
  ],
  ['wants a sign-in', { MAIL: '530 5.7.0 sign in' }, fails('sender', '530 5.7.0 sign in')],
  ['is grey', { RCPT: '450 later' }, fails('recipient', 'duty@example.com: 450 later')],
  ['knows no such name', { RCPT: '550 none' }, fails('recipient', 'duty@example.com: 550 none')],
  ['takes no mail now', { '.': '451 later' }, fails('message', '451 later')],
  ['finds the mail too large', { '.': '552 too large' }, fails('message', '552 too large')],
  ['refuses the mail', { DATA: '554 no' }, fails('message', '554 no')],
  ['breaks off at the end', { '.': 'close' }, fails('message', '')],
  ['sends each sign by itself', { EHLO: pipelining }, arrives, in_pieces],
  ['ends its lines with LF', {}, arrives, (bytes, socket) => socket.write(bytes.replaceAll('\r', ''))],
  ['doubles its replies', { EHLO: pipelining }, arrives, (bytes, socket) => socket.write(bytes + bytes)],
  ['writes codes alone', bare, arrives],
  ['stands behind a PIX', masked, arrives],
  ['writes an empty line', { '': '220 relay\r\n', MAIL: '250 ok\r\n' }, arrives],
  ['starts the mail with 250', { DATA: '250 go on' }, arrives],
  ['starts the mail in several lines', { DATA: '354-go\r\n354 on' }, arrives],
  ['cannot verify the recipient', { RCPT: '252 perhaps' }, arrives],
  ['never answers QUIT', { QUIT: '' }, arrives],
  ['knows HELO alone', { EHLO: '502 5.5.2 not recognized' }, arrives],
  // The words are no certificate for another name.
  ['wants a full name', { EHLO: no_name, HELO: no_name }, fails('greeting', no_name)],
  ['closes at EHLO', { EHLO: 'close' }, fails('greeting', '')],
  ['shuts down at EHLO', { EHLO: '421 4.3.2 down CLOSE' }, fails('greeting', '421 4.3.2 down')],
  ['shuts down at the sender', { MAIL: '421 4.3.2 down CLOSE' }, fails('sender', '421 4.3.2 down')],
  ['closes at the sender', { MAIL: 'close' }, fails('sender', '')],
  ['closes at the recipient', { RCPT: 'close' }, fails('recipient', '')],
  ['closes before the mail', { DATA: 'close' }, fails('message', '')],
  ['shuts down before the mail', { DATA: '421 4.3.2 down CLOSE' }, fails('message', '421 4.3.2 down')],
  [
    'shuts down at the recipient',
    { RCPT: '421 4.3.2 down CLOSE' },
    fails('recipient', 'duty@example.com: 421 4.3.2 down'),
  ],
  ['shuts down in the mail', { '.': '421 4.4.2 down CLOSE' }, fails('message', '421 4.4.2 down')],
  // 发件人被拒绝
  [
    'answers in GB 18030',
    { MAIL: '550 \xb7\xa2\xbc\xfe\xc8\xcb\xb1\xbb\xbe\xdc\xbe\xf8' },
    fails('sender', '550 发件人被拒绝'),
    (bytes, socket) => socket.write(bytes, 'latin1'),
  ],
  ['answers in UTF-8', { MAIL: '550 发件人被拒绝' }, fails('sender', '550 发件人被拒绝')],
  [
    'is grey and pipelines',
    { EHLO: pipelining, RCPT: '451 4.7.1 grey', DATA: '554 none' },
    fails('recipient', 'duty@example.com: 451 4.7.1 grey'),
  ],
])('a relay that %s', async (_, odd, outcome, write) => {
  const relay = await startRelay(odd, write)
  const server = { server: `127.0.0.1:${relay.port}`, user: '', password: '', trust: '' }
  expect(await smtpMail({ allow_loopback: true }).send(server, mail)).toMatchObject(outcome)
  if (outcome === arrives) {
    // Without 8BITMIME a relay may take seven bits alone, in lines of 998 at most (RFC 5321, 4.5.3.1.6).
    expect(relay.seen.mail).toContain('Auto-Submitted')
    expect(relay.seen.mail).toMatch(/^[\x09\x0a\x20-\x7e]*$/)
    expect(Math.max(...relay.seen.mail.split('\n').map((line) => line.length))).toBeLessThan(998)
  }
  relay.stop()
})

test.each<[string, Replies, string]>([
  ['knows no EHLO', { EHLO: '500 what' }, '500 what'],
  ['offers no STARTTLS', {}, '502 unknown'],
  ['has no certificate now', { STARTTLS: '454 4.7.0 not now' }, '454 4.7.0 not now'],
])('a relay that %s gets no password', async (_, odd, said) => {
  const relay = await startRelay(odd)
  const server = { server: `127.0.0.1:${relay.port}`, user: 'box', password: 'p', trust: '' }
  expect(await smtpMail({ allow_loopback: true }).send(server, mail)).toMatchObject(
    fails('unencrypted', said),
  )
  expect(relay.seen.commands.filter((command) => command.startsWith('AUTH'))).toEqual([])
  relay.stop()
})

// Scanners of mail answer after minutes: the mail is theirs, and would come again with each attempt.
test('a relay that accepts a mail late gets it once; a test that cannot wait says so', async () => {
  const relay = await startRelay({ '.': '250 queued' }, (bytes, socket) =>
    bytes.startsWith('250 queued') ? setTimeout(() => socket.write(bytes), 900) : socket.write(bytes),
  )
  const port = smtpMail({ allow_loopback: true, timeout_ms: 600, patient_ms: 60_000 })
  const server = { server: `127.0.0.1:${relay.port}`, user: '', password: '', trust: '' }
  expect(await port.send(server, mail)).toMatchObject({ failed: 'slow', said: '' })
  expect(await port.send(server, mail, undefined, true)).toMatchObject(arrives)
  relay.stop()
})

const authority = issue('A private authority', Date.now(), { ca: true })
const own = issue('localhost', Date.now(), { names: ['localhost'] }, authority)
const [user, password] = ['box', '停车-2026']
const base64 = (text: string) => Buffer.from(text).toString('base64')
const login: Replies = {
  'AUTH LOGIN': '334 VXNlcm5hbWU6',
  [base64(user)]: '334 UGFzc3dvcmQ6',
  [base64(password)]: '235 2.7.0 in',
}
const offers = (...lines: string[]) => `250-relay\r\n250-8BITMIME\r\n${lines.join('\r\n')}`
const refused = (said: string) => fails('sign_in', said)

test.each<[string, Replies, object, string[]]>([
  ['offers LOGIN alone', { EHLO: offers('250 AUTH LOGIN'), ...login }, arrives, ['AUTH LOGIN']],
  [
    'offers LOGIN first and alone',
    { EHLO: '250-relay\r\n250 AUTH LOGIN', ...login },
    arrives,
    ['AUTH LOGIN'],
  ],
  [
    'offers LOGIN beside NTLM',
    { EHLO: '250-relay\r\n250 AUTH NTLM LOGIN', ...login },
    arrives,
    ['AUTH LOGIN'],
  ],
  [
    'offers LOGIN beside XOAUTH2',
    { EHLO: offers('250 AUTH XOAUTH2 LOGIN'), ...login },
    arrives,
    ['AUTH LOGIN'],
  ],
  [
    'takes PLAIN in two steps',
    {
      EHLO: offers('250 AUTH PLAIN'),
      'AUTH PLAIN': '334 ',
      [base64(`\0${user}\0${password}`)]: '235 2.7.0 in',
    },
    arrives,
    ['AUTH PLAIN'],
  ],
  ['offers LOGIN in the old form', { EHLO: offers('250 AUTH=LOGIN'), ...login }, arrives, ['AUTH LOGIN']],
  [
    'offers CRAM-MD5 alone',
    {
      EHLO: offers('250 AUTH CRAM-MD5'),
      'AUTH CRAM-MD5': `334 ${base64('<1@relay>')}`,
      [base64(`${user} ${createHmac('md5', password).update('<1@relay>').digest('hex')}`)]: '235 2.7.0 in',
    },
    arrives,
    ['AUTH CRAM-MD5'],
  ],
  // Naver, Exchange and others announce PLAIN but take LOGIN alone (simplesmtp 7, curl 4080).
  ...['504 5.7.4 Unrecognized authentication type', '535 5.7.8 wrong', '553 5.3.0 Auth failure'].map(
    (said): [string, Replies, object, string[]] => [
      `answers ${said.slice(0, 3)} to PLAIN and takes LOGIN`,
      { EHLO: offers('250 AUTH PLAIN LOGIN'), 'AUTH PLAIN': said, ...login },
      arrives,
      ['AUTH PLAIN', 'AUTH LOGIN'],
    ],
  ),
  [
    'refuses the password',
    {
      EHLO: offers('250 AUTH LOGIN PLAIN'),
      ...login,
      'AUTH PLAIN': '535 no',
      [base64(password)]: '535 5.7.8 wrong',
    },
    refused('535 5.7.8 wrong'),
    ['AUTH PLAIN', 'AUTH LOGIN'],
  ],
  // A second try would lock the user out for longer.
  [
    'is busy with sign-ins',
    { EHLO: offers('250 AUTH PLAIN LOGIN'), 'AUTH PLAIN': '454 4.7.0 later', ...login },
    refused('454 4.7.0 later'),
    ['AUTH PLAIN'],
  ],
  // Exchange, Microsoft 365 and Gmail without passwords: the password is not sent.
  ...['XOAUTH2', 'NTLM GSSAPI', 'SCRAM-SHA-256 OAUTHBEARER XOAUTH2'].map(
    (methods): [string, Replies, object, string[]] => [
      `offers ${methods} alone`,
      { EHLO: offers(`250 AUTH ${methods}`) },
      refused(`AUTH ${methods}`),
      [],
    ],
  ),
  ['offers no sign-in', { 'AUTH PLAIN': '503 not enabled' }, refused('503 not enabled'), ['AUTH PLAIN']],
])('a relay with TLS that %s', async (_, odd, outcome, tried) => {
  const relay = await startRelay(odd, at_once, { cert: own.cert, key: own.key_pem })
  const server = { server: `smtps://localhost:${relay.port}`, user, password, trust: authority.cert }
  expect(await smtpMail({ allow_loopback: true }).send(server, mail)).toMatchObject(outcome)
  expect(relay.seen.commands.filter((command) => command.startsWith('AUTH'))).toEqual(tried)
  relay.stop()
})
