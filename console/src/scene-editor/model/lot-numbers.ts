/** Lot numbers and attributes of new lots. */
import type { LotAttributes } from './document.ts'
import type { Editor } from './editor.ts'

/** The next lot number: A01 becomes A02, A99 becomes A100; numbers in use are skipped. */
export function nextLotNo(last: string | undefined, taken: ReadonlySet<string>): string {
  if (last === undefined || last === '') return taken.has('A01') ? nextLotNo('A01', taken) : 'A01'
  const [, before = last, digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/.exec(last) ?? []
  for (let number = Number(digits) + 1; ; number++) {
    const next = `${before}${String(number).padStart(digits.length, '0')}${after}`
    if (!taken.has(next)) return next
  }
}

/** A new lot copies the attributes of the last one and gets the next number. */
export function nextAttributes({ history: { document }, taken, after }: Editor): LotAttributes {
  const last = document.lots.at(-1)
  const numbers = new Set([...document.lots, ...taken].map((lot) => lot.lot_no))
  const { lot_type, lot_posture, motor_num, difficult } = last ?? {
    lot_type: 0,
    lot_posture: 0,
    motor_num: 1,
    difficult: 0,
  }
  return { lot_no: nextLotNo(last?.lot_no ?? after, numbers), lot_type, lot_posture, motor_num, difficult }
}
