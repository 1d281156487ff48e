/** SOAP 1.2: parses requests with their namespaces, writes responses and faults. */
import { XMLParser } from 'fast-xml-parser'

export const ns = {
  s: 'http://www.w3.org/2003/05/soap-envelope',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  tt: 'http://www.onvif.org/ver10/schema',
  ter: 'http://www.onvif.org/ver10/error',
  wsa: 'http://www.w3.org/2005/08/addressing',
  wsd: 'http://schemas.xmlsoap.org/ws/2005/04/discovery',
  dn: 'http://www.onvif.org/ver10/network/wsdl',
} as const

/** An element without its prefix: its namespace, text, attributes and children. */
export type Element = {
  name: string
  namespace: string
  text: string
  attributes: Record<string, string>
  children: Element[]
}
export type Request = { action: Element; header: Element | undefined }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: true,
})
type Raw = Record<string, unknown> & { ':@'?: Record<string, string> }

const envelopes: readonly string[] = [ns.s, 'http://schemas.xmlsoap.org/soap/envelope/']

/** Parses an envelope; undefined unless it is one of SOAP 1.2 or 1.1 with one element in its body. */
export function readEnvelope(xml: string): Request | undefined {
  let roots: Element[]
  try {
    roots = (parser.parse(xml) as Raw[]).flatMap((raw) => read(raw, {}))
  } catch {
    return undefined
  }
  const envelope = roots.find((root) => root.name === 'Envelope' && envelopes.includes(root.namespace))
  const action = envelope?.children.find((child) => child.name === 'Body')?.children[0]
  return action && { action, header: envelope?.children.find((child) => child.name === 'Header') }
}

function read(raw: Raw, scope: Record<string, string>): Element[] {
  const tag = Object.keys(raw).find((key) => key !== ':@')
  if (!tag || tag.startsWith('#') || tag.startsWith('?')) return []
  const attributes = raw[':@'] ?? {}
  const inner = { ...scope }
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'xmlns') inner[''] = value
    if (key.startsWith('xmlns:')) inner[key.slice(6)] = value
  }
  const [prefix, name] = tag.includes(':') ? (tag.split(':', 2) as [string, string]) : ['', tag]
  const nodes = raw[tag] as Raw[]
  const text = nodes.map((node) => ('#text' in node ? String(node['#text']) : '')).join('')
  return [
    {
      name,
      namespace: inner[prefix] ?? '',
      text,
      attributes,
      children: nodes.flatMap((node) => read(node, inner)),
    },
  ]
}

/** The first descendant with this name. */
export function find(element: Element | undefined, name: string): Element | undefined {
  for (const child of element?.children ?? []) {
    const hit = child.name === name ? child : find(child, name)
    if (hit) return hit
  }
  return undefined
}

export const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** An envelope around a body, with ONVIF's prefixes declared. */
export const writeEnvelope = (body: string, header = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope ${Object.entries(ns)
    .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
    .join(' ')}>${header && `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`

/** A SOAP fault with its HTTP status. */
export class Fault extends Error {
  readonly status: number
  readonly code: 'Sender' | 'Receiver'
  readonly subcodes: readonly string[]
  constructor(status: number, code: 'Sender' | 'Receiver', subcodes: readonly string[], reason: string) {
    super(reason)
    this.status = status
    this.code = code
    this.subcodes = subcodes
  }
  toXml(): string {
    const nested = this.subcodes.reduceRight(
      (inner, value) => `<s:Subcode><s:Value>${value}</s:Value>${inner}</s:Subcode>`,
      '',
    )
    return writeEnvelope(
      `<s:Fault><s:Code><s:Value>s:${this.code}</s:Value>${nested}</s:Code><s:Reason><s:Text ` +
        `xml:lang="en">${escapeXml(this.message)}</s:Text></s:Reason></s:Fault>`,
    )
  }
}

export const notAuthorized = (status: 400 | 401): Fault =>
  new Fault(status, 'Sender', ['ter:NotAuthorized'], 'Sender not authorized')
export const notSupported = (action: string): Fault =>
  new Fault(500, 'Receiver', ['ter:ActionNotSupported'], `Optional action not implemented: ${action}`)
export const invalidArgument = (subcode: string, reason: string): Fault =>
  new Fault(400, 'Sender', ['ter:InvalidArgVal', `ter:${subcode}`], reason)
