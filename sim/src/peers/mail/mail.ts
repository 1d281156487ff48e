/**
 * A mail server on loopback (smtp-server): one port with STARTTLS and one with TLS from the start. It stores
 * the mails it receives and can simulate failures.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import certificates from './certificates.json' with { type: 'json' }
import { readMail, type ReadMail } from './read-mail.ts'

/**
 * `no_tls` offers no STARTTLS; `refuse_auth` rejects every password; `refuse_sender` and `refuse_recipient`
 * answer 550, the latter for some recipients (onRcptTo); `greylist` answers 451 for those; `full`
 * refuses the mail after its data; `silent` never answers; `down` does not listen.
 */
export type MailBehaviour =
  | 'accepts'
  | 'no_tls'
  | 'refuse_auth'
  | 'refuse_sender'
  | 'refuse_recipient'
  | 'greylist'
  | 'full'
  | 'silent'
  | 'down'
export type MailCertificate = 'good' | 'wrong_name' | 'self_signed' | 'expired'

export type ReceivedMail = ReadMail & {
  /** Sender and recipients are those of the envelope. */
  sender: string
  recipients: string[]
  user: string
  encrypted: boolean
  at_ms: number
}

export type MailPeer = {
  readonly host: string
  /** The port with STARTTLS and the port with TLS from the start. */
  readonly port: number
  readonly tls_port: number
  /** `localhost:port`: the certificate is issued for this name. */
  readonly address: string
  /** PEM of the authority that signed the good certificate. */
  readonly ca: string
  readonly mails: ReceivedMail[]
  /** Errors of connections, for tests. */
  readonly faults: string[]
  setBehaviour(behaviour: MailBehaviour, certificate?: MailCertificate): Promise<void>
  stop(): Promise<void>
}
export type MailPeerOptions = {
  host?: string
  port?: number
  tlsPort?: number
  user?: string
  password?: string
}

const max_stored = 500

/** Starts the server; resolves when both ports listen. */
export async function startMail({
  host = '127.0.0.1',
  port: wanted = 0,
  tlsPort: wanted_tls = 0,
  user = 'box',
  password = 'Mail#2026',
}: MailPeerOptions = {}): Promise<MailPeer> {
  const [mails, faults] = [[] as ReceivedMail[], [] as string[]]
  let [behaviour, certificate, port, tls_port]: [MailBehaviour, MailCertificate, number, number] = [
    'accepts',
    'good',
    wanted,
    wanted_tls,
  ]
  let servers: SMTPServer[] = []
  const refused = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

  function make(secure: boolean): SMTPServer {
    const { key, cert } = certificates[certificate]
    const handlers: SMTPServerOptions = {
      onConnect: (_session, done) => (behaviour === 'silent' ? undefined : done()),
      onAuth(auth, _session, done) {
        const accepted = behaviour !== 'refuse_auth' && auth.username === user && auth.password === password
        if (accepted) done(null, { user: auth.username ?? '' })
        else done(refused(535, '5.7.8 Authentication credentials invalid'))
      },
      onMailFrom: (_address, _session, done) =>
        done(
          behaviour === 'refuse_sender' ? refused(550, '5.7.1 This sender may not use this server') : null,
        ),
      onRcptTo(address, _session, done) {
        const bad = address.address.startsWith('nobody')
        if (behaviour === 'refuse_recipient' && bad) return done(refused(550, '5.1.1 No such user here'))
        done(behaviour === 'greylist' && bad ? refused(451, '4.7.1 Greylisted, come back later') : null)
      },
      onData(stream, session, done) {
        void textOf(stream).then(
          (raw) => {
            if (behaviour === 'full') return done(refused(552, '5.2.2 Mailbox full'))
            const { mailFrom, rcptTo } = session.envelope
            mails.push({
              ...readMail(raw),
              sender: mailFrom === false ? '' : mailFrom.address,
              recipients: rcptTo.map((one) => one.address),
              user: typeof session.user === 'string' ? session.user : '',
              encrypted: session.secure,
              at_ms: Date.now(),
            })
            if (mails.length > max_stored) mails.shift()
            done(null)
          },
          (error: Error) => done(error),
        )
      },
    }
    const server = new SMTPServer({
      secure,
      key,
      cert,
      name: 'mail.street.test',
      banner: 'Simulated street',
      authOptional: true,
      disabledCommands: behaviour === 'no_tls' ? ['STARTTLS'] : [],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 50,
      size: 1_000_000,
      ...handlers,
    })
    server.on('error', (error) => {
      faults.push(error.message)
      if (faults.length > max_stored) faults.shift()
    })
    return server
  }

  async function listen(server: SMTPServer, at: number): Promise<number> {
    server.listen(at, host)
    await Promise.race([
      once(server.server, 'listening'),
      once(server.server, 'error').then(([error]) => Promise.reject(error as Error)),
    ])
    return (server.server.address() as AddressInfo).port
  }

  async function open(): Promise<void> {
    servers = [make(false), make(true)]
    const [plain, secure] = servers as [SMTPServer, SMTPServer]
    port = await listen(plain, port)
    tls_port = await listen(secure, tls_port)
  }
  async function close(): Promise<void> {
    await Promise.all(
      servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
  }

  await open()
  return {
    host,
    mails,
    faults,
    ca: certificates.ca,
    get port() {
      return port
    },
    get tls_port() {
      return tls_port
    },
    get address() {
      return `localhost:${port}`
    },
    async setBehaviour(next, shown = 'good') {
      await close()
      behaviour = next
      certificate = shown
      if (next !== 'down') await open()
    },
    stop: close,
  }
}
