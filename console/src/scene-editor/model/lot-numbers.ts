/** The lot number that follows: A01 gives A02, A99 gives A100, and numbers that are taken are passed over. */
export function nextLotNo(last: string | undefined, taken: ReadonlySet<string>): string {
  if (last === undefined || last === '') return taken.has('A01') ? nextLotNo('A01', taken) : 'A01'
  const [, before = last, digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/.exec(last) ?? []
  for (let number = Number(digits) + 1; ; number++) {
    const next = `${before}${String(number).padStart(digits.length, '0')}${after}`
    if (!taken.has(next)) return next
  }
}
