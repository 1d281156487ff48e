/** What each part of the product may weigh as a package, and what it weighs. */
import type { Built } from './deb.ts'

const mib = 1024 * 1024

/** Bytes of the package file, by the start of its name; the first that fits. */
const budgets: readonly [RegExp, number][] = [
  [/^parking-edge-node-/, 30 * mib],
  [/^parking-edge-[0-9]/, 37 * mib],
  [/^parking-edge$/, 0.1 * mib],
  [/^parking-analysis$/, 0.02 * mib],
]

export const budgetOf = (name: string): number => budgets.find(([pattern]) => pattern.test(name))?.[1] ?? 0

const size = (bytes: number): string =>
  bytes >= mib ? `${(bytes / mib).toFixed(1)} MiB` : `${(bytes / 1024).toFixed(1)} KiB`

/** A line for each package, and those over their budget. */
export function weigh(built: readonly Built[]): { lines: string[]; over: string[] } {
  const lines = built.map(({ file, package: name, bytes, installed, sha256 }) => {
    const arch = /_([a-z0-9]+)\.deb$/.exec(file)?.[1] ?? ''
    return [
      name.padEnd(42),
      arch.padEnd(6),
      size(bytes).padStart(10),
      `of ${size(budgetOf(name))}`.padStart(14),
      `${size(installed)} installed`.padStart(22),
      sha256.slice(0, 16),
    ].join('  ')
  })
  return {
    lines,
    over: built.filter(({ package: name, bytes }) => bytes > budgetOf(name)).map(({ package: name }) => name),
  }
}
