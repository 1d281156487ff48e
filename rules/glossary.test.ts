/** docs/glossary.md decides the terms: no text of the product contains a word that it forbids. */
import type { Language } from '@parking/contract/core/language.ts'
import { describe, expect, test } from 'vitest'
import { allTexts } from '../scripts/lib/dictionaries.ts'
import { neverIn, readGlossary } from '../scripts/lib/glossary.ts'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const glossary = readGlossary()
const languages: Language[] = ['zh', 'tw']

/** The programs outside the console that contain Chinese: mails, pages and texts drawn on pictures. */
const programs = projectFiles().filter((path) => /^(contract|server|sim|analysis)\/src\/.*\.ts$/.test(path))
/** Provinces, look-alike characters and names on plates and signs are facts, not our wording. */
const facts = /^(contract\/src\/plate|sim\/src\/street)\//

describe('the glossary', () => {
  test('lists each term once', () => {
    expect(glossary.english.filter((term, at) => glossary.english.indexOf(term) !== at)).toEqual([])
    expect(glossary.english.length).toBeGreaterThan(90)
  })

  test('never forbids a word that it recommends', () => {
    const own = languages.flatMap((language) =>
      glossary[language].filter(({ instead }) =>
        neverIn(instead, language, glossary).some((found) => found.endsWith(instead)),
      ),
    )
    expect(own).toEqual([])
  })

  test('finds a forbidden word, even inside a function, but not inside an allowed longer word', () => {
    const sentence = String((n: number) => `比本机快 ${n} 秒`)
    expect(neverIn(sentence, 'zh', glossary)).toEqual(['本机, not 边缘设备、设备、本设备'])
    expect(neverIn('剩餘 3 個車位', 'tw', glossary)).toEqual(['車位, not 車格'])
    expect(neverIn('核对时钟', 'zh', glossary)).toEqual([])
    expect(neverIn('自动对时', 'zh', glossary)).toEqual(['对时, not 校时'])
    expect(neverIn('即時影像', 'tw', glossary)).toEqual([])
    expect(neverIn('取證影像', 'tw', glossary)).toEqual(['影像, not 圖片'])
  })
})

test.for(languages)('%s: no text of the console contains a forbidden word', async (language) => {
  const wrong = (await allTexts(language))
    .filter(({ path }) => !path.includes('.language_names.'))
    .flatMap(({ path, text }) => neverIn(text, language, glossary).map((found) => `${path}: ${found}`))
  expect(wrong).toEqual([])
})

test('paths to pages use one kind of arrow', async () => {
  for (const language of languages)
    for (const { path, text } of await allTexts(language))
      expect(/[›»]|\S · \S*(设置|設定|管理)/.test(text) ? path : '').toBe('')
})

test('Chinese outside the console follows the same glossary', async () => {
  const charactersOf = async (language: Language) =>
    new Set((await allTexts(language)).flatMap(({ text }) => [...text]))
  const [zh, tw] = [await charactersOf('zh'), await charactersOf('tw')]
  const languageOf = (line: string): Language =>
    [...line].some(
      (character) => /\p{Script=Han}/u.test(character) && tw.has(character) && !zh.has(character),
    )
      ? 'tw'
      : 'zh'
  const lines = programs
    .filter((path) => !facts.test(path))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .filter((line) => /\p{Script=Han}/u.test(line))
        .map((line) => ({ path, line: line.trim() })),
    )
  expect(lines.length).toBeGreaterThan(80)
  expect(
    lines.flatMap(({ path, line }) =>
      neverIn(line, languageOf(line), glossary).map((found) => `${path}: ${found} in ${line}`),
    ),
  ).toEqual([])
})
