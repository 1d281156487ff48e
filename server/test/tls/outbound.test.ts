/**
 * Row 17 of docs/security.md: a server whose certificate is self-signed, for another name, expired, or from a
 * private authority is refused with the reason and gets no byte, unless its authority or its key is trusted.
 * Long because every kind of endpoint is reached in its own way.
 */
import { X509Certificate } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import {
  createSecureContext,
  type SecureContextOptions,
  type TLSSocket,
  type TLSSocketOptions,
} from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { storage_protocol } from '@parking/contract'
import { fetchPicture } from '#src/adapters/camera/http-picture.ts'
import { exchange, keepConnections } from '#src/adapters/http/http-exchange.ts'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import { mqtt5Broker } from '#src/adapters/mqtt/mqtt5-broker.ts'
import { registerVpn } from '#src/adapters/network/vpn-registration.ts'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import { tcpSyslog } from '#src/adapters/system/tcp-syslog.ts'
import { keyFingerprint, trustIssue } from '#src/core/outbound/trust.ts'
import { certificatesAt, startFake, type CertificateKind } from './fake-server.ts'

const certificates = certificatesAt(Date.now())
const { authority, good, self_signed } = certificates
const keyOf = ({ cert }: { cert: string }) => keyFingerprint(new X509Certificate(cert))
const reach = { allow_loopback: true }
const login = { username: 'box', password: 'Street#2026' }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The failure as the port reports it: the TLS reason, or any later failure. */
const reasonOf = (error: unknown): string => {
  const { tls, reason, message } = error as { tls?: string; reason?: string; message: string }
  return tls ?? reason?.replace(/^tls_/, '') ?? message
}
const failure = (work: Promise<unknown>) => work.then(() => 'nothing', reasonOf)

const http = (socket: TLSSocket) =>
  socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'))
const refuseAll = (greeting: string) => (socket: TLSSocket) => {
  if (greeting !== '') socket.write(greeting)
  socket.on('data', (chunk: Buffer) =>
    socket.write(chunk.toString().startsWith('EHLO') ? '250 AUTH PLAIN\r\n' : '530 no\r\n'),
  )
}
const storageAt = (protocol: 4 | 5, endpoint: string, server_trust: string) =>
  anyStorage(reach).open({ protocol, endpoint, ...login, directory: 'bucket', server_trust })
const mailAt = async (server: string, trust: string) => {
  const mail = {
    from: { name: '', address: 'a@b.c' },
    to: ['a@b.c'],
    subject: '',
    text: '',
    id: '1',
    date: new Date(),
  }
  const { failed, tls } = await smtpMail(reach).send(
    { server, user: 'box', password: login.password, trust },
    mail,
  )
  return tls ?? String(failed)
}

async function sendSyslog(port: number, trust: string): Promise<void> {
  const place = { host: 'localhost', port, protocol: 'tls', framing: 'newline', trust } as const
  const connection = await tcpSyslog(reach).connect(place)
  await connection.send([Buffer.from('test')])
  throw (await connection.ended).error
}

type Endpoint = {
  speak: (socket: TLSSocket) => void
  before?: readonly string[]
  /** The failure after the TLS check, because the endpoint then refuses everything. */
  after: string
  reach: (port: number, trust: string) => Promise<string>
}
const endpoints: Record<string, Endpoint> = {
  platform: {
    speak: http,
    after: 'status',
    async reach(port, trust) {
      const platform = httpPlatform(reach)
      ends.push(() => platform.close())
      const { tls, failed } = await platform.look(
        `https://localhost:${port}/`,
        {},
        { trust, token: 'secret' },
      )
      return tls ?? String(failed)
    },
  },
  'storage (S3)': {
    speak: http,
    after: 'busy',
    reach: (port, trust) =>
      failure(storageAt(storage_protocol.s3, `https://localhost:${port}`, trust).enter()),
  },
  'storage (FTP, TLS first)': {
    speak: refuseAll('220 hello\r\n'),
    after: 'signin',
    reach: (port, trust) =>
      failure(storageAt(storage_protocol.ftp, `ftps://localhost:${port}`, trust).enter()),
  },
  'storage (FTP, AUTH TLS)': {
    speak: refuseAll(''),
    before: ['220 hello\r\n', '234 go\r\n'],
    after: 'signin',
    reach: (port, trust) =>
      failure(storageAt(storage_protocol.ftp, `ftps://localhost:${port}`, trust).enter()),
  },
  'mail (TLS first)': {
    speak: refuseAll('220 hello\r\n'),
    after: 'sign_in',
    reach: (port, trust) => mailAt(`smtps://localhost:${port}`, trust),
  },
  'mail (STARTTLS)': {
    speak: refuseAll(''),
    before: ['220 hello\r\n', '250-hello\r\n250 STARTTLS\r\n', '220 go\r\n'],
    after: 'sign_in',
    reach: (port, trust) => mailAt(`localhost:${port}`, trust),
  },
  camera: {
    speak: http,
    after: 'session_limit',
    reach: (port, trust) =>
      failure(
        fetchPicture(
          { frame_url: `https://localhost:${port}/`, ...login, server_trust: trust },
          { reach, timeout_ms: 20_000 },
        ),
      ),
  },
  MQTT: {
    speak: (socket) => void socket.once('data', () => socket.end()),
    after: 'The broker closed the connection without a reason',
    reach: (port, trust) =>
      failure(
        mqtt5Broker(reach).connect({
          host: 'localhost',
          port,
          trust,
          ...login,
          client_id: 'box',
          session_s: 0,
        }),
      ),
  },
  syslog: {
    speak: (socket) => void socket.once('data', () => socket.end()),
    after: 'The syslog server closed the connection',
    reach: (port, trust) => failure(sendSyslog(port, trust)),
  },
  'VPN registrar': {
    speak: http,
    after: 'bad_answer',
    reach: (port, trust) =>
      failure(
        registerVpn({ url: `https://localhost:${port}/`, host_sn: '1', name: 'box', key: 'k', trust }, reach),
      ),
  },
}

