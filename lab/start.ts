/** The first steps of the labs for packages, Ansible and the manual, before they enter their namespaces. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runNode, Sentence } from '../scripts/lib/run.mjs'
import { buildVersions } from './packages/versions.ts'

/** Keeps Debian systems and packages between runs, outside the checkout and accessible to root only. */
export const cache = process.env['PARKING_LAB'] ?? '/var/tmp/parking-edge-lab'

/** Builds the product and its versions; throws a Sentence if the lab cannot run. */
export async function prepareVersions(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Sentence('The lab needs root on Linux.')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const built = await runNode('scripts/build.mjs', ['--stale'])
  if (built.code !== 0) throw new Sentence(`${built.output.trim()}\nThe product could not be built.`)
  await buildVersions(join(cache, 'versions'))
}
