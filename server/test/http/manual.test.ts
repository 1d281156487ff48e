/** The manual's route on a small build: compressed files, the visitor's language, and no file outside it. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualPlugin } from '#src/http/console/manual-plugin.ts'

const folder = mkdtempSync(join(tmpdir(), 'manual-'))
const root = join(folder, 'dist')
let app: FastifyInstance

beforeAll(async () => {
  for (const one of ['zh', 'tw', 'assets']) mkdirSync(join(root, one), { recursive: true })
  for (const [name, text] of [
    ['zh/index.html', '<h1>zh</h1>'],
    ['tw/index.html', '<h1>tw</h1>'],
    ['404.html', '<h1>missing</h1>'],
    ['.hidden', 'secret'],
    ['../outside.html', 'secret'],
    ['assets/app.1.js', 'export {}'],
  ] as const) {
    writeFileSync(join(root, name), text)
    writeFileSync(join(root, `${name}.gz`), gzipSync(text))
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(text))
  }
  app = fastify({ exposeHeadRoutes: false })
  await app.register(manualPlugin, { prefix: '/help', root })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('not the manual'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('the first page is in the language of the cookie, else of the browser', async () => {
  const of = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/help/', headers })).headers.location
  expect(await of({ cookie: 'language=tw', 'accept-language': 'zh-CN' })).toBe('/help/tw/')
  expect(await of({ 'accept-language': 'zh-TW,zh;q=0.9' })).toBe('/help/tw/')
  expect(await of({})).toBe('/help/zh/')
  expect((await app.inject('/help')).headers.location).toBe('/help/zh/')
})

test('pages are revalidated, files with a hash are cached; both are compressed', async () => {
  const page = await app.inject({ url: '/help/tw/', headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  })
  const again = await app.inject({
    url: '/help/tw/',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(page.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  const script = await app.inject({
    url: '/help/assets/app.1.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(script.headers).toMatchObject({ 'content-encoding': 'br' })
  expect(script.headers['cache-control']).toContain('immutable')
})

test('a missing page gets the not-found page, and no file outside the manual is served', async () => {
  for (const url of [
    '/help/zh/nowhere.html',
    '/help/assets/',
    '/help/.hidden',
    '/help/..%2foutside.html',
    '/help/zh/..%2f..%2f..%2foutside.html',
    '/help/%00',
    '/help/zh%5c..%5c..%5coutside.html',
  ]) {
    const answer = await app.inject({ url })
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.body).not.toContain('secret')
  }
  expect((await app.inject('/help/zh/nowhere.html')).body).toContain('missing')
  expect((await app.inject('/elsewhere')).body).toBe('not the manual')
})

test('until the manual is built, its pages say so in the language of the visitor', async () => {
  const early = fastify()
  await early.register(manualPlugin, { prefix: '/help', root: join(folder, 'later') })
  const of = (language: string) =>
    early.inject({ url: '/help/tw/events.html', headers: { cookie: `language=${language}` } })
  expect(await of('zh')).toMatchObject({ statusCode: 503, body: '说明书还没有准备好，请稍后再打开本页。' })
  expect(await of('tw')).toMatchObject({ statusCode: 503, body: '使用手冊尚未準備好，請稍後再開啟本頁。' })
  renameSync(root, join(folder, 'later'))
  expect((await of('tw')).body).toContain('missing')
  expect((await early.inject('/help/tw/')).body).toBe('<h1>tw</h1>')
  renameSync(join(folder, 'later'), root)
  await early.close()
})
