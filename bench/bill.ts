/**
 * `npm run bench:bill`: what a disputed bill rests on, in figures beside their floors. Prints
 * docs/bench/bill.md; it fails if a figure exceeds its budget.
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { measureAxis } from './bill/axis.ts'

await buildWhatChanged()
const parts = [await measureAxis()]
const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
const text = `# A bill that can be defended: figures

Printed by \`npm run bench:bill\` (${processor}; Node ${process.version}).

${parts.map((part) => part.text).join('\n')}`
console.log(text)
writeFileSync(join(root, 'docs/bench/bill.md'), text)
if (!parts.every(({ within }) => within)) process.exitCode = 1
