/**
 * `npm run bench:bill [-- axis delivery dossier idle memory watch]`: replaces sections of docs/bench/bill.md,
 * and fails over a budget. `--keep FOLDER` keeps or reuses the database of `axis` (1 GB); `--other BUILD` is
 * another build of the product, beside which `dossier`, `memory` and `watch` measure.
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { measureAxis } from './bill/axis.ts'
import { measureDelivery } from './bill/delivery.ts'
import { measureDossier } from './bill/dossier.ts'
import { measureIdle } from './bill/idle.ts'
import { measureMemory } from './bill/memory.ts'
import { measureWatch } from './bill/watch.ts'
import type { Part } from './bill/part.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { readOptions } from '../scripts/lib/options.ts'

type Options = { keep: string | undefined; other: string | undefined }
const parts: Record<string, (options: Options) => Promise<Part>> = {
  axis: measureAxis,
  delivery: measureDelivery,
  dossier: measureDossier,
  idle: measureIdle,
  memory: measureMemory,
  watch: measureWatch,
}
const { values, positionals: chosen } = readOptions(
  'npm run bench:bill -- [axis delivery dossier idle memory watch] [--keep FOLDER] [--other BUILD]',
  {
    options: { keep: { type: 'string' }, other: { type: 'string' } },
    allowPositionals: true,
  },
)
const folderOf = (path: string | undefined) => (path === undefined ? undefined : resolve(path))
const options: Options = { keep: folderOf(values.keep), other: folderOf(values.other) }
const wrong = chosen.find((name) => !(name in parts))
if (wrong) throw new Error(`There is no part "${wrong}". The parts are ${Object.keys(parts).join(', ')}.`)

await buildWhatChanged()
const page = 'docs/bench/bill.md'
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
  const { title, text, within } = await parts[name]!(options)
  const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)} (${processor};
Node ${process.version}; load average ${loadavg()[0]!.toFixed(1)} at the end).`
  const section = `## ${title}\n\n${measured}\n${text.trimEnd()}\n`
  console.log(section)
  if (!within) process.exitCode = 1
  const old_page = readFileSync(join(root, page), 'utf8')
  const sections = old_page.split(/^(?=## )/m)
  const at = sections.findIndex((one) => one.startsWith(`## ${title}\n`))
  if (at < 0) sections.push(section)
  else sections[at] = section
  await writePage(page, sections.map((one) => one.trimEnd()).join('\n\n'))
}
