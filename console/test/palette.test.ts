import { expect, test } from 'vitest'
import { findEntries, type Entry } from '../src/layout/palette/find-entries.ts'
import { setting_areas, settingsIn } from '../src/layout/palette/settings-index.ts'
import { loaders } from '../src/locales/areas.ts'

const entry = (id: string, label: string, keywords: string): Entry => ({
  id,
  group: 'pages',
  label,
  keywords,
})
const entries = [
  entry('base', '基本信息', 'base jbxx jibenxinxi'),
  entry('log', '系统日志', 'log xtrz'),
  entry('parking', '停车事件', 'parking event log tcsj'),
]
const ids = (query: string) => findEntries(entries, query).map((found) => found.id)

test('an empty query shows everything in order', () => expect(ids('  ')).toEqual(['base', 'log', 'parking']))
test('finds words in either script', () => expect(ids('日志')).toEqual(['log']))
test('finds by pinyin initials and by English', () => {
  expect(ids('jbxx')).toEqual(['base'])
  expect(ids('TCSJ')).toEqual(['parking'])
  expect(ids('log')).toEqual(['log', 'parking'])
})
test('every word must match', () => expect(ids('event log')).toEqual(['parking']))
test('no match is an empty list', () => expect(ids('zzz')).toEqual([]))

test('every parameter is a setting with a name, its help and its tab, in both languages', async () => {
  for (const language of ['zh', 'tw'] as const) {
    const loaded = await Promise.all(
      setting_areas.map(async (area) => [area, (await loaders[language][area]()).default] as const),
    )
    const settings = settingsIn(Object.fromEntries(loaded))
    const fields = settings.map(({ field }) => field)
    for (const field of ['track_th', 'cover_th', 'osd_enabled', 'privacy_protection', 'image_width'])
      expect(fields).toContain(field)
    expect(
      settings.every(({ label, path }) => label !== '' && path.startsWith('/business/params?tab=')),
    ).toBe(true)
    expect(settings.find(({ field }) => field === 'cover_th')?.text).not.toBe('')
  }
})
