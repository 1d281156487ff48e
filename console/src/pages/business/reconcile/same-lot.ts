/** Lots of a file by the device's names: other forms of letters, blanks, zeros and dates by a spreadsheet. */
import type { DeviceEvent } from './pair.ts'
import type { FileRecords } from './records.ts'
import { monthAndNumber } from './spreadsheet-cell.ts'

const bare = (lot_no: string): string => lot_no.normalize('NFKC').toUpperCase().replace(/\s/g, '')
const withoutZeros = (lot_no: string): string =>
  /^\d+$/.test(bare(lot_no)) ? bare(lot_no).replace(/^0+(?=\d)/, '') : bare(lot_no)
/** A lot such as 3-12 or 03/12 as the date that a spreadsheet takes it for. */
const asDate = (lot_no: string): string =>
  monthAndNumber(lot_no) ?? bare(lot_no).replace(/^0?(\d{1,2})[-/]0?(\d{1,2})$/, '$1-$2')

/** The records with the device's own name of each lot; a name that fits several lots, or none, stays. */
export function withLotsOf(file: FileRecords, events: readonly DeviceEvent[]): FileRecords {
  const lots = [...new Set(events.map(({ lot_no }) => lot_no))]
  const known = new Map<string, string>()
  const nameOf = (written: string): string => {
    const found = known.get(written)
    if (found !== undefined) return found
    const like = [bare, withoutZeros, asDate].map((form) => lots.filter((one) => form(one) === form(written)))
    const name = lots.includes(written) ? written : (like.find(({ length }) => length === 1)?.[0] ?? written)
    known.set(written, name)
    return name
  }
  const named = <Row extends { readonly lot_no: string }>(row: Row): Row =>
    nameOf(row.lot_no) === row.lot_no ? row : { ...row, lot_no: nameOf(row.lot_no) }
  return { ...file, records: file.records.map(named), faults: file.faults.map(named) }
}
