/** Results of the parts of `bench:analysis`, kept in `.cache/` so that parts can run separately. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'

/**
 * A table row: gate, limit, measured, edges alone, brightness alone. A limit begins with "at least" or
 * "at most", and names a number for each of the first measured ones.
 */
export type Row = readonly [string, string, string, string?, string?]
export type Result = { readonly rows: readonly Row[]; readonly notes: readonly string[] }

const folder = join(root, '.cache/bench-analysis')

/** Reads a JSON file of the cache; undefined if it is absent. */
export function kept<T>(name: string): T | undefined {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

/** Writes a JSON file of the cache. */
export function keep(name: string, value: unknown): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  writeFileSync(`${file}.part`, JSON.stringify(value))
  renameSync(`${file}.part`, file)
}

export const share = (right: number, all: number): string =>
  all === 0 ? 'none' : `${((100 * right) / all).toFixed(1)} % of ${all}`

const numbersIn = (text: string): number[] => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)

/** One line for each row with a limit, and whether it is met. A gate without a measured number is missed. */
export function gatesOf(rows: readonly Row[]): { readonly line: string; readonly met: boolean }[] {
  return rows.flatMap(([name, limit, measured]) => {
    if (limit === '') return []
    const found = numbersIn(measured)
    const met = numbersIn(limit).every((bound, at) => {
      const value = found[at] ?? Number.NaN
      return limit.startsWith('at least') ? value >= bound : value <= bound
    })
    return [{ line: `${met ? 'met   ' : 'missed'} ${name}: ${measured} (${limit})`, met }]
  })
}
