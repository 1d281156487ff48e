/** The pages for integrators: docs/integrate as it stands, and the calls of docs/openapi.json for reading. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const titleIn = (/** @type {string} */ file) => /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''

/** The margin of the English pages. @param {string} pages the folder of the staged pages */
export function englishPages(pages) {
  const itemsOf = (/** @type {string} */ folder) => {
    if (!existsSync(join(pages, folder))) return []
    return readdirSync(join(pages, folder))
      .filter((name) => name.endsWith('.md'))
      .toSorted((a, b) => Number(b === 'index.md') - Number(a === 'index.md') || a.localeCompare(b))
      .map((name) => ({
        text: titleIn(join(pages, folder, name)),
        link: `/${folder}/${name === 'index.md' ? '' : name.replace(/\.md$/, '.html')}`,
      }))
  }
  return [
    { text: 'Integrate', items: itemsOf('integrate') },
    { text: 'Reference of the calls', items: itemsOf('api') },
  ].filter(({ items }) => items.length > 0)
}
