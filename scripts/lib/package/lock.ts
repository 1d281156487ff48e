/**
 * The npm packages that the product needs at run time on a given processor, from the lock file: what `npm ci`
 * would install there. Packages missing on this machine are downloaded and verified against the lock file.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackage } from '../node/fetch-package.mjs'
import { root } from '../root.mjs'

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

/** Packages that are bundled into the programs. */
const not_loaded = new Set(['zod'])

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
