/** Detects passwords of neighbouring keys, repeated keys and sequences, with or without Shift. */

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./']
const signs = '!@#$%^&*()'
/** Shorter runs occur in words. */
const min_run = 3
/** A keyboard walk with up to this many other characters is still refused. */
const max_others = 2

/** `qwe123!@#` is three walks: q-w-e, 1-2-3, and 1-2-3 with Shift held down. */
export function isKeyboardWalk(password: string): boolean {
  const keys = [...password.toLowerCase()].map((sign) =>
    signs.includes(sign) ? (rows[0]?.[signs.indexOf(sign)] ?? sign) : sign,
  )
  let [walked, run] = [0, 1]
  for (let at = 1; at <= keys.length; at++) {
    if (at < keys.length && follows(keys[at - 1]!, keys[at]!)) run++
    else {
      if (run >= min_run) walked += run
      run = 1
    }
  }
  return walked > 0 && keys.length - walked <= max_others
}

function follows(a: string, b: string): boolean {
  if (/[a-z]/.test(a) && /[a-z]/.test(b) && Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) <= 1) return true
  const [from, to] = [placeOf(a), placeOf(b)]
  if (!from || !to) return a === b
  const [down, across] = [Math.abs(from.row - to.row), Math.abs(from.column - to.column)]
  return (down === 0 && across <= 1) || (down === 1 && across === 0)
}

function placeOf(key: string): { row: number; column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(key))
  return row < 0 ? undefined : { row, column: rows[row]!.indexOf(key) }
}
