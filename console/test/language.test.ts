import { languageOf } from '@parking/contract/core/language.ts'
import { expect, test } from 'vitest'

test.each([
  ['the cookie wins', 'tw', ['zh-CN'], 'tw'],
  ['also the other way', 'zh', ['zh-TW'], 'zh'],
  ['a strange cookie is none', 'en', ['zh-TW'], 'tw'],
  ['an empty one too', '', ['zh-CN'], 'zh'],
  ['Taiwan', undefined, ['zh-TW', 'zh', 'en'], 'tw'],
  ['Hong Kong', undefined, ['zh-HK'], 'tw'],
  ['Macau', undefined, ['zh-MO'], 'tw'],
  ['Hant', undefined, ['zh-Hant-TW'], 'tw'],
  ['any case', undefined, ['ZH-hant'], 'tw'],
  ['mainland', undefined, ['zh-CN'], 'zh'],
  ['Hans in Hong Kong', undefined, ['zh-Hans-HK'], 'zh'],
  ['plain zh', undefined, ['zh'], 'zh'],
  ['English first, Taiwan after', undefined, ['en-US', 'zh-TW'], 'tw'],
  ['the first Chinese counts', undefined, ['zh-CN', 'zh-TW'], 'zh'],
  ['others', undefined, ['en', 'ja'], 'zh'],
  ['a word that begins alike', undefined, ['zhx-TW'], 'zh'],
  ['nothing', undefined, [], 'zh'],
])('%s', (_name, cookie, preferred, language) => {
  expect(languageOf(cookie, preferred)).toBe(language)
})
