/**
 * The manual agrees with the console: every route has a chapter in both scripts, the console shows every
 * label and error that the manual quotes, and every link has a target.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { flatRows } from '@parking/console/routes.tsx'
import { languages, type Language } from '@parking/contract/core/language.ts'
import { expect, test } from 'vitest'
import { allTexts } from '../scripts/lib/dictionaries.ts'
import { neverIn, readGlossary } from '../scripts/lib/glossary.ts'
import { root } from '../scripts/lib/root.mjs'
import { textOf } from '../scripts/lib/sources.ts'

const chaptersOf = (language: Language) =>
  readdirSync(join(root, 'manual', language))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted()
const chapters = chaptersOf('zh')
const pageOf = (language: Language, chapter: string) => textOf(`manual/${language}/${chapter}.md`)

/** The three parts of a page that describes a task. */
const parts: Record<Language, string[]> = {
  zh: ['## 需要什么', '## 步骤', '## 如何确认'],
  tw: ['## 需要什麼', '## 步驟', '## 如何確認'],
}
/** Reference pages. */
const lists = ['index', 'troubleshooting', 'glossary']
const isChinese = /\p{Script=Han}/u
/** Placeholders inside commands. */
const placeholder =
  /^(https:\/\/(设备地址|裝置位址):8080|parking-edge .*|192\.168\.1\.20 .*|\{"app_secret".*)$/

test('both scripts have the same chapters, and the sidebar lists each once', () => {
  expect(chaptersOf('tw')).toEqual(chapters)
  const margin = /groups = \[([\s\S]*?)\n\]/.exec(textOf('manual/site/chapters.mjs'))?.[1] ?? ''
  const listed = [...margin.matchAll(/'([a-z][a-z-]*)'/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(chapters)
})

test('every page of the console, and every tab that the menu lists, has a chapter', () => {
  const rows = flatRows()
  const pages = [
    ...rows.filter((row) => row.page && !row.path.includes('*')),
    ...rows.flatMap((row) => row.views ?? []),
  ]
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ chapter }) => chapter === undefined || !chapters.includes(chapter))).toEqual([])
})

test.for(languages)('%s: a task page has one title, three parts and numbered steps', (language) => {
  for (const chapter of chapters) {
    const text = pageOf(language, chapter)
    expect(text.match(/^# /gm), `${chapter}`).toHaveLength(1)
    if (lists.includes(chapter)) continue
    const headings = text.split('\n').filter((line) => line.startsWith('## '))
    expect(headings, `${chapter}`).toEqual(parts[language])
    expect(/^1\. /m.test(text), `${chapter}`).toBe(true)
  }
})

test.for(languages)('%s: every text that the manual quotes is a text of the product', async (language) => {
  const shown = (await allTexts(language)).map(({ text }) =>
    text.replace(/\\u([0-9A-F]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
  shown.push(textOf('server/src/http/host-guard.ts'))
  const isShown = (words: string) => shown.some((text) => text.includes(words))
  for (const chapter of chapters) {
    const text = pageOf(language, chapter).replace(/^```[\s\S]*?^```/gm, '')
    // A label may continue on the next line.
    const labels = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replace(/\s+/g, ' '))
    const quoted = [...text.matchAll(/`([^`]+)`/g)]
      .map(([, words = '']) => words)
      .filter((words) => isChinese.test(words) && !placeholder.test(words))
    const own = language === 'zh' ? '粗体' : '粗體'
    expect(
      [...labels, ...quoted].filter((words) => words !== own && !isShown(words)),
      `${chapter}`,
    ).toEqual([])
  }
})

test.for(languages)('%s: paths to pages use the titles of the menu', async (language) => {
  const titles = new Set(
    (await allTexts(language))
      .filter(({ path }) => path.startsWith('shell.routes.') || path.startsWith('params.tabs.'))
      .map(({ text }) => text),
  )
  const path = language === 'zh' ? /“([^”→]+(?: → [^”→]+)+)”/g : /「([^」→]+(?: → [^」→]+)+)」/g
  const paths = chapters.flatMap((chapter) =>
    [...pageOf(language, chapter).matchAll(path)].map(([, words = '']) => words.split(' → ')),
  )
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.flat().filter((title) => !titles.has(title))).toEqual([])
})

test.for(languages)('%s: the manual uses the words of the glossary', (language) => {
  const glossary = readGlossary()
  expect(
    chapters.flatMap((chapter) =>
      neverIn(pageOf(language, chapter), language, glossary).map((found) => `${chapter}: ${found}`),
    ),
  ).toEqual([])
})

test.for(languages)('%s: every link and anchor has a target', async (language) => {
  const { anchorOf } = (await import(join(root, 'manual/site/anchors.mjs'))) as {
    anchorOf: (heading: string) => string
  }
  const anchors = (chapter: string) =>
    [...pageOf(language, chapter).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  for (const chapter of chapters)
    for (const [, target = ''] of pageOf(language, chapter).matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', anchor] = target.split('#')
      expect(existsSync(join(root, 'manual', posix.join(language, file))), `${chapter}: ${target}`).toBe(true)
      if (anchor) expect(anchors(file.replace('.md', '')), `${chapter}: ${target}`).toContain(anchor)
    }
})
