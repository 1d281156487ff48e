/** Lots of a file by the device's names: other forms of letters, blanks, zeros and dates by a spreadsheet. */
import type { DeviceEvent } from './pair.ts'
import type { FileRecords } from './records.ts'
import { monthAndNumber } from './cells/spreadsheet-cell.ts'

const bare = (lot_no: string): string => lot_no.normalize('NFKC').toUpperCase().replace(/\s/g, '')
const withoutZeros = (lot_no: string): string =>
  /^\d+$/.test(bare(lot_no)) ? bare(lot_no).replace(/^0+(?=\d)/, '') : bare(lot_no)
/** A number that a program wrote with decimals or a separator of thousands: 1.0, 1,001. */
const asNumber = (lot_no: string): string =>
  withoutZeros(
    bare(lot_no)
      .replace(/^(\d+)\.0+$/, '$1')
      .replace(/^(\d{1,3})((?:,\d{3})+)$/, (text) => text.replaceAll(',', '')),
  )
/** Without punctuation, and without the words around a number: 泊位 A-01, A01号, [A01]. */
const plain = (lot_no: string): string =>
  withoutZeros(
    bare(lot_no)
      .replace(
        /^(?:第(?=.*[号號])|泊位|车位|車位|车格|車格|格位|停车位|停車位|停车格|停車格)|(?:[号號](?:泊位|车位|車位|车格|車格|位)?|车位|車位)$/g,
        '',
      )
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
/** The last part, behind the names of a street or car park: 人民路-A01, P-1/A01. */
const lastPart = (lot_no: string): string =>
  withoutZeros(
    bare(lot_no)
      .split(/[-/_#:|\\]|(?<=[区區路段场場])/)
      .at(-1) ?? '',
  )
/** Without a remark behind it: 001(充电), 001-小型. */
const withoutRemark = (lot_no: string): string =>
  plain(bare(lot_no).replace(/[-_/]?\(?\p{Script=Han}+\)?$/u, ''))
/** A lot such as 3-12 or 03/12 as the date that a spreadsheet takes it for. */
const asDate = (lot_no: string): string =>
  monthAndNumber(lot_no) ?? bare(lot_no).replace(/^0?(\d{1,2})[-/]0?(\d{1,2})$/, '$1-$2')

/**
 * The device's lot at the end of each name, as in P001 or 440304000001; empty unless every name of the file
 * has one, and no two have the same.
 */
function byTheirEnds(names: readonly string[], lots: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const ends = lots.filter((lot) => plain(lot) !== '' && bare(name).endsWith(bare(lot)))
    const [longest] = ends.toSorted((a, b) => b.length - a.length)
    if (longest !== undefined) found.set(name, longest)
  }
  return found.size === names.length && new Set(found.values()).size === names.length ? found : new Map()
}

/** The records with the device's own name of each lot; a name that fits several lots, or none, stays. */
export function withLotsOf(file: FileRecords, events: readonly DeviceEvent[]): FileRecords {
  const lots = [...new Set(events.map(({ lot_no }) => lot_no))]
  const known = new Map<string, string>()
  const nameOf = (written: string): string => {
    const found = known.get(written)
    if (found !== undefined) return found
    const like = [bare, withoutZeros, asNumber, asDate, plain].map((form) =>
      lots.filter((one) => form(one) === form(written)),
    )
    for (const part of [lastPart(written), withoutRemark(written)])
      like.push(lots.filter((one) => plain(one) !== '' && plain(one) === part))
    const name = lots.includes(written) ? written : (like.find(({ length }) => length === 1)?.[0] ?? written)
    known.set(written, name)
    return name
  }
  const written = [...new Set(file.records.flatMap(({ lot_no }) => lot_no || []))]
  if (!written.some((name) => lots.includes(nameOf(name))))
    for (const [name, lot] of byTheirEnds(written, lots)) known.set(name, lot)
  const named = <Row extends { readonly lot_no: string }>(row: Row): Row =>
    nameOf(row.lot_no) === row.lot_no ? row : { ...row, lot_no: nameOf(row.lot_no) }
  return { ...file, records: file.records.map(named), faults: file.faults.map(named) }
}
