/** Events as a CSV table for a spreadsheet. */
import { export_columns, plate_color, type Body, type ExportColumn } from '@parking/contract'
import type { ShownEvent } from '../list/event-row.ts'

type TableWords = NonNullable<Body<'export_parking_event'>['words']>

/** Marks the file as UTF-8 for a spreadsheet. */
export const byte_order_mark = '\ufeff'

const number_form = /^-?\d{1,15}(\.\d{1,15})?$/
/** Text that a spreadsheet would evaluate as a formula, including full-width signs and leading blanks. */
const formula_start = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]|^[\t\r\n]/

/**
 * One cell. A formula gets an apostrophe, so that a spreadsheet shows it as text; a plain number stays a
 * number.
 */
const csvCell = (text: string): string =>
  `"${(formula_start.test(text) && !number_form.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** A line of a table from its texts, with the line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The first line: the names of the columns. */
export const headLine = (words: TableWords | undefined): string =>
  csvLine(export_columns.map((column) => words?.columns?.[column] ?? column))

/** The line of an event, with the line end. */
export const eventLine = (event: ShownEvent, words: TableWords | undefined): string =>
  csvLine(export_columns.map((column) => cellOf(event, column, words)))

function cellOf(event: ShownEvent, column: ExportColumn, words: TableWords | undefined): string {
  switch (column) {
    case 'event_type':
    case 'status':
    case 'standing':
    case 'response_status':
      return words?.[column]?.[String(event[column])] ?? String(event[column])
    case 'plate_color':
      return (plate_color as readonly string[]).includes(event.plate_color)
        ? (words?.plate_color?.[event.plate_color] ?? event.plate_color)
        : event.plate_color
    case 'pictures':
      return String(event.pictures.length)
    case 'plate_read':
      // No program read the plate of a typed event.
      return event.confidence === null ? '' : (event.plate_read ?? event.plate_number)
    case 'confidence':
      return event.confidence === null ? '' : String(event.confidence)
    default:
      return String(event[column])
  }
}
