/**
 * `npm run lab:packages` (its options: `--help`): proves the packages on real Debians in a container:
 * installation from the signed repository, upgrades, also from packages of an earlier commit in a folder,
 * rollback, power cuts, network changes and removal.
 */
import { resolve } from 'node:path'
import { speak } from '../scripts/lib/run.mjs'
import { runInNamespaces } from './namespaces.ts'
import { makeDebian } from './packages/debian.ts'
import { cache, prepareVersions } from './start.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values } = readOptions(
  'npm run lab:packages -- [--debian 12,13] [--only NAME,...] [--cuts N] [--changes N] [--seed N] [--from F]',
  {
    options: {
      debian: { type: 'string', default: '12,13' },
      only: { type: 'string' },
      cuts: { type: 'string', default: '50' },
      changes: { type: 'string', default: '50' },
      from: { type: 'string' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  },
)

await speak(async () => {
  await prepareVersions()
  for (const debian of values.debian.split(',')) {
    await makeDebian(cache, debian)
    const { cuts, changes, seed } = values
    const args = [cache, '--debian', debian, '--cuts', cuts, '--changes', changes, '--seed', seed]
    const more = [
      ...(values.only ? ['--only', values.only] : []),
      ...(values.from ? ['--from', resolve(values.from)] : []),
    ]
    const code = await runInNamespaces('lab/packages/run-proofs.ts', [...args, ...more])
    if (code !== 0) process.exitCode = code
  }
})
