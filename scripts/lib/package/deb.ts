/** Stages the files of a package and builds it reproducibly: the same files give the same bytes. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { run, Sentence } from '../run.mjs'
import { partsOf } from './budget.ts'
import { controlOf, documentEntries, scriptsOf, type Named } from './control.ts'
import { tree_place, type Entry } from './tree.ts'

/** `parts`: the bytes of each part of a version (budget.ts). */
export type Built = {
  file: string
  package: string
  bytes: number
  installed: number
  sha256: string
  parts?: Record<string, number>
}
/**
 * `time`: the time of every file, in seconds since 1970. `of`: the version of the product. `keep`: a cache
 * folder for packages that take minutes to compress and rarely change. `work`: a folder of the same file
 * system as `into`, for what is not whole yet.
 */
export type BuildOptions = {
  into: string
  work: string
  time: number
  of: string
  keep?: string
  compress?: 'xz' | 'none'
}

/** The content of an entry; for a link, its target. */
const contentOf = (entry: Entry): Buffer =>
  'from' in entry
    ? readFileSync(entry.from)
    : Buffer.from('text' in entry ? entry.text : 'bytes' in entry ? entry.bytes : entry.link)

/** Builds one package from its entries. */
export async function buildPackage(
  named: Named,
  own: readonly Entry[],
  options: BuildOptions,
): Promise<Built> {
  const { into, work, time, of, keep, compress = 'xz' } = options
  const entries = [...own, ...documentEntries(named, time)].toSorted((a, b) => (a.to < b.to ? -1 : 1))
  const stage = join(work, named.package)
  const file = join(into, `${named.package}_${named.version}_${named.arch}.deb`)
  mkdirSync(into, { recursive: true })
  const kept = keep && join(keep, `${keyOf(named, entries, options)}.deb`)
  if (kept !== undefined && existsSync(kept)) {
    copyWhole(kept, file, work)
    return builtFrom(named, file, entries)
  }
  rmSync(stage, { recursive: true, force: true })
  for (const entry of entries) stageEntry(stage, entry)
  const control = join(stage, 'DEBIAN')
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlOf(named, Math.ceil(installedSize(entries) / 1024), of))
  writeFileSync(join(control, 'md5sums'), md5sums(entries))
  const settings = entries.filter(({ to }) => to.startsWith('/etc/')).map(({ to }) => to)
  if (settings.length > 0) writeFileSync(join(control, 'conffiles'), `${settings.join('\n')}\n`)
  for (const name of readdirSync(control)) chmodSync(join(control, name), 0o644)
  for (const [name, text] of Object.entries(scriptsOf(named))) {
    writeFileSync(join(control, name), text)
    chmodSync(join(control, name), 0o755)
  }
  normalise(stage, time)
  const made = join(work, 'made.deb')
  // One thread, because otherwise the archive depends on the number of threads.
  const build = [
    '--root-owner-group',
    `-Z${compress}`,
    ...(compress === 'xz' ? ['-z6'] : []),
    '--threads-max=1',
    '--build',
    stage,
    made,
  ]
  const { code, output } = await run('dpkg-deb', build, {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  })
  if (code !== 0) throw new Sentence(`${output}\n${named.package} could not be built.`)
  rmSync(stage, { recursive: true })
  renameSync(made, file)
  if (kept !== undefined) {
    mkdirSync(dirname(kept), { recursive: true })
    copyWhole(file, kept, dirname(kept))
  }
  return builtFrom(named, file, entries)
}

/** Copies a file. It gets its name only when it is whole; `work`: a folder of the same file system. */
function copyWhole(from: string, to: string, work: string): void {
  const draft = join(work, `${process.pid}.part`)
  copyFileSync(from, draft)
  renameSync(draft, to)
}

const installedSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + contentOf(entry).length, 0)

function builtFrom({ package: name }: Named, file: string, entries: readonly Entry[]): Built {
  const bytes = readFileSync(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const files = entries.flatMap((entry) => {
    const place = entry.to.startsWith(`${tree_place}/`) ? entry.to.slice(tree_place.length + 1) : ''
    return place === '' ? [] : [{ place, bytes: contentOf(entry).length }]
  })
  const parts = files.length > 0 ? { parts: partsOf(files) } : {}
  return { file, package: name, bytes: bytes.length, installed: installedSize(entries), sha256, ...parts }
}

function keyOf(named: Named, entries: readonly Entry[], { time, of }: BuildOptions): string {
  const hash = createHash('sha256').update(`${time} ${controlOf(named, 0, of)}`)
  for (const entry of entries) hash.update(`${entry.to} ${entry.mode}\n`).update(contentOf(entry))
  return hash.digest('hex').slice(0, 32)
}

function stageEntry(stage: string, entry: Entry): void {
  const to = join(stage, entry.to)
  mkdirSync(dirname(to), { recursive: true })
  if ('link' in entry) return symlinkSync(entry.link, to)
  if ('from' in entry) copyFileSync(entry.from, to)
  else writeFileSync(to, contentOf(entry))
  chmodSync(to, entry.mode)
}

const md5sums = (entries: readonly Entry[]): string =>
  entries
    .filter((entry) => !('link' in entry) && !entry.to.startsWith('/etc/'))
    .map((entry) => `${createHash('md5').update(contentOf(entry)).digest('hex')}  ${entry.to.slice(1)}\n`)
    .join('')

/** Sets the same time on every file, and modes that do not depend on the umask of the build. */
function normalise(folder: string, time: number): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, name)
    if (existsSync(path) && statSync(path).isDirectory()) normalise(path, time)
    else lutimesSync(path, time, time)
  }
  chmodSync(folder, 0o755)
  lutimesSync(folder, time, time)
}
