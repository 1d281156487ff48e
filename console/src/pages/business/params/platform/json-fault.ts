/**
 * Finds where and why a text is not a JSON object (spec §5 "JSON format error"), following RFC 8259. Browsers
 * word and locate their own messages differently, and some give no location.
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
/** `line` and `column` start at 1; `column` counts characters, not code units. */
export type JsonFault = { kind: JsonFaultKind; line: number; column: number; at: number }

class FaultError extends Error {
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
    if (text[start] !== '{') throw new FaultError('object', start)
    const end = skip(text, object(text, start, 0))
    if (end < text.length) throw new FaultError('more', end)
    return undefined
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const before = text.slice(0, error.at).split('\n')
    return {
      kind: error.kind,
      at: error.at,
      line: before.length,
      column: [...(before.at(-1) ?? '')].length + 1,
    }
  }
}

const max_depth = 200

const skip = (text: string, from: number): number => {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  return at
}

const isQuote = (char: string | undefined): boolean => char !== undefined && "'“”‘’＂「」".includes(char)

/** This function and those below return the position after what they have read. */
function value(text: string, at: number, depth: number): number {
  if (depth > max_depth) throw new FaultError('value', at)
  const char = text[at]
  if (char === undefined) throw new FaultError('end', at)
  if (char === '{') return object(text, at, depth)
  if (char === '[') return list(text, at, depth)
  if (char === '"') return string(text, at)
  if (char === '-' || (char >= '0' && char <= '9')) return number(text, at)
  if (isQuote(char)) throw new FaultError('quote', at)
  return word(text, at)
}

function object(text: string, from: number, depth: number): number {
  let at = skip(text, from + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] === undefined) throw new FaultError('end', at)
    if (isQuote(text[at])) throw new FaultError('quote', at)
    if (text[at] !== '"') throw new FaultError('key', at)
    at = skip(text, string(text, at))
    if (text[at] === undefined) throw new FaultError('end', at)
    if (text[at] !== ':') throw new FaultError('colon', at)
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
  if (text[at] === undefined) throw new FaultError('end', at)
  if (text[at] !== ',') throw new FaultError('comma', at)
  const next = skip(text, at + 1)
  if (text[next] === close) throw new FaultError('trailing_comma', at)
  return { done: false, at: next }
}

function string(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const char = text[at]
    if (char === undefined) throw new FaultError('string', from)
    if (char === '"') return at + 1
    if (char === '\n' || char === '\r') throw new FaultError('string', from)
    if (char < ' ') throw new FaultError('control', at)
    if (char !== '\\') continue
    const next = text[at + 1]
    if (next === undefined || !'"\\/bfnrtu'.includes(next)) throw new FaultError('escape', at)
    if (next === 'u' && !/^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6))) throw new FaultError('escape', at)
    at += next === 'u' ? 5 : 1
  }
}

function number(text: string, at: number): number {
  const found = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(text.slice(at))
  const end = at + (found?.[0].length ?? 0)
  if (!found || /[\w.+-]/.test(text[end] ?? '')) throw new FaultError('number', at)
  return end
}

function word(text: string, at: number): number {
  const found = /^[A-Za-z_]+/.exec(text.slice(at))?.[0]
  if (found === undefined) throw new FaultError('value', at)
  if (found !== 'true' && found !== 'false' && found !== 'null') throw new FaultError('word', at)
  return at + found.length
}
