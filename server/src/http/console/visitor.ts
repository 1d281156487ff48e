/** What a document depends on: the language, theme and size of the visitor (spec §1, §2). */
import type { IncomingHttpHeaders } from 'node:http'
import { languageOf, type Language } from '@parking/contract'
import { cookiePairsOf } from '#src/core/text/cookies.ts'

export type Visitor = {
  language: Language
  theme: 'light' | 'dark' | 'system'
  size: 'small' | 'medium' | 'large'
}

/** Reads the cookies, else the browser's preferences. Invalid cookies are ignored. */
export function visitorOf(headers: IncomingHttpHeaders): Visitor {
  const { language, theme, size } = cookiesOf(headers.cookie)
  return {
    language: languageOf(language, preferredLanguages(headers['accept-language'])),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    size: size === 'small' || size === 'large' ? size : 'medium',
  }
}

/** The tags of an Accept-Language header, best first. */
export function preferredLanguages(header = ''): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part, order) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = rest
        .map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1])
        .find((found) => found !== undefined)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), order }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .map(({ tag }) => tag)
}

/** The cookies of a header by name, without those that cannot be decoded. */
export function cookiesOf(header?: string): Partial<Record<string, string>> {
  const found: Record<string, string> = Object.create(null)
  for (const [name, value] of cookiePairsOf(header))
    found[name] = /%(?![0-9a-f]{2})/i.test(value)
      ? value
      : value.replace(/(%[0-7][0-9a-f])+/gi, (text) => decodeURIComponent(text))
  return found
}
