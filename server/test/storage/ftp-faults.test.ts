/** The FTP storage against servers with faults or ways of their own. Long because each way is a row here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startFtpPeer } from '@parking/sim/peers/storage/ftp-peer.ts'
import type { StorageError } from '#src/ports/storage-port.ts'
import { failure, object, picture, session } from './ftp-session.ts'
import { ftp_password as password, startRude } from './storage-servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const streamOf = async (path: string) => (await openFile(path)).createReadStream()

describe('a faulty FTP server', () => {
  test('reports a server that is full after everything was sent, and a read-only one', async () => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.behaviour = 'full'
    expect(await failure(session(peer.url).put('a.jpg', object()))).toEqual({ step: 'write', reason: 'full' })
    Object.assign(peer, { behaviour: 'answers', writable: false })
    expect(await failure(session(peer.url, { directory: 'other' }).enter())).toEqual({
      step: 'bucket',
      reason: 'bucket',
    })
    expect(await failure(session(peer.url, { directory: '' }).put('a.jpg', object()))).toEqual({
      step: 'write',
      reason: 'denied',
    })
    await peer.stop()
  })

  test.each([
    [['550 no permission'], 'denied'],
    [['150 go on', '550 no permission'], 'denied'],
    [['150 go on', '426 the connection was cut'], 'cut'],
  ])('one that resets the data connection before it answers: %j is %s', async (words, reason) => {
    let data: Socket | undefined
    const passive = await startRude((socket) => void (data = socket.on('error', () => undefined)))
    const says: Record<string, string> = {
      USER: '230 in',
      PWD: '257 "/"',
      CWD: '250 ok',
      EPSV: `229 here (|||${passive.port}|)`,
      TYPE: '200 ok',
      STRU: '200 ok',
    }
    const slow = await startRude((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (line) => {
        const asked = line.toString().slice(0, 4).trim()
        if (asked !== 'STOR') return void socket.write(`${says[asked] ?? '500 no'}\r\n`)
        data?.resetAndDestroy()
        setTimeout(() => words.forEach((word) => socket.write(`${word}\r\n`)), 50)
      })
    })
    const file = join(folder, 'refused.jpg')
    writeFileSync(file, picture)
    for (const body of [picture, { stream: () => streamOf(file) }]) {
      const one = session(`ftp://ftp.test:${slow.port}`)
      expect(await failure(one.put('a.jpg', object(body)))).toEqual({ step: 'write', reason })
      one.close()
    }
    await slow.stop()
    await passive.stop()
  })

  const replies =
    (verb: string, to: string, from = /.*/s) =>
    (reply: string, asked: string) =>
      asked === verb ? reply.replace(from, to) : reply
  test.each<[string, (reply: string, verb: string) => string]>([
    ['a greeting of several lines', replies('', '220-Hello\r\n 220 there\r\n220-\r\n220 Go on')],
    ['a folder without quotes', replies('PWD', '257 / is the current directory')],
    ['an empty folder', replies('PWD', '257 ""')],
    ['a folder in words', replies('PWD', '257 Current directory is root')],
    ['no folder', replies('PWD', '502 Not here')],
    ['a folder that the user may not see', replies('PWD', '550 Permission denied')],
    ['no need of a password', (reply, verb) => (verb === 'PASS' ? '202 Superfluous' : reply)],
    ['no features', replies('FEAT', '500 What?')],
    ['no choice of the type', replies('TYPE', '504 Always binary')],
    ['no size that a user may ask', replies('SIZE', '550 SIZE is not allowed')],
    ['a size in words', replies('SIZE', '213 $1 bytes', /213 (\d+)/)],
    ['other numbers of good replies', (reply) => reply.replace(/^150/, '125').replace(/^226/, '250')],
    ['no removal of what is not there', replies('DELE', '450 No such file', /^550.*/)],
    ['an existing folder as an error of its own', replies('MKD', '521 Exists', /^550.*/)],
    ['replies that come byte by byte', (reply) => reply],
    ['doubled replies', (reply) => `${reply}\r\n${reply}`],
    // basic-ftp 135 and 164, FluentFTP 1793, aioftp 69.
    ['a reply to PASV for EPSV', replies('EPSV', '227 Here (127,0,0,1,4,1)')],
    ['a sign too few for EPSV', replies('EPSV', '229 Here (||$1|)', /.*\|\|\|(\d+)\|.*/)],
    ['other signs around the port', replies('EPSV', '229 Here (%%%$1%).', /.*\|\|\|(\d+)\|.*/)],
    ['no EPSV now', replies('EPSV', '425 Cannot')],
    ['an error in EPSV', replies('EPSV', '451 Local error')],
    [
      'a PASV with blanks',
      (reply, verb) =>
        verb === 'EPSV' ? '522 No' : reply.replace(/(\d),/g, verb === 'PASV' ? '$1, ' : '$&'),
    ],
    [
      'a PASV with dots',
      (reply, verb) => (verb === 'EPSV' ? '500 No' : reply.replace('127,0,0,1', '127.0.0.1')),
    ],
    // Drop boxes, where a user may write but not rename.
    ['no renaming', replies('RNFR', '550 Permission denied')],
    ['no command to rename', replies('RNFR', '502 Not here')],
    ['no new name', replies('RNTO', '553 Not allowed')],
    ['a size with commas', replies('SIZE', '213 100,000')],
    ['a size that is busy', replies('SIZE', '450 Busy')],
    // IIS and ProFTPD with a list of allowed or forbidden names.
    ['no names that end with .part', (reply) => reply],
  ])('a server with %s takes a picture', async (name, change) => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.change = change
    peer.in_pieces = name.endsWith('byte by byte')
    peer.takes = (path) => !name.endsWith('.part') || !path.endsWith('.part')
    const one = session(peer.url)
    expect(await one.enter()).toBe('there')
    await one.put('20261121/a.jpg', object())
    expect(peer.files.get('/evidence/20261121/a.jpg')?.equals(picture)).toBe(true)
    await peer.stop()
  })

  test('asks each thing once while it stays in a folder; a folder that is gone is made again', async () => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    const asked: string[] = []
    peer.change = (reply, verb) => (asked.push(verb), reply)
    const one = session(peer.url)
    await one.put('20261121/a.jpg', object())
    asked.length = 0
    await one.put('20261121/b.jpg', object())
    // STOR has two replies.
    expect(asked).toEqual(['EPSV', 'STOR', 'STOR', 'SIZE', 'RNFR', 'RNTO'])
    peer.empty()
    await one.put('20261121/c.jpg', object())
    expect([...peer.files.keys()]).toEqual(['/evidence/20261121/c.jpg'])
    await peer.stop()
  })

  test('a server that cannot rename just now is asked again by the next upload', async () => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    const one = session(peer.url)
    peer.change = replies('RNFR', '450 Busy')
    expect(await failure(one.put('a.jpg', object()))).toEqual({ step: 'write', reason: 'busy' })
    expect([...peer.files.keys()]).toEqual([])
    peer.change = (reply) => reply
    await one.put('a.jpg', object())
    expect([...peer.files.keys()]).toEqual(['/evidence/a.jpg'])
    await peer.stop()
  })

  test('a part of an interrupted upload that must not be overwritten is removed first', async () => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.overwrites = false
    const one = session(peer.url)
    await one.put('a.jpg', object())
    peer.behaviour = 'full'
    peer.denied = ['DELE']
    expect(await failure(one.put('b.jpg', object()))).toEqual({ step: 'write', reason: 'full' })
    Object.assign(peer, { behaviour: 'answers', denied: [] })
    expect([...peer.files.keys()]).toContain('/evidence/b.jpg.part')
    await one.put('b.jpg', object())
    expect([...peer.files.keys()].toSorted()).toEqual(['/evidence/a.jpg', '/evidence/b.jpg'])
    await peer.stop()
  })

  // vsftpd, FileZilla Server, RFC 4217 and RFC 959.
  test.each([
    ['522 SSL connection failed: session reuse required', 'tls tls'],
    ['425 Unable to build data connection: TLS session of data connection not resumed.', 'tls tls'],
    ['534 Policy requires protection', 'tls tls'],
    ["425 Can't open data connection", 'write cut'],
    ['532 Need account for storing files', 'signin signin'],
  ])('a server that answers "%s" to a file: %s', async (said, outcome) => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.change = (reply, verb) => (verb === 'STOR' ? said : reply)
    const { step, reason } = await failure(session(peer.url).put('a.jpg', object()))
    expect(`${step} ${reason}`).toBe(outcome)
    await peer.stop()
  })

  // vsftpd, FileZilla Server, Pure-FTPd; ProFTPD and others that serve a number of users only.
  test.each([
    ['USER', '530 Non-anonymous sessions must use encryption.', 'tls tls'],
    ['USER', '503 Use AUTH first.', 'tls tls'],
    ['USER', '421-Sorry, cleartext sessions are not accepted\r\n421 Please reconnect', 'tls tls'],
    ['PASS', '530 Sorry, the maximum number of allowed clients (30) already connected.', 'signin busy'],
    ['PASS', '530 Too many users logged in for this account.', 'signin busy'],
    ['', '530 Sorry, too many connections from your address', 'connect busy'],
    ['PASS', '530 User cannot log in, home directory inaccessible.', 'signin signin'],
    ['PASS', '500 OOPS: vsftpd: refusing to run with writable root inside chroot()', 'signin other'],
    ['PASV', "425 Can't open passive connection", 'write cut'],
  ])('a server that answers %s with "%s": %s', async (verb, said, outcome) => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.change = (reply, asked) => (asked === verb ? said : asked === 'EPSV' ? '500 What?' : reply)
    const { step, reason } = await failure(session(peer.url).put('a.jpg', object()))
    expect(`${step} ${reason}`).toBe(outcome)
    await peer.stop()
  })

  test.each([
    '552 Disk full - please upload later',
    '550 There is not enough space on the disk.',
    '451 No space left on device',
    '550 STOR: notice: quota reached',
  ])('a server that says "%s" is full', async (said) => {
    const peer = await startFtpPeer({ username: 'kerb', password })
    peer.change = (reply, verb) => (verb === 'STOR' && reply.startsWith('226') ? said : reply)
    expect(await failure(session(peer.url).put('a.jpg', object()))).toEqual({ step: 'write', reason: 'full' })
    await peer.stop()
  })

  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['a mail relay', '220 mail.example.com ESMTP Postfix\r\n'],
    ['IMAP', '* OK [CAPABILITY IMAP4rev1] ready\r\n'],
    ['a database', 'J\0\0\0\n8.0.36\0'],
    ['a page', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('%s is no FTP server, and its first words are shown', async (_, words) => {
    const other = await startRude((socket) => void socket.write(words, 'latin1'))
    const refused = await session(`ftp://127.0.0.1:${other.port}`)
      .enter()
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ step: 'connect', reason: 'not_storage' })
    expect((refused as StorageError).detail.startsWith(words.split(/[\r\n\0]/, 1)[0]!)).toBe(true)
    await other.stop()
  })

  test('reports a server that is silent, hangs up, does not speak FTP, or redirects the data', async () => {
    const silent = await startRude(() => undefined)
    expect(await failure(session(`ftp://ftp.test:${silent.port}`, {}, { idle_ms: 100 }).enter())).toEqual({
      step: 'connect',
      reason: 'timeout',
    })
    const given_up = new AbortController()
    const waiting = failure(session(`ftp://ftp.test:${silent.port}`).enter({ signal: given_up.signal }))
    given_up.abort()
    expect((await waiting).reason).toBe('timeout')
    await silent.stop()
    expect(await failure(session(`ftp://ftp.test:${silent.port}`).enter())).toEqual({
      step: 'connect',
      reason: 'refused',
    })
    const rude = await startRude((socket) => void socket.end())
    expect(await failure(session(`ftp://ftp.test:${rude.port}`).enter())).toEqual({
      step: 'connect',
      reason: 'cut',
    })
    await rude.stop()
    const says: Record<string, string> = {
      USER: '230 in',
      PWD: '257 "/"',
      CWD: '250 ok',
      EPSV: '500 no',
      PASV: '227 (10,0,0,1,10,10)',
      TYPE: '200 ok',
      STRU: '200 ok',
    }
    const bouncing = await startRude((socket) => {
      socket.write('220 hello\r\n')
      socket.on(
        'data',
        (line) => void socket.write(`${says[line.toString().slice(0, 4).trim()] ?? '500 no'}\r\n`),
      )
    })
    // The address in the answer is not used: port 2570 of the server itself is closed.
    expect(await failure(session(`ftp://ftp.test:${bouncing.port}`).put('a.jpg', object()))).toEqual({
      step: 'write',
      reason: 'refused',
    })
    await bouncing.stop()
  })
})
