/** Finds the envelope of SOAP in an answer: alone, in a part of MIME (MTOM), or between other text. */
import { bodyText } from '../http/answer-body.ts'

/** The end of an answer in which the envelope is whole: it may be a part, or have two bytes for each sign. */
export const end_of_envelope = /E\0?n\0?v\0?e\0?l\0?o\0?p\0?e\0?>[\s\0]*(--[^\r\n]+--[\s\0]*)?$/

/** A part of MIME whose content is encoded (RFC 2045, section 6). */
const encoded =
  /^content-transfer-encoding:\s*(base64|quoted-printable)[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n(.*)/ims

/**
 * The text of an envelope, with its prolog. Without one, the text of the answer without what is no text in
 * it: some firmware copies any bytes into its answers.
 */
export function envelopeText(answer: Buffer, content_type = ''): string {
  const bytes = encoded.test(answer.toString('latin1', 0, 4096)) ? decodedPart(answer) : answer
  const [from, to] = bounds(bytes.toString('latin1'))
  const cut = to > from ? bytes.subarray(from, to) : bytes
  const text = bodyText(cut, content_type)
  return text ?? cut.toString().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
}

/** From the prolog or the first tag of an envelope to its end, in bytes. Both are 0 if there is none. */
function bounds(text: string): [from: number, to: number] {
  const start = /<(?:[\w.-]+:)?Envelope[\s>/]/.exec(text)?.index ?? -1
  const end = text.lastIndexOf('Envelope>')
  if (start < 0 || end < start) return [0, 0]
  const prolog = text.lastIndexOf('<?xml', start)
  return [prolog < 0 ? start : prolog, end + 'Envelope>'.length]
}

/** The content of the first encoded part. */
function decodedPart(answer: Buffer): Buffer {
  const [, coding = '', content = ''] = encoded.exec(answer.toString('latin1')) ?? []
  if (/base64/i.test(coding)) return Buffer.from(content.split(/^--/m)[0]!, 'base64')
  const plain = content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  return Buffer.from(plain, 'latin1')
}
