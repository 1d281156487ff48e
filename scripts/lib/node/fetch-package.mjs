/** Downloads npm packages into `.cache` without their install steps, on any Node that starts the project. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { run, Sentence } from '../run.mjs'

/** The folder of a package that `fetchPackage` has unpacked, or will unpack. @param {string} spec */
export const fetchedFolder = (spec) => join(root, '.cache', 'packages', spec.replaceAll('/', '+'), 'package')

/**
 * Downloads a package, unless it is here already, and returns the folder of its files.
 * @param {string} spec such as `fastify@5.0.0`
 * @param {string} integrity as in a lock file
 */
export async function fetchPackage(spec, integrity) {
  const files = fetchedFolder(spec)
  if (existsSync(files)) return files
  const folder = join(files, '..')
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
  renameSync(draft, folder)
  return files
}
