/**
 * The npm packages that the product needs at run time on a given processor, from the lock file: what `npm ci`
 * would install there. Packages missing on this machine are downloaded and verified against the lock file.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { run, Sentence } from '../run.mjs'

export type Arch = 'amd64' | 'arm64'
/** npm's name for the processor. */
export const cpu_of: Record<Arch, string> = { amd64: 'x64', arm64: 'arm64' }

type Locked = {
  version?: string
  integrity?: string
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Locked> }
export type Package = { name: string; version: string; integrity: string; path: string }

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

/** Packages that are bundled into the programs, or needed only to compile an add-on. */
const not_loaded = new Set(['zod', 'node-addon-api'])

/** The packages of the workspaces, for Debian on that processor, sorted by path. */
export function packagesFor({ packages }: Lock, workspaces: readonly string[], arch: Arch): Package[] {
  const fits = ({ cpu, os, libc }: Locked) =>
    (!cpu || cpu.includes(cpu_of[arch])) && (!os || os.includes('linux')) && (!libc || libc.includes('glibc'))
  const placeOf = (from: string, name: string): string | undefined => {
    for (
      let at = from;
      ;
      at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
    ) {
      const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
      if (place in packages) return place
      if (at === '') return undefined
    }
  }
  const found = new Map<string, Package>()
  const follow = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (/^@(parking|types)\//.test(name) || not_loaded.has(name)) continue
      const path = placeOf(from, name)
      const entry = path === undefined ? undefined : packages[path]
      if (path === undefined || entry === undefined)
        throw new Error(`The lock file has no ${name} for ${from}`)
      if (found.has(path) || !fits(entry)) continue
      found.set(path, { name, version: entry.version ?? '', integrity: entry.integrity ?? '', path })
      follow(path)
    }
  }
  for (const workspace of workspaces) follow(workspace)
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The folder of a package, installed here or downloaded into the cache. */
export async function folderOf({ name, version, integrity, path }: Package): Promise<string> {
  const installed = join(root, path)
  if (existsSync(join(installed, 'package.json'))) return installed
  return fetchPackage(`${name}@${version}`, integrity)
}

/** Downloads a package into the cache and returns the folder of its files; `integrity` as in a lock file. */
export async function fetchPackage(spec: string, integrity: string): Promise<string> {
  const folder = join(root, '.cache', 'packages', spec.replaceAll('/', '+'))
  if (existsSync(folder)) return join(folder, 'package')
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const { code, output } = await run('npm', ['pack', spec, '--silent', '--pack-destination', draft])
  const file = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !existsSync(join(draft, file)))
    throw new Sentence(`${output}\nnpm could not fetch ${spec}.`)
  const [kind = '', expected] = integrity.split('-', 2)
  const is = createHash(kind)
    .update(readFileSync(join(draft, file)))
    .digest('base64')
  if (is !== integrity.slice(kind.length + 1))
    throw new Sentence(`${spec} is not what the lock file names (${expected}).`)
  if ((await run('tar', ['-xzf', file], { cwd: draft })).code !== 0)
    throw new Sentence(`${spec} cannot be unpacked.`)
  rmSync(join(draft, file))
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(draft, folder)
  return join(folder, 'package')
}
