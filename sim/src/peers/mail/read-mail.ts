/** Parses plain text mails (RFC 5322, 2045, 2047): headers, encoded words, base64 and quoted-printable. */

export type ReadMail = {
  from: string
  to: string
  subject: string
  text: string
  /** Headers by lower-case name, unfolded but not decoded. The last header of a name wins. */
  headers: Record<string, string>
  raw: string
}

/** Parses a mail as received. */
export function readMail(raw: string): ReadMail {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const headers = Object.fromEntries(
    head
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name.toLowerCase(), value ?? '']]
      }),
  ) as Record<string, string>
  const decoded = (name: string) => decodeWords(headers[name] ?? '')
  return {
    from: decoded('from'),
    to: decoded('to'),
    subject: decoded('subject'),
    text: decodeBody(rest.join('\r\n\r\n'), headers['content-transfer-encoding'] ?? ''),
    headers,
    raw,
  }
}

/** `=?utf-8?B?...?=`; adjacent encoded words are decoded together. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind = '', inner = '']) =>
          kind.toLowerCase() === 'b' ? Buffer.from(inner, 'base64') : fromQuoted(inner.replaceAll('_', ' ')),
        ),
      ).toString(),
    )

function decodeBody(body: string, encoding: string): string {
  const plain = /base64/i.test(encoding)
    ? Buffer.from(body, 'base64')
    : /quoted-printable/i.test(encoding)
      ? fromQuoted(body.replace(/=\r?\n/g, ''))
      : Buffer.from(body)
  return plain.toString().replaceAll('\r\n', '\n')
}

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
