/**
 * The third-party packages that the product ships: those that the server loads and those that the console
 * bundles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesOf } from '#deploy/list-packages.mjs'
import { root } from '../root.mjs'

/** @typedef {{ name: string, version: string, licence: string, homepage: string, folder: string }} Shipped */

/** The contract's packages are included in both. @param {'server' | 'console'} part @returns {Shipped[]} */
export function shippedIn(part) {
  const folders = new Set([...packagesOf(root, part), ...packagesOf(root, 'contract')])
  return [...folders]
    .map((folder) => {
      const { name, version, license, homepage, repository } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      )
      const source = String(repository?.url ?? repository ?? '').replace(/^git\+|\.git$/g, '')
      return { name, version, licence: license, homepage: source || homepage || '', folder }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The origin of each library inside libvips, under the names in sharp's package. */
export function librariesInVips() {
  const folder = join(root, 'node_modules/@img')
  const name = existsSync(folder) && readdirSync(folder).find((one) => one.startsWith('sharp-libvips-'))
  if (!name) return []
  const versions = JSON.parse(readFileSync(join(folder, name, 'versions.json'), 'utf8'))
  return Object.entries(/** @type {Record<string, string>} */ (versions)).map(([library, version]) => ({
    name: /^(vips|exif|ffi|heif|imagequant|png|rsvg|tiff|xml2|webp|archive)$/.test(library)
      ? `lib${library}`
      : library,
    version,
  }))
}
