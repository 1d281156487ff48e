/** Stores the newest result of each row in `.cache`, so that the page can be printed from several runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import type { RowDefinition } from '../rows.ts'
import { openBook } from './lab.ts'
import type { Outcome } from './page.ts'

type Kept = Record<string, Omit<Outcome, 'row'>>
const file = join(root, '.cache', 'security.json')

/**
 * Adds results and returns a function that looks up a row. A run without tests keeps the proofs of an earlier
 * run.
 */
export function keep(outcomes: readonly Outcome[]): (row: RowDefinition) => Outcome {
  const kept = read()
  for (const { row, ...outcome } of outcomes) {
    const before = new Map(kept[row.n]?.proofs.map(([path, proof]) => [path, proof]))
    const proofs = outcome.proofs.map(([path, proof]) => [path, proof ?? before.get(path)] as const)
    kept[row.n] = { ...outcome, proofs }
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
  return (row) => ({ row, ...(kept[row.n] ?? { book: openBook().book, proofs: [], quick: false }) })
}

function read(): Kept {
  try {
    // JSON has null for a proof that was not run.
    return JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) => value ?? undefined) as Kept
  } catch {
    return {}
  }
}
