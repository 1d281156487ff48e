/** Reads XML, and HTML as programs write it, piece by piece. */
import { Refused } from './refused.ts'

/** Names are in lower case and without their prefix. */
export type Handler = {
  open: (name: string, attributes: () => Readonly<Record<string, string>>) => void
  close: (name: string) => void
  /** A part of a text; a text may come in several parts. */
  text: (text: string) => void
}

const token = new RegExp(
  [
    '<!--[^]*?-->',
    String.raw`<!\[CDATA\[([^]*?)\]\]>`,
    String.raw`<\?[^]*?\?>`,
    String.raw`<!(?!--|\[CDATA\[)[^>]*>`,
    String.raw`<(\/?)(?:[\w.-]+:)?([\w.-]+)([^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*)>`,
    '([^<]+|<(?![a-z/!?]|$))',
  ].join('|'),
  'iy',
)
/** No tag, comment or text in a cell is longer. */
const max_token = 1024 * 1024
/** Milliseconds of work between two turns of the event loop: the page stays alive. */
const slice_ms = 12

/** Throws `Refused` if a tag does not end. */
export async function readMarkup(
  pieces: Iterable<string> | AsyncIterable<string>,
  on: Handler,
): Promise<void> {
  let rest = ''
  let since = performance.now()
  for await (const piece of pieces) {
    rest = read(rest + piece, on)
    if (rest.length > max_token) throw new Refused('damaged')
    if (performance.now() - since < slice_ms) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  if (/\S/.test(rest)) throw new Refused('damaged')
}

/** Returns what is not a whole token yet. */
function read(text: string, { open, close, text: say }: Handler): string {
  let at = 0
  for (;;) {
    token.lastIndex = at
    const found = token.exec(text)
    // An entity may be cut at the end of a piece.
    if (!found) return text.slice(at)
    const [whole, data, slash, name, attributes = '', plain] = found
    if (plain !== undefined && token.lastIndex === text.length && /&[^;]{0,8}$/.test(plain)) return plain
    at = token.lastIndex
    if (plain !== undefined) say(decoded(plain))
    else if (data !== undefined) say(data)
    else if (name !== undefined) {
      const bare = name.toLowerCase()
      if (slash === '') open(bare, () => attributesIn(attributes))
      if (slash === '/' || attributes.endsWith('/')) close(bare)
    } else if (whole === '') return ''
  }
}

const attribute = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
const attributesIn = (written: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(written.matchAll(attribute), ([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  )

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const decoded = (text: string): string =>
  !text.includes('&')
    ? text
    : text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
        if (name) return entities[name] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code > 0x10ffff ? whole : String.fromCodePoint(code)
      })
