import { expect, test } from 'vitest'
import { findEntries, type Entry } from '../src/layout/palette/find-entries.ts'

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
