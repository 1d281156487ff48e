/** Compares the size of each package, and of each part of it, with its budget. */
import type { Built } from './deb.ts'

const mib = 1024 * 1024

/**
 * Budgets in installed bytes for the parts of a version, by path below its folder. The first matching pattern
 * counts.
 */
const part_budgets: readonly [string, RegExp, number][] = [
  ['models', /^analysis\/models\//, 25 * mib],
  ['analysis', /^analysis\//, 17 * mib],
  ['server', /^server\//, 4 * mib],
  ['console', /^console\//, 5.5 * mib],
  ['manual', /^manual\//, 6 * mib],
  ['pictures', /^node_modules\/(@img|sharp)\//, 20 * mib],
  ['packages', /^node_modules\//, 12.5 * mib],
  ['rest', /./, 0.2 * mib],
]

/** Sums the bytes of each part of a version; `files`: paths below its folder, with their sizes. */
export function partsOf(files: readonly { place: string; bytes: number }[]): Record<string, number> {
  const parts: Record<string, number> = {}
  for (const { place, bytes } of files) {
    const part = part_budgets.find(([, pattern]) => pattern.test(place))?.[0] ?? 'rest'
    parts[part] = (parts[part] ?? 0) + bytes
  }
  return parts
}

/** Budgets in bytes for package files, by the start of their name. The first matching pattern counts. */
const budgets: readonly [RegExp, number][] = [
  [/^parking-edge-node$/, 30 * mib],
  [/^parking-edge$/, 40 * mib],
  [/^parking-analysis$/, 0.02 * mib],
]

export const budgetOf = (name: string): number => budgets.find(([pattern]) => pattern.test(name))?.[1] ?? 0

const size = (bytes: number): string =>
  bytes >= mib ? `${(bytes / mib).toFixed(1)} MiB` : `${(bytes / 1024).toFixed(1)} KiB`

/** Returns a line for each package, and the names of those over budget. */
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
  const over = built
    .filter(({ package: name, bytes }) => bytes > budgetOf(name))
    .map(({ package: name }) => name)
  for (const { package: name, parts } of built)
    for (const [part, , budget] of parts ? part_budgets : []) {
      const bytes = parts?.[part] ?? 0
      lines.push(`  ${name} ${part.padEnd(10)} ${size(bytes).padStart(10)} of ${size(budget)} installed`)
      if (bytes > budget) over.push(`${name} ${part}`)
    }
  return { lines, over }
}
