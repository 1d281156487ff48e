/** What the palette finds: pages, every label of every page, and the chapters of the manual. */
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chapters } from '../../manual/site/chapters.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { best_rows, findEntries, type Entry } from '../src/layout/palette/find-entries.ts'
import { initialsOf } from '../src/layout/palette/initials.ts'
import { loadLabels } from '../src/layout/palette/label-index.ts'
import { loaders } from '../src/locales/areas.ts'
import { flatRows, routes } from '../src/routes.tsx'

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

const languages = ['zh', 'tw'] as const

/** The index as the palette searches it: titles of pages, their labels, and the chapters of the manual. */
async function indexOf(language: 'zh' | 'tw') {
  const second = language === 'zh' ? 'tw' : 'zh'
  const [own, other] = await Promise.all(
    ([language, second] as const).map(async (one) => ({
      routes: (await loaders[one].shell()).default.routes,
      chapters: (await loaders[one].chapters()).default as Record<string, string>,
    })),
  )
  const labels = await loadLabels(routes, language)
  const pages = flatRows().filter((row) => row.page && row.title && row.keywords)
  return [
    ...pages.map((row): Entry & { path: string } => ({
      id: row.path,
      group: 'pages',
      label: own!.routes[row.title!],
      other: other!.routes[row.title!],
      keywords: row.keywords!,
      path: row.path,
    })),
    ...labels.map((one): Entry & { path: string } => ({
      id: one.path,
      group: 'settings',
      label: one.label || own!.routes[one.title],
      keywords: '',
      other: one.other,
      help: one.help,
      minor: one.minor,
      path: one.path.replace(/[?&]field=.*/, ''),
    })),
    ...Object.entries(own!.chapters).map(([name, label]): Entry & { path: string } => ({
      id: name,
      group: 'manual',
      label,
      keywords: '',
      other: other!.chapters[name]!,
      path: `manual ${name}`,
    })),
  ]
}

test('every label of every page finds its page among the first three, in either script', async () => {
  const index = await indexOf('zh')
  expect(index.length).toBeGreaterThan(1_000)
  const holders = new Map<string, Set<string>>()
  // What names a thing of another page leads to that page instead.
  for (const { label, other = '', path } of index.filter(({ minor }) => !minor))
    for (const text of [label, other]) holders.set(text, (holders.get(text) ?? new Set()).add(path))
  const lost = [...holders].flatMap(([text, paths]) => {
    // A label that more than three pages have cannot lead to all of them.
    if (text === '' || paths.size > best_rows) return []
    const found = findEntries(index, text)
      .slice(0, best_rows)
      .map(({ path }) => path)
    return [...paths].filter((path) => !found.includes(path)).map((path) => `${text} of ${path}`)
  })
  expect(lost).toEqual([])
}, 120_000)

test.each([
  ['经度 經度', '/device/base'],
  ['业务模式 業務模式', '/business/sceneConfig'],
  ['恢复出厂 恢復原廠', '/system/operation'],
  ['时段计划 時段計畫', '/business/params'],
  ['违停 違停', '/business/params'],
  ['夜间免费 夜間免費', '/business/params'],
  ['补传 補傳', '/device/storage'],
  ['摄像头 攝像頭', '/business/sceneConfig'],
  ['静音 靜音', '/system/alarms'],
  ['收费时段 收費時段', '/business/params'],
  ['动态码 動態碼', '/system/users'],
  ['固定IP 固定ip IP地址 IP位址', '/device/netwrok'],
  ['画车位 畫車位', '/business/sceneConfig'],
  ['水印 浮水印', '/business/params'],
  ['马赛克 馬賽克', '/business/params'],
  ['磁盘满 硬碟滿', '/device/storage'],
  ['投诉 投訴', '/business/data/stays'],
  ['漏检 漏檢', '/business/accuracy'],
  ['忘记密码 忘記密碼', 'manual password'],
  ['踢下线 線上使用者', '/system/users'],
  ['日报 日報', '/business/reconcile'],
  ['谁改的 誤刪', '/system/acts'],
  ['改车牌 改車牌', '/business/data/stays'],
  ['jd', '/device/base'],
  ['sdjh', '/business/params'],
])('%s leads to %s', async (typed, path) => {
  for (const language of languages) {
    const index = await indexOf(language)
    for (const one of typed.split(' '))
      expect(
        findEntries(index, one)
          .slice(0, best_rows)
          .map((found) => found.path.replace(/\?.*/, '')),
      ).toContain(path)
  }
})

test.each([
  ['网络 網路', '/device/netwrok'],
  ['告警 警報', '/system/alarms'],
])('%s shows first the page that is called so, in either script', async (typed, path) => {
  for (const language of languages) {
    const index = await indexOf(language)
    for (const one of typed.split(' ')) expect([one, findEntries(index, one)[0]!.path]).toEqual([one, path])
  }
})

test('every parameter leads to its field, and is found by words of its help', async () => {
  const labels = await loadLabels(routes, 'zh')
  for (const field of ['track_th', 'cover_th', 'osd_enabled', 'privacy_protection', 'image_width']) {
    const found = labels.find(({ path }) => path.includes(`field=${field}`))
    expect([field, found?.path.startsWith('/business/params?tab=')]).toEqual([field, true])
    expect([field, found?.help]).not.toEqual([field, ''])
  }
})

test.each(languages)('%s: the titles of the chapters are those of the manual', async (language) => {
  const titles = (await loaders[language].chapters()).default
  const written = Object.fromEntries(
    (chapters as string[]).map((name) => [
      name,
      readFileSync(join(root, 'manual', language, `${name}.md`), 'utf8')
        .split('\n')[0]!
        .replace(/^# /, ''),
    ]),
  )
  expect(titles).toEqual(written)
})

test('pinyin initials are those of either script', () => {
  expect(['经度', '經度', '重启与恢复', '时段计划', '對象存儲 S3', '摄像机'].map(initialsOf)).toEqual([
    'jd',
    'jd',
    'cqyhf',
    'sdjh',
    'dxccs3',
    'sxj',
  ])
})
