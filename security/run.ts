/**
 * `npm run security [-- 6 12 --quick --no-tests --write]`: starts a device, attacks it row by row, and runs
 * the tests that prove the rest. Results are kept, so that a long run can be split; `--write` writes them to
 * docs/security.md (`--only 0` runs nothing). Exits with 1 if a row fails.
 */
import { buildWhatChanged } from '#scripts/lib/start-street.mjs'
import { commit, day } from '#scripts/lib/docs/at-commit.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { openBook, type Lab, type RowBook } from './support/lab.ts'
import { keep } from './support/kept.ts'
import { page, resultOf, type Outcome } from './support/page.ts'
import { runProofs, type Proof } from './support/proofs.ts'
import { rows, type RowDefinition } from './rows.ts'
import { password, startTarget } from './support/target.ts'
import { readOptions } from '#scripts/lib/options.ts'

const { values, positionals } = readOptions(
  'npm run security -- [ROW ...] [--quick] [--no-tests] [--write]',
  {
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      'no-tests': { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  },
)
const named = [...(values.only?.split(',') ?? []), ...positionals].map(Number)
const only = named.length > 0 ? named : undefined
if (named.some((n) => n !== 0 && !rows.some((row) => row.n === n)))
  throw new Error(`Rows are numbers from 1 to ${rows.length}; 0 runs none`)
const chosen = rows.filter(({ n }) => only === undefined || only.includes(n))
const started = performance.now()
/** Maximum time per row. The longest rows, the fuzz and the flood, need a few minutes on two busy cores. */
const row_minutes = 20
await buildWhatChanged()
const lab = chosen.length > 0 ? await openLab() : undefined
const books = new Map<number, RowBook>()
for (const tried of chosen.toSorted((a, b) => (a.last ? 1 : 0) - (b.last ? 1 : 0))) {
  const { n, title, attack } = tried
  const { book, row } = openBook()
  books.set(n, book)
  const since = performance.now()
  try {
    if (lab && attack) await within(row_minutes, attack(lab, row))
  } catch (error) {
    row.check(
      'the attack could be carried out',
      false,
      error instanceof Error ? error.message : String(error),
    )
  }
  keep([outcomeOf(tried, new Map())])
  const bad = book.findings.filter(({ holds }) => !holds)
  console.log(`row ${n}: ${bad.length === 0 ? 'good' : 'BAD '} ${title} (${secondsSince(since)} s)`)
  for (const { what, detail } of bad) console.log(`    fails: ${what}: ${detail.slice(0, 400)}`)
  for (const note of book.notes) console.log(`    ${note}`)
}
if (lab) await Promise.all([lab.target, ...lab.fresh].map((one) => one.end()))

const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
const proofs: Map<string, Proof> =
  values['no-tests'] || files.length === 0 ? new Map<string, Proof>() : await runProofs(files)
const outcomes = chosen.map((row) => outcomeOf(row, proofs))
const kept = keep(outcomes)
for (const one of outcomes)
  for (const [file, proof] of one.proofs)
    if (proof?.passed === false) console.log(`row ${one.row.n}: BAD  ${file}`)
for (const one of outcomes)
  console.log(`${String(one.row.n).padStart(2)} ${resultOf(one).padEnd(8)} ${one.row.title}`)
console.log(`${secondsSince(started)} s`)
if (values.write) await writePage('docs/security.md', page(rows.map(kept), day, commit))
process.exit(outcomes.some((one) => resultOf(one) === 'fails') ? 1 : 0)

/** Turns an attack that hangs into a failure, so that the rows after it still run. */
function within(minutes: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The attack did not end within ${minutes} minutes`)),
      minutes * 60_000,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function outcomeOf(row: RowDefinition, proofs: ReadonlyMap<string, Proof>): Outcome {
  const { n, tests } = row
  const run = tests.map((file) => [file, proofs.get(file)] as const)
  return { row, book: books.get(n) ?? openBook().book, proofs: run, quick: values.quick }
}

async function openLab(): Promise<Lab> {
  // Started one after the other, because each measures at its first start how costly a password hash may be.
  const target = await startTarget()
  const [a, b] = [await startTarget({ owned: false }), await startTarget({ owned: false })]
  const admin = await target.signIn('admin', password)
  const operator = await target.addUser(admin, 'operator', 'operator')
  const viewer = await target.addUser(admin, 'viewer', 'viewer')
  return { target, fresh: [a, b], admin, operator, viewer, quick: values.quick }
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
