/**
 * `npm run package [-- --arch amd64 --as VERSION --repository FOLDER --twice --lint]`: builds the Debian
 * packages into `packages/`, prints their sizes and publishes them in a signed repository.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { root } from './lib/root.mjs'
import { runNode, Sentence, speak } from './lib/run.mjs'
import { weigh } from './lib/package/budget.ts'
import { namesOf, type Named } from './lib/package/control.ts'
import { buildPackage, type Built } from './lib/package/deb.ts'
import type { Arch } from './lib/package/lock.ts'
import { lint } from './lib/package/lint.ts'
import { publish } from './lib/package/repository.ts'
import { openSteps, type Step } from './lib/package/steps.ts'
import { node_time, runtimeEntries } from './lib/package/runtime.ts'
import { analysisEntries, systemEntries, treeEntries, type Entry } from './lib/package/tree.ts'
import { isPackageVersion, packageVersion, presentCommit, productVersion } from './lib/package/versions.ts'
import { readOptions } from './lib/options.ts'

const { values } = readOptions(
  'npm run package -- [--arch amd64] [--as VERSION] [--into FOLDER] [--repository FOLDER] [--twice] [--lint]',
  {
    options: {
      arch: { type: 'string', default: 'amd64,arm64' },
      as: { type: 'string' },
      into: { type: 'string', default: join(root, 'packages') },
      repository: { type: 'string' },
      keys: { type: 'string' },
      twice: { type: 'boolean', default: false },
      lint: { type: 'boolean', default: false },
    },
  },
)

await speak(async () => {
  const architectures = values.arch.split(',') as Arch[]
  const unknown = architectures.find((arch) => !['amd64', 'arm64'].includes(arch))
  if (unknown) throw new Sentence(`There is no architecture ${unknown}: amd64 or arm64.`)
  const commit = presentCommit()
  const time = Number(process.env['SOURCE_DATE_EPOCH'] ?? commit.time)
  const version = values.as ?? packageVersion(productVersion(), commit)
  if (!isPackageVersion(version))
    throw new Sentence(
      `${version} is no version for a package: it begins with a digit and has only digits, small letters, ` +
        'dots, + and ~.',
    )
  // The programs that run meanwhile end with this process, and its folder of work is removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  const times = join(root, '.cache', 'packages', 'times.json')
  const step = openSteps(times, (line) => console.log(line))
  await step('programs and pages', () => buildProduct(time))
  const what = { architectures, version, time }
  const built = await buildAll(resolve(values.into), what, step, join(root, '.cache', 'packages', 'built'))
  const { lines, over } = weigh(built)
  console.log(lines.join('\n'))
  if (values.twice) await compareWithSecond(built, what, step)
  if (values.lint) console.log(await step('lintian', () => lint(built.map(({ file }) => file))))
  if (values.repository) {
    const keys = values.keys ?? `${resolve(values.repository)}.keys`
    const folder = values.repository
    const { fingerprint, kept } = await step('repository', () =>
      publish(
        built.map(({ file }) => file),
        { folder, keys },
      ),
    )
    for (const name of kept) console.log(`${name} is published already: that one stays`)
    console.log(`published in ${join(values.repository, 'public')}, signed by the key ${fingerprint}`)
  }
  if (over.length > 0) throw new Sentence(`Over budget: ${over.join(', ')}`)
})

async function buildProduct(time: number, ...args: string[]): Promise<void> {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) }
  const parts = args.length > 0 ? args : ['--stale']
  const { code, output } = await runNode('scripts/build.mjs', parts, { env })
  if (code !== 0) throw new Sentence(`${output.trim()}\nThe product could not be built.`)
}

type What = { architectures: readonly Arch[]; version: string; time: number }

async function buildAll(
  into: string,
  { architectures, version, time }: What,
  step: Step,
  keep?: string,
): Promise<Built[]> {
  mkdirSync(into, { recursive: true })
  const work = mkdtempSync(join(into, '.making-'))
  const remove = () => rmSync(work, { recursive: true, force: true })
  process.once('exit', remove)
  const built: Built[] = []
  const options = { into, work, time, of: version }
  try {
    for (const arch of architectures) {
      const { runtime, product, analysis } = namesOf(version, arch)
      const add = async (named: Named, entries: () => Promise<Entry[]>, more = {}) =>
        built.push(
          await step(`${named.package} ${named.arch}`, async () =>
            buildPackage(named, await entries(), { ...options, ...more }),
          ),
        )
      await add(runtime, () => runtimeEntries(arch), { time: node_time, keep })
      await add(product, async () => [...systemEntries(), ...(await treeEntries(arch, { version, time }))])
      if (arch === architectures[0]) await add(analysis, async () => analysisEntries())
    }
  } finally {
    process.off('exit', remove)
    remove()
  }
  return built
}

/** Builds everything again from the sources and compares the hashes. */
async function compareWithSecond(first: readonly Built[], what: What, step: Step): Promise<void> {
  const into = mkdtempSync(join(tmpdir(), 'parking-second-'))
  try {
    await step('programs and pages, from their sources', () =>
      buildProduct(what.time, 'server', 'analysis', 'console', 'manual'),
    )
    const second = await buildAll(into, what, step)
    const other = first
      .filter(({ sha256 }, at) => sha256 !== second[at]?.sha256)
      .map(({ package: name }) => name)
    if (other.length > 0)
      throw new Sentence(`Built twice, these differ: ${other.join(', ')} (diffoscope says where).`)
    console.log(`built twice: ${first.length} packages with the same hashes`)
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}
