/**
 * The software bill of materials of a build: CycloneDX from `npm sbom`, reduced to the packages for this
 * platform, plus what npm does not know: the libraries in libvips, Node, ffmpeg, the fonts, and the models
 * and runtime of the analysis program.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { run, Sentence } from '../run.mjs'
import { modelComponents, runtimeComponents } from './models.mjs'
import { librariesInVips, shippedIn } from './shipped.mjs'

/**
 * @typedef {{
 *   'bom-ref': string, name: string, version?: string, externalReferences?: unknown
 * }} Component
 */
/** @typedef {{ ref: string, dependsOn: string[] }} Needs */

/** @param {'server' | 'console'} part @returns {Promise<string>} */
export async function sbom(part) {
  // Not `--omit dev`, which would omit packages that the root also lists as tools: fastify, zod, ws, sharp.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error']
  args.push('-w', `@parking/${part}`)
  const npm = process.env['npm_execpath']
  const { code, output } = await (npm ? run(process.execPath, [npm, ...args]) : run('npm', args))
  if (code !== 0) throw new Sentence(`${output.trim()}\nnpm could not list the packages (npm sbom).`)
  const bom = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  const { version } = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8'))
  const shipped = new Set(shippedIn(part).map((one) => `${one.name}@${one.version}`))
  /** @type {Component[]} */
  const listed = bom.components.filter((/** @type {Component} */ one) =>
    shipped.has(`${one.name}@${one.version}`),
  )
  const missing = [...shipped].filter((one) => !listed.some((c) => `${c.name}@${c.version}` === one))
  if (missing.length > 0) throw new Sentence(`The lock file does not name ${missing.join(', ')}.`)
  const components = [
    // External references are dropped, because the download address describes the builder's network, not the
    // package.
    ...listed.map(({ externalReferences: _, ...one }) => ({ ...one, scope: 'required' })),
    ...more[part](),
  ]
  const known = new Set(components.map((one) => one['bom-ref']))
  const self = `parking-${part}@${version}`
  bom.metadata.component = { 'bom-ref': self, type: 'application', name: `parking-${part}`, version }
  bom.components = components
  bom.dependencies = [
    { ref: self, dependsOn: [...known] },
    ...bom.dependencies
      .filter((/** @type {Needs} */ { ref }) => known.has(ref))
      .map((/** @type {Needs} */ { ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => known.has(one)),
      })),
  ]
  return JSON.stringify(bom, null, 1)
}

/** @param {string} name @param {string} version @param {string} licence @param {string} type */
const other = (name, version, licence, type = 'library', scope = 'required') => ({
  'bom-ref': `${name}@${version}`,
  type,
  name,
  version,
  scope,
  purl: `pkg:generic/${encodeURIComponent(name)}@${encodeURIComponent(version)}`,
  ...(licence && { licenses: [{ license: { id: licence } }] }),
})

const more = {
  server: () => [
    ...librariesInVips().map(({ name, version }) =>
      other(name, version, name === 'libvips' ? 'LGPL-3.0-or-later' : ''),
    ),
    // These run on the box and are not part of the build. The version is the one used to build, or Debian's.
    other('node', process.versions.node, 'MIT', 'framework'),
    other('ffmpeg', 'debian', 'GPL-2.0-or-later', 'application', 'optional'),
    other('wqy-microhei', '0.2.0-beta', 'Apache-2.0', 'file'),
    ...runtimeComponents(),
    ...modelComponents(),
  ],
  console: () => [other('inter', '4', 'OFL-1.1', 'file')],
}
