/**
 * `npm run lab:services -- [--debian 12,13] [--only SERVER,...] [--write]`: the product's own clients against
 * real servers of Debian, in a namespace. `--write` prints the table into docs/integrate/servers.md.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../scripts/lib/options.ts'
import { writePage } from '../scripts/lib/docs/write-page.ts'
import { runNode, Sentence, speak } from '../scripts/lib/run.mjs'
import { runInNamespaces } from './namespaces.ts'
import { makeDebian } from './packages/debian.ts'
import { servers_page, servicesPage, type Outcome } from './services/page.ts'
import { rows } from './services/rows.ts'
import { sh } from './sh.ts'
import { cache } from './start.ts'

const { values } = readOptions('npm run lab:services -- [--debian 12,13] [--only SERVER,...] [--write]', {
  options: {
    debian: { type: 'string', default: '13' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})

await speak(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Sentence('The lab needs root on Linux.')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const built = await runNode('scripts/build.mjs', ['--stale'])
  if (built.code !== 0) throw new Sentence(`${built.output.trim()}\nThe product could not be built.`)
  const outcomes: Outcome[] = []
  for (const debian of values.debian.split(',')) {
    const base = await makeDebian(cache, debian, { name: 'services', packages: 'openssl' })
    await installLayers(base, join(cache, `services-${debian}`))
    const results = join(cache, `services-${debian}.json`)
    const code = await runInNamespaces('lab/services/run-rows.ts', [cache, debian, values.only, results])
    if (code !== 0) process.exitCode = code
    const found = JSON.parse(readFileSync(results, 'utf8')) as Omit<Outcome, 'debian'>[]
    outcomes.push(...found.map((one) => ({ debian, ...one })))
  }
  if (values.write) await writePage(servers_page, servicesPage(outcomes))
})

/** Installs the packages of each server into a layer of its own, unless it is there. */
async function installLayers(base: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { server, packages } of rows) {
    const layer = join(folder, packages[0])
    const wanted = values.only === '' || values.only.split(',').includes(server)
    if (!wanted || existsSync(layer)) continue
    console.log(`installing ${packages.join(' ')}`)
    const isolated = ['unshare', '--mount', '--propagation', 'private', '--pid', '--fork']
    await sh([...isolated, 'sh', 'lab/services/layer.sh', base, layer, ...packages], { timeout_ms: 900_000 })
  }
}
