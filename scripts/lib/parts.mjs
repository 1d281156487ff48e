/**
 * The parts of the build with their sources. A part is stale if the path, size or modification time of a
 * source changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * `from`: the files and folders from which a part is built. `makes`: files that exist once it is built.
 * @typedef {{ from: string[], makes: string[] }} Sources
 * @type {Record<'server' | 'sim' | 'analysis' | 'console' | 'verifier' | 'manual', Sources>}
 */
export const parts = {
  server: {
    from: ['contract/src', 'server/src', 'server/package.json'],
    makes: ['server/dist/main.js', 'server/dist/run.js', 'server/dist/sbom.json'],
  },
  sim: {
    from: ['sim/src', 'sim/package.json', 'analysis/src'],
    makes: ['sim/dist/main.js', 'sim/dist/analysis.js', 'sim/dist/replay.js'],
  },
  analysis: {
    from: ['contract/src', 'analysis/src', 'analysis/package.json'],
    makes: ['analysis/dist/main.js', 'analysis/dist/model-tool.js'],
  },
  console: {
    from: ['contract/src', 'console'],
    makes: ['console/dist/console.json', 'console/dist/sbom.json'],
  },
  verifier: {
    from: ['verifier/src', 'verifier/page', 'scripts/lib/verifier-page.mjs'],
    makes: ['verifier/dist/parking-verify.html'],
  },
  manual: {
    from: ['manual', 'docs/integrate', 'docs/openapi.json'],
    makes: ['manual/dist/404.html', 'manual/dist/third-party.txt'],
  },
}
/** @typedef {keyof typeof parts} Part */

const everyPart = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/lib/bundle.mjs',
  'scripts/lib/supply',
]
const notSource = new Set(['dist', 'test', 'node_modules'])
const file = join(root, '.cache', 'built.json')

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !notSource.has(name))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}

/** @param {Part} part */
function stateOf(part) {
  const hash = createHash('sha256').update(process.version)
  for (const path of [...parts[part].from, ...everyPart].flatMap(filesOf)) {
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @returns {Partial<Record<Part, string>>} */
function recorded() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** The parts whose sources changed since they were built, and those never built. */
export function staleParts() {
  const built = recorded()
  return /** @type {Part[]} */ (Object.keys(parts)).filter(
    (part) =>
      built[part] !== stateOf(part) || parts[part].makes.some((made) => !existsSync(join(root, made))),
  )
}

/** The states of the sources, to be read before a build and recorded after it. @param {Part[]} list */
export const statesOf = (list) => Object.fromEntries(list.map((part) => [part, stateOf(part)]))

/** @param {Record<string, string>} states */
export function recordBuilt(states) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...recorded(), ...states }))
}
