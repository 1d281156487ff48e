/**
 * `tsx bench/drain.ts [EVENTS]`: sends 100,000 queued events with a picture each to
 * a platform on loopback, with the pictures in the body, then by S3. Measures events per second, compared
 * with a bare loop, and resident memory (below 250 MB, not growing).
 */
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { drain, jpeg, type Drained } from './support/drain-run.ts'
import { printTable } from './support/figures.ts'

const events = Number(process.argv[2] ?? 100_000)
const budget_mb = 250

await buildWhatChanged()
const rows: [string, Drained][] = []
for (const [name, by_storage] of [
  ['in the body', false],
  ['by way of a storage', true],
] as const) {
  const figures = await drain(events, { with_storage: by_storage })
  rows.push([name, figures])
  // Printed at once, because the other mode takes just as long.
  console.log(`${name}: ${figures.per_second.toFixed(0)} events/s, ${figures.max_mb.toFixed(0)} MB at most`)
}
console.log(
  `${events} events with a picture of ${(jpeg.length / 1000).toFixed(0)} kB each, drained to a ` +
    'platform on loopback:',
)
printTable([
  [
    'pictures',
    'events/s',
    'bare loop/s, before and after',
    'MB, first third',
    'last third',
    `most (budget ${budget_mb})`,
  ],
  ...rows.map(([name, { per_second, floor, first_mb, last_mb, max_mb }]) => [
    name,
    per_second.toFixed(0),
    floor.map((one) => one.toFixed(0)).join(', '),
    first_mb.toFixed(0),
    last_mb.toFixed(0),
    max_mb.toFixed(0),
  ]),
])
if (rows.some(([, { max_mb }]) => max_mb > budget_mb)) process.exitCode = 1
