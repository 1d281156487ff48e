/** Elements of XML, as the parser gives them. */
import { plainLine } from '@parking/contract'

/**
 * An XML element as an object: children by local name, attributes as `@name`, text as `#text` or the bare
 * string.
 */
export type Xml = string | { [name: string]: Xml | Xml[] | undefined }

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
