/**
 * SOAP 1.2 with WS-Security, as ONVIF cameras use it (ONVIF Core §5; OASIS UsernameToken profile).
 * Long because requests, faults and elements are one language.
 */
import { createHash, randomBytes } from 'node:crypto'
import { plainLine } from '@parking/contract'
import type { Reach } from '#src/core/outbound/address.ts'
import { bodyText } from '../http/answer-body.ts'
import { askCamera } from './camera-exchange.ts'

/**
 * An XML element as an object: children by local name, attributes as `@name`, text as `#text` or the bare
 * string.
 */
export type Xml = string | { [name: string]: Xml | Xml[] | undefined }

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
const max_answer_bytes = 1024 * 1024

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

export type SoapOptions = {
  username: string
  password: string
  /** The camera's clock minus ours, for the time in the token; several are tried in turn. */
  offsets: readonly number[]
  /** Gets the one with which the camera accepted a token. */
  accepted?: (offset_ms: number) => void
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
  const [first = 0, ...others] = options.offsets
  const is_signed = options.username !== ''
  /** Each further try lengthens the lock of an account. */
  const checked = (answer: Awaited<ReturnType<typeof send>>) => {
    if (answer.fault && lock_fault.test(wordsOf(answer.fault)))
      throw new SoapError('locked', wordsOf(answer.fault).slice(0, 200), answer.status)
    return answer
  }
  let { status, body, fault } = checked(await sendWith(is_signed ? security(options, first) : ''))
  const isRefused = () => status === 401 || (fault !== undefined && isAuthFault(fault))
  let accepted = first
  for (const offset_ms of is_signed ? others : []) {
    if (!isRefused()) break
    accepted = offset_ms
    ;({ status, body, fault } = checked(await sendWith(security(options, offset_ms))))
  }
  // A few cameras support HTTP digest only, and reject our header as a failed sign-in instead of sending a
  // challenge.
  if (is_signed && status !== 401 && isRefused()) ({ status, body, fault } = checked(await sendWith('')))
  else if (is_signed && !isRefused()) options.accepted?.(accepted)
  if (status === 401 || status === 403 || (fault && isAuthFault(fault)))
    throw new SoapError('not_authorised', 'The camera refused this user name and password', status)
  if (fault)
    throw new SoapError('fault', `The camera refused ${operation}: ${wordsOf(fault).slice(0, 200)}`, status)
  const result = body && child(body, `${operation}Response`)
  if (result === undefined)
    throw new SoapError('not_soap', `HTTP ${status} without an ONVIF answer to ${operation}`, status)
  return result
}

async function send(
  url: string,
  namespace: string,
  operation: string,
  header: string,
  request: string,
  options: SoapOptions,
): Promise<{ status: number; body: Xml | undefined; fault: Xml | undefined }> {
  const answer = await askCamera(url, options, 'port', {
    method: 'POST',
    headers: { 'content-type': `application/soap+xml; charset=utf-8; action="${namespace}/${operation}"` },
    body:
      '<?xml version="1.0" encoding="UTF-8"?><s:Envelope ' +
      `xmlns:s="http://www.w3.org/2003/05/soap-envelope">${header}<s:Body><${operation} ` +
      `xmlns="${namespace}">${request}</${operation}></s:Body></s:Envelope>`,
    timeout_ms: options.timeout_ms,
    max_bytes: max_answer_bytes,
    reach: options.reach,
    trust: options.trust,
    whole: (text) => (/Envelope>[\s\0]*$/.test(text.toString('latin1', text.length - 64)) ? text : undefined),
  })
  const body = await bodyIn(answer.body, answer.headers['content-type'])
  return { status: answer.status, body, fault: body && child(body, 'Fault') }
}

/** The text of an answer, without what is no text in it: some firmware copies any bytes into its answers. */
const textIn = (body: Buffer, content_type?: string): string =>
  bodyText(body, content_type) ?? body.toString().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')

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
  const text = textIn(message, content_type)
  // No camera needs a document type; one that sends it is attacking the parser.
  if (text.includes('<!DOCTYPE')) return undefined
  const { XMLParser } = await import('fast-xml-parser')
  try {
    const document = new XMLParser(xml_options).parse(text) as Xml
    const envelope = child(document, 'Envelope')
    return envelope && child(envelope, 'Body')
  } catch {
    return undefined
  }
}

/** By its code or, because much firmware has codes of its own, by its words. */
const isAuthFault = (fault: Xml): boolean => auth_fault.test(JSON.stringify(fault))
const auth_fault = new RegExp(
  [
    'not ?authori[sz]ed|unauthori[sz]ed|authority failure|authentication (fail|error)|wsse.*time check',
    'FailedAuthentication|FailedCheck|InvalidSecurity|MessageExpired',
  ].join('|'),
  'i',
)

const lock_fault =
  /\b(is|are|was|been|account|user|device) (temporarily )?locked\b|too many (failed|wrong|login|attempt)/i

/** The reason text of a fault, SOAP 1.2 or 1.1, and its last code of ONVIF, which may say more. */
function wordsOf(fault: Xml): string {
  const text = textOf(at(fault, 'Reason', 'Text') ?? child(fault, 'faultstring')) || 'no reason given'
  const first = at(fault, 'Code', 'Subcode')
  const code = textOf(at(first, 'Subcode', 'Value') ?? child(first, 'Value'), 64)
  return code === '' ? text : `${text} (${code})`
}

/** The first child element of that local name. */
export function child(xml: Xml | undefined, name: string): Xml | undefined {
  return children(xml, name)[0]
}

/** All child elements of that local name. */
export function children(xml: Xml | undefined, name: string): Xml[] {
  if (typeof xml !== 'object') return []
  const found = Object.hasOwn(xml, name) ? xml[name] : undefined
  return found === undefined ? [] : Array.isArray(found) ? found : [found]
}

/** The child at the end of a path of local names. */
export const at = (xml: Xml | undefined, ...path: string[]): Xml | undefined =>
  path.reduce<Xml | undefined>((here, name) => child(here, name), xml)

/** Plain text of an element, at most `max` long. */
export function textOf(xml: Xml | undefined, max = 500): string {
  const raw = typeof xml === 'string' ? xml : child(xml, '#text')
  return typeof raw === 'string' ? plainLine(raw, max) : ''
}

/** The `token` of an element as the camera writes it; empty without one, or if it is longer than `max`. */
export function tokenOf(xml: Xml | undefined, max: number): string {
  const raw = child(xml, '@token')
  return typeof raw === 'string' && raw.length <= max && raw.trim() !== '' ? raw : ''
}

/** A whole number, or 0 for anything else. */
export function numberOf(xml: Xml | undefined, max: number): number {
  const number = Number(textOf(xml))
  return Number.isFinite(number) && number >= 0 && number <= max ? Math.round(number) : 0
}

export const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
