/**
 * Builds the manual into manual/dist: stages the pages of both scripts and those for integrators in
 * .cache/manual, runs VitePress there, and adds the search indexes and packed copies for the server.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { apiPages } from './api-pages.mjs'
import { searchIndex } from './search-index.mjs'

const root = join(import.meta.dirname, '../..')
const stage = join(root, '.cache/manual')
const pages = join(stage, 'pages')
const built = join(root, 'manual/dist')
/** Becomes `built` once it is whole, because a running device may serve that. */
const out = join(stage, 'dist')

rmSync(stage, { recursive: true, force: true })
mkdirSync(join(stage, '.vitepress/theme'), { recursive: true })
for (const language of ['zh', 'tw'])
  cpSync(join(root, 'manual', language), join(pages, language), { recursive: true })
const pictures = join(root, 'manual/pictures')
if (existsSync(pictures)) cpSync(pictures, join(pages, 'pictures'), { recursive: true })
if (existsSync(join(root, 'docs/integrate'))) stageIntegrate()
mkdirSync(join(pages, 'api'), { recursive: true })
const contract = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))
for (const [name, text] of Object.entries(apiPages(contract))) writeFileSync(join(pages, 'api', name), text)

const folders = JSON.stringify({ pages, out, cache: join(stage, 'cache'), site: import.meta.dirname })
const site = relative(join(stage, '.vitepress'), join(root, 'manual/site'))
writeFileSync(
  join(stage, '.vitepress/config.mjs'),
  [`import { siteConfig } from '${site}/site-config.mjs'`, `export default siteConfig(${folders})`, ''].join(
    '\n',
  ),
)
writeFileSync(
  join(stage, '.vitepress/theme/index.js'),
  `export { theme as default } from ${JSON.stringify(`../${site}/theme/theme.mjs`)}\n`,
)

const { build } = await import('vitepress')
await build(stage)
for (const [name, parts] of [
  ['zh', ['zh']],
  ['tw', ['tw']],
  ['en', ['integrate', 'api']],
])
  writeFileSync(join(out, `search-${name}.json`), searchIndex(parts.flatMap(pagesIn)))
// The programs that the pages for integrators show.
if (existsSync(join(root, 'docs/integrate/clients')))
  cpSync(join(root, 'docs/integrate/clients'), join(out, 'integrate/clients'), { recursive: true })
pack(out)
rmSync(built, { recursive: true, force: true })
renameSync(out, built)

/** docs/integrate keeps its links in the repository; on the site those that lead outside it are text. */
function stageIntegrate() {
  cpSync(join(root, 'docs/integrate'), join(pages, 'integrate'), { recursive: true })
  for (const name of readdirSync(join(pages, 'integrate')).filter((one) => one.endsWith('.md'))) {
    const file = join(pages, 'integrate', name)
    const text = readFileSync(file, 'utf8')
      .replace(/\]\(\.\.\/api\.md[^)]*\)/g, '](/api/)')
      // A program is a file, no page: VitePress would look for a page of its name.
      .replace(/\[([^\]]*)\]\((clients\/[^)]+)\)/g, '<a href="/help/integrate/$2" download>$1</a>')
      .replace(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')
      .replaceAll('README.md', 'index.md')
    rmSync(file)
    writeFileSync(join(pages, 'integrate', name === 'README.md' ? 'index.md' : name), text)
  }
}

/** @param {string} folder */
function pagesIn(folder) {
  if (!existsSync(join(pages, folder))) return []
  return readdirSync(join(pages, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      link: `${folder}/${name === 'index.md' ? '' : name.replace(/\.md$/, '.html')}`,
      markdown: readFileSync(join(pages, folder, name), 'utf8'),
    }))
}

/**
 * A brotli copy beside every text file; browsers accept it over TLS. A gzip copy too would be 0.8 MiB more.
 * @param {string} folder
 */
function pack(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(html|js|css|svg|json)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
  }
}
