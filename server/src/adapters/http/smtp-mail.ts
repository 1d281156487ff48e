/**
 * The MailPort over SMTP (nodemailer). Name lookup, connection and implicit TLS are done here, to identify
 * the failing step and to avoid forbidden addresses (core/outbound/address.ts); nodemailer does the rest.
 * Long because each step maps its own errors.
 */
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { mailServerOf, type MailStep as Step, type TlsError } from '@parking/contract'
import { PortError } from '#src/ports/port-error.ts'
import type { Mail, MailOutcome, MailPort, MailServer } from '#src/ports/mail-port.ts'
import { dial, DialError } from '#src/core/outbound/dial.ts'
import { ehloName } from '#src/core/outbound/ehlo-name.ts'
import { hostIssue, type Reach } from '#src/core/outbound/address.ts'
import { hasKey, nameDemand, trustOptions, watchHandshake } from '#src/core/outbound/trust.ts'
import { bodyText } from './answer-body.ts'
import { plainText } from './http-platform.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'

export type SmtpOptions = Reach & {
  /** Trusted in addition to the well-known authorities, as PEM. */
  ca?: string
  /** The timeout of a whole mail while a user waits for it. */
  timeout_ms?: number
  /**
   * The timeout of a mail for which no user waits: a server that takes long to accept a mail would otherwise
   * get it again and again (RFC 5321, section 4.5.3.2.6: ten minutes).
   */
  patient_ms?: number
}

/** A server that is silent for this long may be waiting for TLS; a normal one may greet much later. */
const silent_ms = 3000

/** At these the server has the connection: a mail for which no user waits may still arrive. */
const may_be_slow: ReadonlySet<Step> = new Set(['greeting', 'sign_in', 'sender', 'recipient', 'message'])

/** The failing step, and the server's message or a code; empty if the step says it all. */
class MailError extends PortError<undefined, Step> {
  override readonly name = 'MailError'
  readonly tls: TlsError | undefined
  constructor(step: Step, said: string, tls?: TlsError) {
    super(said, { reason: undefined, step })
    this.tls = tls
  }
}

export function smtpMail({
  ca,
  timeout_ms = 25_000,
  patient_ms = timeout_ms,
  ...reach
}: SmtpOptions): MailPort {
  return {
    async send(server, mail, signal, patient = false) {
      const limit_ms = patient ? patient_ms : timeout_ms
      const outcome: MailOutcome = {
        failed: undefined,
        tls: undefined,
        said: '',
        protection: 'none',
        signed_in: false,
        accepted: [],
        refused: [],
      }
      const opened: (() => void)[] = []
      let last_step: Step = 'address'
      const end = () => opened.splice(0).forEach((close) => close())
      const over = new Promise<never>((_, reject) => {
        const late = () =>
          !patient && may_be_slow.has(last_step)
            ? new MailError('slow', '')
            : new MailError(last_step, 'ETIMEDOUT')
        const timer = setTimeout(() => reject(late()), limit_ms)
        const abort = () => reject(new MailError(last_step, ''))
        signal?.addEventListener('abort', abort, { once: true })
        opened.push(
          () => clearTimeout(timer),
          () => signal?.removeEventListener('abort', abort),
        )
      })
      over.catch(() => undefined)
      try {
        const talk = deliver(server, mail, {
          reach,
          ca,
          limit_ms,
          outcome,
          opened,
          reached: (step) => (last_step = step),
          at: () => last_step,
        })
        talk.catch(() => undefined)
        await Promise.race([talk, over])
      } catch (error) {
        const { step, tls, message } =
          error instanceof MailError ? error : new MailError(last_step, codeOf(error))
        Object.assign(outcome, { failed: step, tls, said: replyText(message) })
      } finally {
        end()
      }
      return outcome
    },
  }
}

type Place = NonNullable<ReturnType<typeof mailServerOf>>
type Delivery = {
  reach: Reach
  ca: string | undefined
  limit_ms: number
  outcome: MailOutcome
  opened: (() => void)[]
  reached: (step: Step) => void
  /** The step that was reached last. */
  at: () => Step
}

