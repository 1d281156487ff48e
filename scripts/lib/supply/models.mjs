/**
 * What the analysis program ships in addition to the server's packages: runtime and models (docs/models.md).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { parts as packed } from '../pack-runtime.mjs'

/**
 * @typedef {{
 *   package: string, version: string, file: string, source_sha256: string, convert: string, makes: string,
 *   sha256: string, licence: string,
 * }} Pin
 */

export const pins_file = 'analysis/src/models/pins.json'

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
/** @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`
/** @param {string} id */
const licences = (id) => [{ license: { id } }]
/** @param {string} content */
const sha256 = (content) => [{ alg: 'SHA-256', content }]

/** One entry for each file of `analysis/models`. @returns {Pin[]} */
export const shippedModels = () => Object.values(json(pins_file))

/** The packages from which the build copies files, as CycloneDX components with the lock file's hash. */
export const runtimeComponents = () =>
  Object.keys(packed).map((name) => {
    const { version, license, integrity } = json('package-lock.json').packages[`node_modules/${name}`]
    const [, digest = ''] = /^sha512-(.+)$/.exec(integrity) ?? []
    return {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      scope: 'required',
      purl: purlOf(name, version),
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      licenses: licences(license),
    }
  })

/**
 * The models and the list of characters, each with the package that it comes from and that package's version.
 */
export const modelComponents = () =>
  shippedModels().map((pin) => ({
    'bom-ref': `${pin.makes}@${pin.version}`,
    type: pin.makes.endsWith('.onnx') ? 'machine-learning-model' : 'data',
    name: pin.makes,
    version: pin.version,
    scope: 'required',
    purl: `pkg:generic/${pin.makes}@${pin.version}`,
    hashes: sha256(pin.sha256),
    licenses: licences(pin.licence),
    pedigree: {
      ancestors: [
        {
          type: 'file',
          name: `${pin.package}/${pin.file}`,
          version: pin.version,
          purl: `${purlOf(pin.package, pin.version)}#${pin.file}`,
          hashes: sha256(pin.source_sha256),
          licenses: licences(pin.licence),
        },
      ],
      notes: pin.convert === 'none' ? 'as it is' : `converted to ONNX (${pin.convert}), weights unchanged`,
    },
  }))
