/**
 * A second parser of OpenVPN files, written from OpenVPN's manual and source, and generators of random files:
 * the reference for vpn-config.ts and the root helper.
 */
import fc from 'fast-check'
import { vpn_directives, vpn_inline } from '../src/device/vpn-directives.ts'

/**
 * Reads a file as OpenVPN 2.6 does: lines by fgets with its buffers, the states of parse_line, blocks,
 * `setenv opt`. Returns the directives that it would apply, in order.
 */
export function effective(text: string): string[] {
  const bytes = Buffer.from(text)
  let at = 0
  const get = (max: number): string | undefined => {
    if (at >= bytes.length) return undefined
    const end = bytes.indexOf(10, at)
    const stop = Math.min(end < 0 ? bytes.length : end + 1, at + max)
    const line = bytes.subarray(at, stop).toString('latin1')
    at = stop
    return line.split('\0')[0]!
  }
  const isSpace = (c: string) => c === '\0' || /[ \t\n\v\f\r]/.test(c)
  const parse = (line: string): string[] => {
    const [words, chars] = [[] as string[], `${line}\0`]
    let [state, back, word] = [0, false, '']
    for (const c of chars) {
      let out = ''
      if (!back && c === '\\' && state !== 4) {
        back = true
        continue
      }
      if (state === 0) {
        if (!isSpace(c)) {
          if (c === ';' || c === '#') break
          if (!back && c === '"') state = 1
          else if (!back && c === "'") state = 4
          else [out, state] = [c, 2]
        }
      } else if (state === 2) {
        if (!back && isSpace(c)) state = 3
        else out = c
      } else if (state === 1 ? !back && c === '"' : c === "'") state = 3
      else out = c
      if (state === 3) {
        words.push(word)
        ;[word, state] = ['', 0]
      }
      back = false
      word += out
      if (words.length >= 16) break
    }
    return words
  }
  const done: string[] = []
  const option = (words: string[], read: (max: number) => string | undefined): void => {
    let [first = '', ...rest] = words
    if (first.length >= 3 && first.startsWith('--')) first = first.slice(2)
    if (rest.length === 0 && /^<.*>$/s.test(first)) {
      const tag = first.slice(1, -1)
      let body = ''
      for (
        let line = read(255);
        line !== undefined && !line.replace(/^[ \t\n\v\f\r]+/, '').startsWith(`</${tag}>`);
        line = read(255)
      )
        body += line
      done.push(tag === 'connection' ? tag : `<${tag}>`)
      if (tag === 'connection') for (const line of body.split('\n')) option(parse(line), () => undefined)
      return
    }
    while (first === 'setenv' && rest[0] === 'opt') [first, ...rest] = rest.slice(1) as [string, ...string[]]
    if (words.length > 0)
      done.push(rest.length > 0 && first === 'auth-user-pass' ? 'auth-user-pass FILE' : String(first))
  }
  for (let line = get(256), n = 1; line !== undefined; line = get(256), n++)
    option(parse(n === 1 ? line.replace(/^\xef\xbb\xbf/, '') : line), get)
  return done
}

/** Names as `effective` returns them. */
export const known_directives: ReadonlySet<string> = new Set([
  ...vpn_directives,
  ...vpn_inline.map((tag) => `<${tag}>`),
  'connection',
])
const harm = [
  'up',
  'plugin',
  'script-security',
  'down',
  'config',
  'log',
  'setenv',
  'auth-user-pass',
  'ca',
  'management',
]
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...harm) },
  { weight: 4, arbitrary: fc.constantFrom(...vpn_directives) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ' ',
      '\t',
      '\r',
      '\n',
      '"',
      "'",
      '\\',
      '--',
      '#',
      ';',
      '<ca>\n',
      '</ca>',
      '<connection>\n',
      '</connection>\n',
      '\n</ca>\n',
      '<auth-user-pass>\n',
      'opt',
      '\0',
      '\v',
      '\u00a0',
      '\u2028',
      '\u0085',
      '\ufeff',
      '<',
      '>',
      '/',
      'A',
      'é',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 240, max: 520 }).map((n) => 'A'.repeat(n)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
)
/** Anything that could confuse a parser. */
export const wild_file = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
/** Mostly valid lines, so that many files are accepted. */
export const mostly_valid_file = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'verb 3',
        'nobind',
        '<ca>',
        '</ca>',
        'x',
        '# up',
        '; plugin',
        'cipher "AES-256-GCM"',
        'route 10.0.0.0 255.0.0.0',
        '<connection>',
        '</connection>',
        '',
      ),
      wild_file,
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.join('\n'))