/** Loaded for the first mail: most boxes never send one. */
async function nodemailer() {
  const [{ default: MailComposer }, { default: SMTPConnection }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/smtp-connection'),
  ])
  return { MailComposer, SMTPConnection }
}

async function deliver(
  { server, user, password, trust = '' }: MailServer,
  mail: Mail,
  delivery: Delivery,
): Promise<void> {
  const { outcome, reached } = delivery
  const place = mailServerOf(server)
  if (!place || hostIssue(place.host, delivery.reach)) throw new MailError('address', '')
  const { MailComposer, SMTPConnection } = await nodemailer()
  const socket = await openSocket(place, trust, delivery)
  reached('greeting')
  const { host } = place
  const starts_tls = place.tls === 'starttls'
  const smtp = new SMTPConnection({
    host,
    port: place.port,
    connection: socket,
    secure: !starts_tls,
    secured: !starts_tls,
    name: ehloName(socket),
    logger: false,
    requireTLS: starts_tls && user !== '',
    tls: { ...trustOptions(trust, host), ...extraCa(trust, delivery.ca) },
    greetingTimeout: delivery.limit_ms,
    socketTimeout: delivery.limit_ms,
  })
  const inner = smtp as unknown as Inner
  keepStep(inner, reached)
  const upgrade = inner._upgradeConnection.bind(inner)
  inner._upgradeConnection = (done) => {
    upgrade(done)
    if (inner._socket instanceof TLSSocket) nameDemand(inner._socket)
  }
  delivery.opened.push(() => smtp.close())
  const broken = new Promise<never>((_, reject) => smtp.on('error', (error) => reject(error)))
  broken.catch(() => undefined)
  /** Runs one step: settles by its callback, or when the connection ends. */
  const talk = <T>(
    step: Step,
    work: (done: (error?: Error | null, value?: T) => void) => void,
  ): Promise<T | undefined> => {
    reached(step)
    return Promise.race([
      new Promise<T | undefined>((resolve, reject) =>
        work((error, value) => (error ? reject(error) : resolve(value))),
      ),
      broken,
    ]).catch((error: unknown) => {
      throw error instanceof MailError ? error : mailErrorOf(delivery.at(), error)
    })
  }
  const greeting = talk('greeting', (done) => smtp.connect(done))
  await (starts_tls
    ? Promise.race([greeting, refuseImplicitTls(greeting, place, trust, delivery)])
    : greeting)
  inner._supportedExtensions = inner._supportedExtensions.filter((name) => name !== 'PIPELINING')
  // The library makes the connection of STARTTLS itself; up to here it has only exchanged greetings.
  if (starts_tls && smtp.secure && !hasKey(inner._socket, trust)) throw new MailError('tls', '', 'other_key')
  outcome.protection = !starts_tls ? 'tls' : smtp.secure ? 'starttls' : 'none'
  if (user !== '') {
    if (outcome.protection === 'none') throw new MailError('unencrypted', '')
    if (inner.announced_auth !== undefined && inner._supportedAuth.every((one) => one === 'XOAUTH2'))
      throw new MailError('sign_in', inner.announced_auth)
    const signIn = (method?: string) =>
      talk('sign_in', (done) => smtp.login({ user, pass: password, ...(method && { method }) }, done))
    // Some servers announce PLAIN but take LOGIN alone (simplesmtp 7, curl 4080).
    const both = ['PLAIN', 'LOGIN'].every((method) => inner._supportedAuth.includes(method))
    await signIn().catch((error: unknown) => {
      if (both && error instanceof MailError && error.message.startsWith('5')) return signIn('LOGIN')
      throw error
    })
    outcome.signed_in = true
  }
  const message = await new MailComposer({
    from: mail.from,
    to: [...mail.to],
    subject: mail.subject,
    text: mail.text,
    date: mail.date,
    messageId: `<${mail.id}@parking-edge.invalid>`,
    encoding: 'utf-8',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  const info = await talk<Info>('sender', (done) =>
    smtp.send(
      { from: mail.from.address, to: [...mail.to] },
      message,
      done as (error: Error | null, info?: Info) => void,
    ),
  )
  outcome.accepted = (info?.accepted ?? []).map(String)
  outcome.refused = refusalsIn(info?.rejectedErrors)
  outcome.said = replyText(info?.response ?? '')
  smtp.quit()
}

/** What the library keeps to itself. */
type Inner = {
  _socket?: Socket
  _supportedAuth: string[]
  _supportedExtensions: string[]
  /** The methods of signing in that the server names, as it wrote them; not of the library. */
  announced_auth?: string | undefined
  _responseQueue: string[]
  _responseActions: unknown[]
  _processResponse(): unknown
  _upgradeConnection(done: unknown): void
  _actionEHLO(reply: string): void
  _sendCommand(...command: string[]): void
  _createSendStream(...args: unknown[]): unknown
}

/**
 * One command, one reply: a reply that is there before its command answers another one, as with proxies that
 * double replies. Without this a mail that was never transmitted would count as sent. Nothing is pipelined.
 */
function keepStep(inner: Inner, reached: (step: Step) => void): void {
  const is_last = (reply: string) => reply.startsWith('421')
  const process = inner._processResponse.bind(inner)
  inner._processResponse = () => {
    if (inner._responseActions.length === 0) inner._responseQueue = inner._responseQueue.filter(is_last)
    return process()
  }
  // The library looks for extensions in the name of the server too, which is the first line. Without a name
  // it would take the first extension for it.
  const greeted = inner._actionEHLO.bind(inner)
  inner._actionEHLO = (reply) => {
    const named = [...reply.matchAll(/^2\d\d[ -]AUTH[ =](.+)$/gim)].map(([, methods]) => methods!.trim())
    inner.announced_auth = named.length > 0 ? `AUTH ${named.join(' ')}` : undefined
    greeted(reply.replace(/^(2\d\d[ -]).*/, '$1relay'))
  }
  for (const work of ['_sendCommand', '_createSendStream'] as const) {
    const original = inner[work].bind(inner) as (...args: unknown[]) => unknown
    inner[work] = (...args: unknown[]) => {
      inner._responseQueue = inner._responseQueue.filter(is_last)
      const verb = work === '_sendCommand' ? String(args[0]).slice(0, 4) : ''
      if (verb === 'RCPT') reached('recipient')
      if (verb === 'DATA') reached('message')
      return original(...args)
    }
  }
}

type Info = { accepted?: unknown[]; response?: string; rejectedErrors?: Error[] }

/**
 * Rejects if the server is silent because it encrypts from the first byte: a second connection detects that
 * by a handshake, over which nothing is sent. Stays pending otherwise.
 */
async function refuseImplicitTls(
  greeting: Promise<unknown>,
  place: Place,
  trust: string,
  delivery: Delivery,
): Promise<never> {
  const pending = new Promise<never>(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silent'>((done) => (timer = setTimeout(done, silent_ms, 'silent')))
  delivery.opened.push(() => clearTimeout(timer))
  if ((await Promise.race([greeting.catch(() => undefined), silence])) !== 'silent') return pending
  const quiet: Delivery = { ...delivery, reached: () => undefined }
  const error = await openSocket({ ...place, tls: 'from_the_start' }, trust, quiet).then(
    (socket) => void socket.destroy(),
    (failure: unknown) => failure,
  )
  // A certificate that is not accepted was also presented in a handshake.
  const speaks_no_tls =
    error instanceof MailError && (error.step !== 'tls' || no_handshake.has(error.tls ?? 'other'))
  if (speaks_no_tls) return pending
  throw new MailError('implicit_tls', '')
}

const no_handshake: ReadonlySet<TlsError> = new Set(['not_tls', 'other'])

/** Opens the connection: name, TCP, and implicit TLS. */
async function openSocket(
  { host, port, tls }: Place,
  trust: string,
  { reach, ca, opened, reached }: Delivery,
): Promise<Socket> {
  reached(isIP(host) ? 'connect' : 'name')
  const given_up = new AbortController()
  opened.push(() => given_up.abort())
  const plain = await dial({
    host,
    port,
    reach,
    signal: given_up.signal,
    found: () => reached('connect'),
  }).catch((error: unknown) => {
    throw error instanceof DialError ? new MailError(error.step, error.code) : error
  })
  plain.on('error', () => undefined) // reported by the conversation
  opened.push(() => plain.destroy())
  if (tls === 'starttls') return plain
  reached('tls')
  const secure = connectTls({ socket: plain, host, ...trustOptions(trust, host), ...extraCa(trust, ca) })
  watchHandshake(secure, trust)
  opened.push(() => secure.destroy())
  await new Promise<void>((resolve, reject) => {
    secure.once('secureConnect', () => secure.destroyed || resolve())
    secure.once('error', (error) => reject(new MailError('tls', codeOf(error), tlsErrorIn(error))))
    secure.once('close', () => reject(new MailError('tls', '', 'not_tls')))
  })
  return secure
}

/** The authority of the tests applies only to servers that are verified against the system's authorities. */
const extraCa = (trust: string, ca: string | undefined) =>
  ca === undefined || trust !== '' ? {} : { ca: [ca] }

/** Maps an error of nodemailer to ours. The error names the rejected command. */
function mailErrorOf(step: Step, error: unknown): MailError {
  const {
    code = '',
    command = '',
    response,
  } = error as { code?: string; command?: string; response?: string }
  const said = response ?? codeOf(error)
  // Without EHLO there is no STARTTLS; with a password to be sent the library does not go on with HELO.
  if (response !== undefined && (command === 'STARTTLS' || (command === 'EHLO' && /^50[02]/.test(said))))
    return new MailError('unencrypted', said)
  // The words of a server are no error of TLS, although "need fully-qualified hostname" sounds like one.
  const tls = step === 'greeting' && response === undefined ? tlsErrorIn(error) : 'other'
  if (step === 'greeting' && (code === 'ETLS' || tls !== 'other')) return new MailError('tls', said, tls)
  return new MailError(step, recipientsIn(error) ?? said)
}

/** The library gives one sign a byte for a reply that is not UTF-8: others answer in GB 18030 or Big5. */
const replyText = (said: string): string =>
  plainText(/^[\0-\xff]*$/.test(said) ? (bodyText(Buffer.from(said, 'latin1')) ?? said) : said)

/** If every recipient was refused: each with the server's message. */
function recipientsIn(error: unknown): string | undefined {
  const refused = refusalsIn((error as { rejectedErrors?: Error[] }).rejectedErrors)
  return refused.length === 0
    ? undefined
    : refused.map(({ address, said }) => `${address}: ${said}`).join(' ')
}

const refusalsIn = (errors: readonly Error[] | undefined): MailOutcome['refused'] =>
  (errors ?? []).map((error) => {
    const {
      recipient = '',
      response = '',
      responseCode,
    } = error as Error & { recipient?: string; response?: string; responseCode?: number }
    return {
      address: recipient,
      said: replyText(response),
      for_good: responseCode === undefined || responseCode >= 500,
    }
  })

/** The code of the system or of OpenSSL. The sentences and codes of nodemailer are for programmers. */
function codeOf(error: unknown): string {
  const { code = '', originalCode = code } = error as { code?: unknown; originalCode?: unknown }
  return typeof originalCode === 'string' && !own_codes.test(originalCode) ? originalCode : ''
}

const own_codes = /^E(AUTH|CONNECTION|DNS|ENVELOPE|MESSAGE|NOAUTH|OAUTH2|PROTOCOL|SOCKET|STREAM|TLS)$/
