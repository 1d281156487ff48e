/**
 * `node list-packages.mjs FOLDER`: prints the packages that the built server needs at run time, as folders
 * under FOLDER/node_modules, one per line.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages that a workspace needs at run time, sorted by name.
 * @param {string} root
 * @param {string} workspace
 */
export function packagesOf(root, workspace) {
  /** @param {string} folder */
  const read = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

  /**
   * The folder in which Node finds a package: the nearest `node_modules` upwards from `from`.
   * @param {string} from
   * @param {string} name
   */
  function find(from, name) {
    for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
      const folder = join(at, 'node_modules', name)
      if (existsSync(join(root, folder, 'package.json'))) return folder
      if (at === '') return undefined
    }
  }

  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} folder */
  function follow(folder) {
    const { dependencies = {}, optionalDependencies = {} } = read(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@parking/')) continue // bundled
      if (name.startsWith('@types/')) continue // declarations, which nothing loads
      const place = find(folder, name)
      if (place === undefined && name in optionalDependencies) continue // of another platform
      if (place === undefined) throw new Error(`${name} is not installed: run npm ci first`)
      if (found.has(place)) continue
      found.add(place)
      follow(place)
    }
  }
  follow(workspace)
  return [...found].toSorted()
}

if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1]))
  process.stdout.write(packagesOf(process.argv[2] ?? '.', 'server').join('\n') + '\n')
