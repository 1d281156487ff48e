/** Writes the notices and the SBOM next to a build. Both are cached by the hash of the lock file. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from '../root.mjs'
import { Sentence } from '../run.mjs'
import { pins_file } from './models.mjs'

export const notices_file = 'third-party.txt'
const sbom_file = 'sbom.json'
const cache = join(root, '.cache', 'supply')

/** @param {'server' | 'console'} part */
export async function writeSupply(part) {
  const texts = await kept(part, async () => {
    const [{ notices }, { sbom }] = [await import('./notices.mjs'), await import('./sbom.mjs')]
    return { [notices_file]: notices(), [sbom_file]: await sbom(part) }
  })
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, part, 'dist', name), text)
  if (part === 'console') checkBundled(texts[notices_file] ?? '')
  if (part === 'console') compress(join(root, part, 'dist', notices_file), texts[notices_file] ?? '')
}

/** Throws a Sentence if the console bundles a package that the notices do not name. @param {string} text */
function checkBundled(text) {
  /** @type {{ name: string }[]} */
  const bundled = JSON.parse(readFileSync(join(root, 'console/dist/bundled.json'), 'utf8'))
  const missing = bundled.filter(({ name }) => !text.includes(`=\n${name}\nLicence: `))
  if (missing.length > 0)
    throw new Sentence(`The notices do not name ${missing.map(({ name }) => name).join(', ')}.`)
}

/** Compressed for slow links, like the console's other files. @param {string} file @param {string} text */
function compress(file, text) {
  writeFileSync(`${file}.gz`, gzipSync(text))
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

/** The cache key: the lock file, the platform and every file that generates the texts. */
function keyOf() {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  const mine = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'))
  const files = ['package-lock.json', 'console/public/inter-licence.txt', 'server/fonts/README.md', pins_file]
  for (const file of files) hash.update(readFileSync(join(root, file)))
  for (const name of mine.sort()) hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 32)
}

/** @param {string} part @param {() => Promise<Record<string, string>>} make */
async function kept(part, make) {
  const file = join(cache, `${keyOf()}-${part}.json`)
  try {
    return /** @type {Record<string, string>} */ (JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    const made = await make()
    // Cached texts of an earlier lock file are useless.
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache)) if (old.endsWith(`-${part}.json`)) rmSync(join(cache, old))
    writeFileSync(file, JSON.stringify(made))
    return made
  }
}
