/** Plates of which an export hides a part: 粤B1***5, 粤B·1**45, 京A•…. Pure. */
import {
  barePlate,
  plate_dashes,
  plate_separators,
  plateFacts,
} from '@parking/contract/plate/plate-grammar.ts'
import { sameSigns } from '@parking/contract/plate/plate-look-alikes.ts'

/** Any sign that no plate has, and Chinese characters that look like a box or mean "a certain". */
const signs = new RegExp(String.raw`(?:[^\p{L}\p{N}${plate_separators}]|[〇口囗某])+`, 'gu')
/** Several of the signs that also separate the parts of a plate hide something. */
const separators = new RegExp(String.raw`[\s${plate_dashes}]*[${plate_dashes}]{2,}[\s${plate_dashes}]*`, 'gu')
const isPlateOf = (text: string, type: 0 | 1): boolean => plateFacts(text, type).kind !== undefined
const isPlate = (text: string): boolean => isPlateOf(text, 0) || isPlateOf(text, 1)

/** Plates have the letter X too, but on the mainland no three letters in a row; two may be of a plate. */
function withoutCrosses(text: string): string {
  const small = /[A-Z]/.test(text) ? text.replace(/x{2,}/g, '*') : text
  if (small.includes('*') || !/xx/i.test(small) || isPlateOf(small, 1)) return small
  return small.replace(isPlate(small) ? /x{3,}/gi : /x{2,}/gi, '*')
}

/**
 * The parts of a plate that a cell shows, in order, with something hidden between two of them; null if it
 * hides nothing. How many signs stand for what is hidden says nothing: many programs always write three.
 */
export function shownParts(cell: string): readonly string[] | null {
  const written = cell.normalize('NFKC').trim()
  const has_letters = /[\p{L}\p{N}]/u.test(written)
  // A sign or two alone stand for no plate.
  if (!has_letters && written.length < 3) return null
  let text = withoutCrosses(written.replace(signs, '*'))
  if (has_letters && !text.includes('*') && !isPlate(text)) text = text.replace(separators, '*')
  return text.includes('*') ? text.split(/[\s*]*\*[\s*]*/).map(barePlate) : null
}

/** Whether a plate has what is shown in the same order, and at least one character for each hidden part. */
export function fitsShown(parts: readonly string[], plate: string): boolean {
  const bare = sameSigns(barePlate(plate))
  if (parts.every((part) => part === '')) return true
  const last = parts.length - 1
  let at = 0
  for (const [n, part] of parts.map(sameSigns).entries()) {
    const from = n === 0 ? 0 : n === last ? bare.length - part.length : bare.indexOf(part, at + 1)
    if (from < at + Math.min(n, 1) || !bare.startsWith(part, from)) return false
    at = from + part.length
  }
  return true
}
