/** The search index of one language: every section of every page, as text without marks. */
import MiniSearch from 'minisearch'
import { anchorOf } from './anchors.mjs'
import { search_options } from './tokens.mjs'

/** Text without Markdown's marks, links, tables and pictures. @param {string} markdown */
const plain = (markdown) =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/^[ \t]*(#+|[-*>]|\d+\.|:::.*|\|[-| :]+\|$)/gm, ' ')
    .replace(/[*`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Sections of a page, at its headings of the first three levels.
 * @param {string} link the page's address
 * @param {string} markdown
 */
export function sectionsOf(link, markdown) {
  const parts = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').split(/^(?=#{1,3} )/m)
  const page = plain(/^# (.*)$/m.exec(markdown)?.[1] ?? '')
  return parts.flatMap((part) => {
    const [, level = '', heading = ''] = /^(#{1,3}) (.*)\n?/.exec(part) ?? []
    const text = plain(part.replace(/^#.*\n?/, ''))
    if (!level || (text === '' && level !== '#')) return []
    const title = plain(heading)
    return [
      {
        link: level === '#' ? link : `${link}#${anchorOf(title)}`,
        title,
        page,
        text,
        excerpt: text.slice(0, 90),
      },
    ]
  })
}

/** The index of the given pages as JSON. @param {{ link: string, markdown: string }[]} pages */
export function searchIndex(pages) {
  const index = new MiniSearch(search_options)
  for (const { link, markdown } of pages) index.addAll(sectionsOf(link, markdown))
  return JSON.stringify(index)
}
