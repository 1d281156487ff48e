import * as tables from '@parking/contract/core/codes.ts'
import { code } from '@parking/contract/core/codes.ts'
import { issue_kinds } from '@parking/contract/core/rules.ts'
import { describe, expect, test } from 'vitest'
import { loaders, type Area } from '../src/locales/areas.ts'

const areas = Object.keys(loaders.zh) as Area[]

/** Every leaf of a dictionary: its path and its type. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[path, typeof value === 'function' ? `function of ${value.length}` : typeof value]]
  return Object.entries(value).flatMap(([key, below]) => leaves(below, `${path}.${key}`))
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

describe.each(areas)('%s', (area) => {
  test('has the same keys in both scripts', async () => {
    const [zh, tw] = await Promise.all([loaders.zh[area](), loaders.tw[area]()])
    expect(leaves(tw.default).toSorted()).toEqual(leaves(zh.default).toSorted())
  })

  test('has no empty text', async () => {
    for (const language of ['zh', 'tw'] as const)
      for (const text of textsOf((await loaders[language][area]()).default)) expect(text.trim()).not.toBe('')
  })
})

test.each(['zh', 'tw'] as const)('%s: every kind of issue has a sentence', async (language) => {
  const { issues } = (await loaders[language].errors()).default
  expect(Object.keys(issues).toSorted()).toEqual([...issue_kinds].toSorted())
})

test.each(['zh', 'tw'] as const)('%s: every code of spec §8 has a message', async (language) => {
  const { codes } = (await loaders[language].errors()).default
  expect(Object.keys(codes).toSorted()).toEqual(
    Object.keys(code)
      .filter((word) => word !== 'success')
      .toSorted(),
  )
})

test.each(['zh', 'tw'] as const)('%s: every word of every table of codes has a label', async (language) => {
  const labels: Record<string, Record<string, string>> = (await loaders[language].codes()).default
  for (const [table, words] of Object.entries(tables)) {
    // Failure reasons are sentences, which errors.ts contains.
    if (table === 'code' || table === 'failure_reason' || typeof words !== 'object') continue
    const wanted = Array.isArray(words) ? words : Object.keys(words)
    expect([table, Object.keys(labels[table] ?? {}).toSorted()]).toEqual([table, [...wanted].toSorted()])
  }
})

test('the tw texts use the words of Taiwan, not converted characters', async () => {
  for (const area of areas) {
    const text = textsOf((await loaders.tw[area]()).default).join('\n')
    expect(text).not.toMatch(/軟件|網絡|信息|服務器|用戶|登錄|保存|刷新|攝像機|視頻|數據|默認|鼠標|屏幕/)
  }
})
