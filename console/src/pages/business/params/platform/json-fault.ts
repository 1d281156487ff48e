/**
 * Finds where and why a text stops being a JSON object (spec §5 "JSON format error"), by RFC 8259. Browsers
 * word and place
 * their own messages differently, some not at all.
 */
export type JsonFaultKind =
  | 'object'
  | 'value'
  | 'key'
  | 'quote'
  | 'colon'
  | 'comma'
  | 'trailing_comma'
  | 'string'
  | 'escape'
  | 'control'
  | 'number'
  | 'word'
  | 'end'
  | 'more'
/** Line and column count from 1; the column counts characters, not code units. */
export type JsonFault = { kind: JsonFaultKind; line: number; column: number; at: number }

class Stop extends Error {
  readonly kind: JsonFaultKind
  readonly at: number
  constructor(kind: JsonFaultKind, at: number) {
    super(kind)
    this.kind = kind
    this.at = at
  }
}

/** The first fault; undefined for an empty text and for a JSON object. */
export function jsonFault(text: string): JsonFault | undefined {
  if (text.trim() === '') return undefined
  try {
    const start = skip(text, 0)
    if (text[start] !== '{') throw new Stop('object', start)
    const end = skip(text, object(text, start, 0))
    if (end < text.length) throw new Stop('more', end)
    return undefined
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const before = text.slice(0, error.at).split('\n')
    return {
      kind: error.kind,
      at: error.at,
      line: before.length,
      column: [...(before.at(-1) ?? '')].length + 1,
    }
  }
}

const deepest = 200

const skip = (text: string, from: number): number => {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  return at
}

const isQuote = (sign: string | undefined): boolean => sign !== undefined && "'“”‘’＂「」".includes(sign)

/** Each function returns the position after what it read. */
function value(text: string, at: number, depth: number): number {
  if (depth > deepest) throw new Stop('value', at)
  const sign = text[at]
  if (sign === undefined) throw new Stop('end', at)
  if (sign === '{') return object(text, at, depth)
  if (sign === '[') return list(text, at, depth)
  if (sign === '"') return string(text, at)
  if (sign === '-' || (sign >= '0' && sign <= '9')) return number(text, at)
  if (isQuote(sign)) throw new Stop('quote', at)
  return word(text, at)
}

function object(text: string, from: number, depth: number): number {
  let at = skip(text, from + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] === undefined) throw new Stop('end', at)
    if (isQuote(text[at])) throw new Stop('quote', at)
    if (text[at] !== '"') throw new Stop('key', at)
    at = skip(text, string(text, at))
    if (text[at] === undefined) throw new Stop('end', at)
    if (text[at] !== ':') throw new Stop('colon', at)
    at = skip(text, value(text, skip(text, at + 1), depth + 1))
    const next = after(text, at, '}')
    if (next.done) return next.at
    at = next.at
  }
}

function list(text: string, from: number, depth: number): number {
  let at = skip(text, from + 1)
  if (text[at] === ']') return at + 1
  for (;;) {
    at = skip(text, value(text, at, depth + 1))
    const next = after(text, at, ']')
    if (next.done) return next.at
    at = next.at
  }
}

/** Reads a comma that is followed by another element, or the end. */
function after(text: string, at: number, close: '}' | ']'): { done: boolean; at: number } {
  if (text[at] === close) return { done: true, at: at + 1 }
  if (text[at] === undefined) throw new Stop('end', at)
  if (text[at] !== ',') throw new Stop('comma', at)
  const next = skip(text, at + 1)
  if (text[next] === close) throw new Stop('trailing_comma', at)
  return { done: false, at: next }
}

function string(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const sign = text[at]
    if (sign === undefined) throw new Stop('string', from)
    if (sign === '"') return at + 1
    if (sign === '\n' || sign === '\r') throw new Stop('string', from)
    if (sign < ' ') throw new Stop('control', at)
    if (sign !== '\\') continue
    const next = text[at + 1]
    if (next === undefined || !'"\\/bfnrtu'.includes(next)) throw new Stop('escape', at)
    if (next === 'u' && !/^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6))) throw new Stop('escape', at)
    at += next === 'u' ? 5 : 1
  }
}

function number(text: string, at: number): number {
  const found = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(text.slice(at))
  const end = at + (found?.[0].length ?? 0)
  if (!found || /[\w.+-]/.test(text[end] ?? '')) throw new Stop('number', at)
  return end
}

function word(text: string, at: number): number {
  const found = /^[A-Za-z_]+/.exec(text.slice(at))?.[0]
  if (found === undefined) throw new Stop('value', at)
  if (found !== 'true' && found !== 'false' && found !== 'null') throw new Stop('word', at)
  return at + found.length
}
