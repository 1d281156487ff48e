/**
 * SOAP with WS-Security, as ONVIF cameras use it (ONVIF Core §5; OASIS UsernameToken profile). Long because a
 * request, its ways to sign in and its answer belong together.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Reach } from '#src/core/outbound/address.ts'
import { askCamera } from './camera-exchange.ts'
import { end_of_envelope, envelopeText } from './envelope-text.ts'
import { child, escapeXml, type Xml } from './onvif-xml.ts'
import { faultKind, saysLocked, saysWrongLogin, wordsOf, type FaultKind } from './onvif-fault.ts'

const xml_options = {
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // A token is sent back as it came, with its blanks.
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
} as const
/** Recorders list the rules of their analytics in each profile of each channel. */
const max_answer_bytes = 4 * 1024 * 1024

/** The camera answered with a fault, or with something other than SOAP. */
export class SoapError extends Error {
  override readonly name = 'SoapError'
  readonly kind: 'not_soap' | 'not_authorised' | 'locked' | 'fault'
  /** The status of the HTTP answer. */
  readonly status: number
  constructor(kind: SoapError['kind'], message: string, status: number) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

/** How a request names its version of SOAP and its action. */
export type Dialect = {
  readonly envelope: string
  readonly headers: (action: string) => Record<string, string>
}
const soap_12 = 'http://www.w3.org/2003/05/soap-envelope'
/** SOAP 1.2 (RFC 3902), the same without the optional action, and SOAP 1.1: some firmware knows one alone. */
export const dialects: readonly [Dialect, ...Dialect[]] = [
  {
    envelope: soap_12,
    headers: (action) => ({ 'content-type': `application/soap+xml; charset=utf-8; action="${action}"` }),
  },
  { envelope: soap_12, headers: () => ({ 'content-type': 'application/soap+xml; charset=utf-8' }) },
  {
    envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
    headers: (action) => ({ 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` }),
  },
]

/** Whether a camera that answered so may know another dialect. */
export const isOtherDialect = (error: unknown): boolean =>
  error instanceof SoapError &&
  (error.kind === 'fault'
    ? /version ?mismatch/i.test(error.message)
    : error.kind === 'not_soap' && [400, 415, 500, 501].includes(error.status))

/**
 * How a request is signed: by a token with the time of a clock that is so many milliseconds ahead of ours, or
 * by the digest of HTTP alone.
 */
export type SignInWay = number | 'digest'

export type SoapOptions = {
  dialect: Dialect
  username: string
  password: string
  /** Tried in turn while the sign-in is refused. */
  ways: readonly SignInWay[]
  /** Gets the way that the camera accepted. */
  accepted?: (way: SignInWay) => void
  /** The camera has refused each way; `has_digest`: it knows the digest of HTTP. */
  refused?: (has_digest: boolean) => void
  timeout_ms: number
  reach: Reach
  trust: string
}

/**
 * Calls one operation; returns the element inside the body. `request` is XML of our own constants and
 * `escapeXml`.
 */
export async function soap(
  url: string,
  namespace: string,
  operation: string,
  request: string,
  options: SoapOptions,
): Promise<Xml> {
  const deadline = Date.now() + options.timeout_ms
  const sendWith = (header: string) =>
    send(url, namespace, operation, header, request, {
      ...options,
      timeout_ms: Math.max(1, deadline - Date.now()),
    })
  const is_signed = options.username !== ''
  let sent: Sent | undefined
  let has_digest = false
  for (const way of is_signed ? options.ways : (['digest'] as const)) {
    // After a status 401, the digest has been refused too.
    if (way === 'digest' && sent?.status === 401) break
    sent = await sendWith(way === 'digest' ? '' : security(options, way))
    has_digest ||= sent.signed
    if (!isRefused(sent) && is_signed && (way !== 'digest' || sent.signed)) options.accepted?.(way)
    if (!isRefused(sent) || sent.status === 403) break
  }
  const { status, body, fault } = sent!
  if (isRefused(sent!)) {
    if (is_signed) options.refused?.(has_digest)
    throw refusalOf(operation, sent!)
  }
  if (fault)
    throw new SoapError('fault', `The camera refused ${operation}: ${wordsOf(fault).slice(0, 200)}`, status)
  const result = body && child(body, `${operation}Response`)
  if (result === undefined)
    throw new SoapError('not_soap', `HTTP ${status} without an ONVIF answer to ${operation}`, status)
  return result
}

const isRefused = ({ status, kind }: Sent): boolean =>
  status === 401 || status === 403 || kind === 'not_authorised'

const refusalOf = (operation: string, { fault, status }: Sent): SoapError =>
  fault !== undefined && saysWrongLogin(fault)
    ? new SoapError('not_authorised', 'The camera refused this user name and password', status)
    : new SoapError('not_authorised', `The camera refused ${operation} to this account`, status)

type Sent = {
  status: number
  /** Whether credentials were sent by HTTP. */
  signed: boolean
  body: Xml | undefined
  fault: Xml | undefined
  kind: FaultKind | undefined
}

/** Throws a SoapError if the account is locked: each further try lengthens that. */
async function send(
  url: string,
  namespace: string,
  operation: string,
  header: string,
  request: string,
  options: SoapOptions,
): Promise<Sent> {
  const answer = await askCamera(url, options, 'port', {
    method: 'POST',
    headers: options.dialect.headers(`${namespace}/${operation}`),
    body:
      '<?xml version="1.0" encoding="UTF-8"?><s:Envelope ' +
      `xmlns:s="${options.dialect.envelope}">${header}<s:Body><${operation} ` +
      `xmlns="${namespace}">${request}</${operation}></s:Body></s:Envelope>`,
    timeout_ms: options.timeout_ms,
    max_bytes: max_answer_bytes,
    reach: options.reach,
    trust: options.trust,
    whole: (text) =>
      end_of_envelope.test(text.toString('latin1', Math.max(0, text.length - 256))) ? text : undefined,
  })
  const body = await bodyIn(answer.body, answer.headers['content-type'])
  const fault = body && child(body, 'Fault')
  const { status } = answer
  const kind = fault === undefined ? undefined : faultKind(fault)
  if (kind === 'locked') throw new SoapError('locked', wordsOf(fault!).slice(0, 200), status)
  if (saysLocked(answer)) throw new SoapError('locked', `The account is locked (HTTP ${status})`, status)
  return { status, signed: answer.signed, body, fault, kind }
}

/**
 * A UsernameToken with a digest: Base64(SHA-1(nonce + created + password)); `created` follows the camera's
 * clock.
 */
function security({ username, password }: SoapOptions, offset_ms: number): string {
  const nonce = randomBytes(16)
  const created = new Date(Date.now() + offset_ms).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
  return (
    '<s:Header><wsse:Security s:mustUnderstand="1" ' +
    `xmlns:wsse="${wss}-wssecurity-secext-1.0.xsd" ` +
    `xmlns:wsu="${wss}-wssecurity-utility-1.0.xsd"><wsse:UsernameToken><wsse:Username>` +
    `${escapeXml(username)}</wsse:Username><wsse:Password ` +
    `Type="${wss}-username-token-profile-1.0#PasswordDigest">${digest}</wsse:Password>` +
    `<wsse:Nonce EncodingType="${wss}-soap-message-security-1.0#Base64Binary">` +
    `${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created>` +
    '</wsse:UsernameToken></wsse:Security></s:Header>'
  )
}

/**
 * The content of an envelope's body; undefined for anything else. The parser is loaded at the first use: a
 * device without cameras never holds it in memory.
 */
export async function bodyIn(message: Buffer, content_type?: string): Promise<Xml | undefined> {
  const text = envelopeText(message, content_type)
  // No camera needs a document type; one that sends it is attacking the parser.
  if (text.includes('<!DOCTYPE')) return undefined
  const { XMLParser } = await import('fast-xml-parser')
  try {
    const document = new XMLParser(xml_options).parse(text) as Xml
    const envelope = child(document, 'Envelope')
    if (envelope) return child(envelope, 'Body')
    // Some firmware forgets the envelope around a fault.
    return child(document, 'Fault') && document
  } catch {
    return undefined
  }
}
