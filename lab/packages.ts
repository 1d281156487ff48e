/**
 * `npm run lab:packages -- [--debian 12,13] [--only NAME,...] [--cuts N] [--seed N]`: proves the packages on
 * real Debians in a container: install from the signed repository, upgrades, going back, power cuts, removal.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runNode, Sentence, speak } from '../scripts/lib/run.mjs'
import { runInNamespaces } from './namespaces.ts'
import { makeDebian } from './packages/debian.ts'
import { buildVersions } from './packages/versions.ts'

const { values } = parseArgs({
  options: {
    debian: { type: 'string', default: '12,13' },
    only: { type: 'string' },
    cuts: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
})
/** Outside the checkout, accessible to root only. */
const cache = process.env['PARKING_LAB'] ?? '/var/tmp/parking-edge-lab'

await speak(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Sentence('The lab needs root on Linux.')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const built = await runNode('scripts/build.mjs', ['--stale'])
  if (built.code !== 0) throw new Sentence(`${built.output.trim()}\nThe product could not be built.`)
  await buildVersions(join(cache, 'versions'))
  for (const debian of values.debian.split(',')) {
    await makeDebian(cache, debian)
    const args = [cache, '--debian', debian, '--cuts', values.cuts, '--seed', values.seed]
    const more = values.only ? ['--only', values.only] : []
    const code = await runInNamespaces('lab/packages/run-proofs.ts', [...args, ...more])
    if (code !== 0) process.exitCode = code
  }
})
