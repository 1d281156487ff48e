/**
 * The versions that the lab installs, made from the current build. Later versions have additional migrations,
 * so that an older program refuses their data. Three are broken, each in a different way.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesOf } from '../../scripts/lib/package/control.ts'
import { buildPackage } from '../../scripts/lib/package/deb.ts'
import type { Arch } from '../../scripts/lib/package/lock.ts'
import { node_time, runtimeEntries } from '../../scripts/lib/package/runtime.ts'
import {
  analysisEntries,
  systemEntries,
  tree_place,
  treeEntries,
  type Entry,
} from '../../scripts/lib/package/tree.ts'
import { presentCommit } from '../../scripts/lib/package/versions.ts'

const loads = (file: string) => `await import('${file}')`

type Fault = 'crash' | 'silent' | 'page'
export const lab_versions: readonly { version: string; migrations: number; fault?: Fault }[] = [
  { version: '1.0.0', migrations: 0 },
  { version: '1.1.0', migrations: 1 },
  { version: '1.2.0', migrations: 2 },
  { version: '1.2.1', migrations: 3, fault: 'crash' },
  { version: '1.2.2', migrations: 3, fault: 'page' },
  { version: '1.2.3', migrations: 3, fault: 'silent' },
  { version: '1.3.0', migrations: 3 },
  { version: '1.4.0', migrations: 4 },
]

export const lab_arch: Arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
export const filesOf = (folder: string, version: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.includes(`_${version}_`) || name.startsWith('parking-edge-node_'))
    .map((name) => join(folder, name))

/** Builds the versions into the folder, without compression, unless they are there already. */
export async function buildVersions(folder: string): Promise<void> {
  const { time, short } = presentCommit()
  const stamp = join(folder, `made-of-${short}`)
  if (existsSync(stamp)) return
  rmSync(folder, { recursive: true, force: true })
  const work = join(folder, 'work')
  mkdirSync(work, { recursive: true })
  for (const { version, migrations, fault } of lab_versions) {
    const options = { into: folder, work, time, of: version, compress: 'none' as const }
    const { runtime, product, analysis } = namesOf(version, lab_arch)
    if (version === '1.0.0')
      await buildPackage(runtime, await runtimeEntries(lab_arch), { ...options, time: node_time })
    const tree = [...(await treeEntries(lab_arch, { version, time })), ...migrationsOf(migrations)]
    await buildPackage(product, [...systemEntries(), ...broken(tree, fault)], options)
    await buildPackage(analysis, analysisEntries(), options)
  }
  mkdirSync(stamp)
}

const migrationsOf = (count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({
    to: `${tree_place}/server/migrations/0${901 + at}-lab.sql`,
    mode: 0o644,
    text:
      `CREATE TABLE lab_${at} (number INTEGER) STRICT;\n` +
      `INSERT INTO lab_${at} SELECT event_id FROM event;\n`,
  }))

/**
 * `crash`: starts, migrates and exits after some seconds. `silent`: never starts. `page`: the console lacks
 * its scripts.
 */
function broken(entries: Entry[], fault: Fault | undefined): Entry[] {
  if (fault === undefined) return entries
  if (fault === 'page') return entries.filter(({ to }) => !/\/console\/dist\/assets\/.*\.js(\.|$)/.test(to))
  return entries.flatMap((entry): Entry[] => {
    if (!entry.to.endsWith('/server/dist/main.js')) return [entry]
    const { to, mode } = entry
    const real = { ...entry, to: to.replace('main.js', 'real.js') }
    const text =
      fault === 'silent'
        ? 'setInterval(() => undefined, 1000)\n'
        : `setTimeout(() => process.exit(3), 6000)\n${loads('./real.js')}\n`
    return [real, { to, mode, text }]
  })
}
