/** Reads a workbook, or a page with tables that is named as one, by its content and not by its name. */
import { Refused } from './refused.ts'
import { tablesIn } from './tables.ts'
import { sheetsOf, type RawSheet } from './xlsx.ts'

/** Why a file cannot be read, as a key of the page's texts. */
export type Why = Refused['why']

/** The sheets in their order, as they are written. `decode`: the text of a page in any encoding. */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  decode: (bytes: Uint8Array) => string,
): Promise<{ sheets?: readonly RawSheet[]; wrong?: Why }> {
  try {
    return { sheets: await rawSheets(bytes, decode) }
  } catch (error) {
    if (error instanceof Refused) return { wrong: error.why }
    throw error
  }
}

async function rawSheets(
  bytes: Uint8Array<ArrayBuffer>,
  decode: (bytes: Uint8Array) => string,
): Promise<RawSheet[]> {
  const start = Array.from(bytes.subarray(0, 8), (byte) => String.fromCharCode(byte)).join('')
  if (start.startsWith('PK')) return sheetsOf(bytes)
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    throw new Refused(holds(bytes, 'EncryptedPackage') ? 'password' : 'old')
  // The files of Excel 2 to 4, which some web applications still write.
  if (start.startsWith('\x09')) throw new Refused('old')
  const text = decode(bytes)
  const sheets = /<(?:\w+:)?table[\s>]/i.test(text) ? await tablesIn(text) : []
  if (sheets.length === 0) throw new Refused('document')
  return sheets
}

/** Whether a compound file has a stream of this name, which is UTF-16. */
function holds(bytes: Uint8Array, name: string): boolean {
  const wide = Array.from(name).flatMap((letter) => [letter.charCodeAt(0), 0])
  for (let at = bytes.indexOf(wide[0]!); at >= 0; at = bytes.indexOf(wide[0]!, at + 1))
    if (wide.every((byte, n) => bytes[at + n] === byte)) return true
  return false
}
