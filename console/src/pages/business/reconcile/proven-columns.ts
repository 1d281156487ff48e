/** Columns whose name alone says too little, proven by their cells: times, plates. Pure. */
import { plateFacts } from '@parking/contract/plate/plate-grammar.ts'
import { readTime, type FileTime } from './file-time.ts'
import type { Table } from './read-file.ts'
import { isNoExit } from './records.ts'
import { plateInCell } from './cells/plate-cell.ts'
import { usualColumn, usualEnd, type NamedColumn } from './usual-names.ts'

/** Rows that are looked at: enough to tell times from words. */
const rows_read = 200

/** Whether the cells of a column are times, apart from those that stand for none and a few remarks. */
function holdsTimes({ rows }: Table, at: number): boolean {
  const cells = rows
    .slice(0, rows_read)
    .map((row) => row.cells[at] ?? '')
    .filter((cell) => !isNoExit(cell))
  const times = cells.filter((cell) => readTime(cell) !== undefined).length
  return times > 0 && times * 5 >= cells.length * 4
}

const isPlate = (cell: string): boolean =>
  [0, 1].some((type) => plateFacts(plateInCell(cell) ?? '', type).kind !== undefined)

/** Whether four of five cells of a column are plates that are shown whole. */
function holdsPlates({ rows }: Table, at: number): boolean {
  const cells = rows.slice(0, rows_read).flatMap(({ cells: { [at]: cell } }) => cell || [])
  return cells.length > 0 && cells.filter(isPlate).length * 5 >= cells.length * 4
}

/** The times of these columns, in this order, never go back in a row, and go forward in some. */
function goForward({ rows }: Table, from: number, to: number): boolean {
  const steps = rows.slice(0, rows_read).flatMap(({ cells }) => {
    const [begin, end] = [from, to].map((at) => readTime(cells[at] ?? ''))
    return begin && end ? atOf(end) - atOf(begin) : []
  })
  return steps.some((step) => step > 0) && steps.every((step) => step >= 0)
}
const atOf = (time: FileTime): number => ('wall' in time ? time.wall : time.moment)

/** Times of what people and programs do with a stay, not of the vehicle. */
const of_paper = new RegExp(
  '付|缴|繳|结算|結算|订单|訂單|创建|創建|建立|更新|修改|上传|上傳|上报|上報|推送|同步|接收|导出|匯出|打印|列印|入库|入庫|' +
    '登记|登記|开票|開票|免费|免費|pay|creat|updat|upload|modif|report|sync|receiv|sent|print|expire',
  'i',
)

/**
 * What each column holds: by its name, or by a name such as 出 whose cells are times. A single column of times
 * in a file that names none holds the times of the events, whatever its name is. Beside a named end of the
 * stays it is their other end if it fits in each row. A single column of plates holds the plates.
 */
export function namedColumns(table: Table): (NamedColumn | undefined)[] {
  const named = timedColumns(table)
  if (named.includes('plate_number')) return named
  const of_plates = [...named.keys()].filter((at) => named[at] === undefined && holdsPlates(table, at))
  return named.map((one, at) => (of_plates.length === 1 && of_plates[0] === at ? 'plate_number' : one))
}

function timedColumns(table: Table): (NamedColumn | undefined)[] {
  const named = table.header.map((header, at) => {
    const known = usualColumn(header)
    const end = known === undefined ? usualEnd(header) : undefined
    return end !== undefined && holdsTimes(table, at) ? end : known
  })
  const [entry, exit] = [named.indexOf('entry_time'), named.indexOf('exit_time')]
  if (named.includes('event_time') || (entry >= 0 && exit >= 0)) return named
  const of_times = [...named.keys()].filter((at) => named[at] === undefined && holdsTimes(table, at))
  const [other = -1, another] =
    entry < 0 && exit < 0 ? of_times : of_times.filter((at) => !of_paper.test(table.header[at]!))
  if (another !== undefined || other < 0) return named
  if (entry < 0 && exit < 0) return named.with(other, 'event_time')
  const fits = entry >= 0 ? goForward(table, entry, other) : goForward(table, other, exit)
  return fits ? named.with(other, entry >= 0 ? 'exit_time' : 'entry_time') : named
}
