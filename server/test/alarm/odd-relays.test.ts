/** Mail relays that greet, refuse and confirm in their own ways: what arrives, and what a user is shown. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import type { Mail } from '#src/ports/mail-port.ts'

type Replies = Readonly<Record<string, string>>
/** By command; empty: the greeting. `close` closes the connection. */
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

async function startRelay(odd: Replies) {
  const replies: Replies = { ...usual, ...odd }
  const seen = { commands: [] as string[], mail: '' }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let [in_mail, rest] = [false, '']
    const say = (command: string) => {
      const reply = replies[command] ?? '502 unknown'
      if (reply === 'close') socket.destroy()
      else socket.write(`${reply}\r\n`)
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
        const command = in_mail ? '.' : line.split(/[ :]/)[0]!
        seen.commands.push(command)
        in_mail = command === 'DATA' && replies['DATA']!.startsWith('354')
        say(command)
      }
    })
  }).listen(0, '127.0.0.1')
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

test.each<[string, Replies, object]>([
  ['greets in several lines', { '': '220-hello\r\n220-there\r\n220 go on' }, arrives],
  ['knows no EHLO', { EHLO: '500 what' }, arrives],
  ['has no extensions', { EHLO: '250 relay' }, arrives],
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
])('a relay that %s', async (_, odd, outcome) => {
  const relay = await startRelay(odd)
  const server = { server: `127.0.0.1:${relay.port}`, user: '', password: '', trust: '' }
  expect(await smtpMail({ allow_loopback: true }).send(server, mail)).toMatchObject(outcome)
  if (outcome === arrives) {
    // Without 8BITMIME a relay may take seven bits alone, in lines of 998 at most (RFC 5321, 4.5.3.1.6).
    expect(relay.seen.mail).toMatch(/^[\x09\x0a\x20-\x7e]*$/)
    expect(Math.max(...relay.seen.mail.split('\n').map((line) => line.length))).toBeLessThan(998)
  }
  relay.stop()
})