const refused: [CertificateKind, string, string][] = [
  ['self_signed', '', 'self_signed'],
  ['good', '', 'unknown_issuer'],
  ['wrong_name', authority.cert, 'wrong_name'],
  ['expired', authority.cert, 'expired'],
  ['good', self_signed.cert, 'unknown_issuer'],
  ['good', keyOf(self_signed), 'other_key'],
]
const accepted: [CertificateKind, string][] = [
  ['good', authority.cert],
  ['good', `${self_signed.cert}\n${authority.cert}`],
  ['self_signed', self_signed.cert],
  ['good', keyOf(good)],
  ['wrong_name', keyOf(certificates.wrong_name)],
]

describe.each(Object.entries(endpoints))('%s', (_, { speak, before, after, reach: attempt }) => {
  test.each(refused)('whose certificate is %s gets no byte', async (kind, trust, reason) => {
    const fake = await startFake(certificates[kind], speak, before)
    ends.push(() => fake.stop())
    expect(await attempt(fake.port, trust)).toBe(reason)
    expect(fake.heard().replace(/^EHLO [\w.[\]-]+\r\n$/, '')).toBe('')
  })

  test.each(accepted)('whose certificate is %s is accepted by authority and by key', async (kind, trust) => {
    const fake = await startFake(certificates[kind], speak, before)
    ends.push(() => fake.stop())
    expect(await attempt(fake.port, trust)).toBe(after)
    expect(fake.heard()).not.toBe('')
  })

  // TLS 1.3 refuses a client without a certificate only after the handshake.
  test.each([
    [{ requestCert: true, rejectUnauthorized: true, ca: [authority.cert] }, 'client_certificate'],
    [
      { requestCert: true, rejectUnauthorized: true, ca: [authority.cert], maxVersion: 'TLSv1.2' },
      'client_certificate',
    ],
    [{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'weak'],
  ] as const)('that demands %o is refused with the reason', async (tls, reason) => {
    const context = createSecureContext({
      cert: good.cert,
      key: good.key_pem,
      ...tls,
    } as SecureContextOptions)
    const fake = await startFake(good, speak, before, { ...tls, secureContext: context } as TLSSocketOptions)
    ends.push(() => fake.stop())
    expect(await attempt(fake.port, authority.cert)).toBe(reason)
  })
})

test('that demands a certificate by the alert of Java is refused with the reason', async () => {
  const demand = { requestCert: true, rejectUnauthorized: true }
  const { cert, key_pem: key } = good
  const context = createSecureContext({ cert, key, ca: authority.cert, maxVersion: 'TLSv1.2' })
  const fake = await startFake(good, http, [], { ...demand, secureContext: context })
  ends.push(() => fake.stop())
  /** Forwards both ways, and sends bad_certificate in place of handshake_failure. */
  const between = createServer((client) => {
    const server = connect(fake.port, '127.0.0.1')
    client.on('error', () => server.destroy()).pipe(server)
    server.on('error', () => client.destroy()).on('end', () => client.end())
    server.on('data', (bytes: Buffer) => {
      if (bytes.toString('hex') === '15030300020228') bytes[6] = 42
      client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => between.close(resolve)))
  const { port } = between.address() as AddressInfo
  for (const name of ['platform', 'mail (TLS first)'])
    expect(await endpoints[name]!.reach(port, authority.cert)).toBe('client_certificate')
})

test('a kept connection and a kept session are never used under another trust', async () => {
  const fake = await startFake(good, (socket) =>
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
  )
  const agents = keepConnections(2)
  ends.push(agents.close, () => fake.stop())
  const ask = (trust: string) =>
    exchange(`https://localhost:${fake.port}/`, {
      method: 'GET',
      timeout_ms: 20_000,
      max_bytes: 100,
      reach,
      agents,
      trust,
    })
  for (const trust of [keyOf(good), keyOf(good), authority.cert]) expect((await ask(trust)).status).toBe(200)
  expect(fake.handshakes()).toBe(2)
  for (const trust of ['', keyOf(self_signed), self_signed.cert])
    await expect(ask(trust)).rejects.toMatchObject({ at: 'tls' })
})

test('only certificates and fingerprints are valid as a trust', () => {
  const broken = good.cert.replace(/\n[A-Za-z0-9]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')
  expect(['', authority.cert, `${authority.cert}\n${good.cert}`, keyOf(good)].map(trustIssue)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(['no', 'AB:CD', good.key_pem, broken, `${good.cert}x`, 'skip'].map(trustIssue)).toEqual(
    Array.from({ length: 6 }, () => 'server_trust'),
  )
})
