/** The console's routes on a small build: documents for each visitor, immutable files, no page elsewhere. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consolePlugin } from '#src/http/console/console-plugin.ts'
import { encodingFor } from '#src/http/console/encoding.ts'
import { cookiesOf, preferredLanguages, visitorOf } from '#src/http/console/visitor.ts'

const script = 'export const a = 1\n'.repeat(50)
const root = mkdtempSync(join(tmpdir(), 'console-'))
let app: FastifyInstance

beforeAll(async () => {
  const files = (name: string) => ({ scripts: [`/assets/${name}.js`], styles: [`/assets/${name}.css`] })
  const html = (body: string) =>
    `<!doctype html>\n<html lang="zh-CN">\n  <head>\n  </head>\n  <body>${body}</body>\n</html>`
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'assets/app-1.js'), script)
  writeFileSync(join(root, 'assets/app-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(root, 'assets/app-1.js.gz'), gzipSync(script))
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'probe-worker.js'), 'self.onmessage = null\n')
  for (const file of ['robots.txt', 'third-party.txt', 'sbom.json'])
    writeFileSync(join(root, file), `User-agent: ${file}\n`)
  writeFileSync(
    join(root, 'console.json'),
    JSON.stringify({
      app: html('app'),
      login: { zh: html('login zh'), tw: html('login tw') },
      routes: {
        '/dashboard': { zh: files('zh'), tw: files('tw') },
        '/404': { zh: files('lost'), tw: files('lost') },
      },
    }),
  )
  app = fastify({ exposeHeadRoutes: false })
  await app.register(consolePlugin, { root })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 3000 }))
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('documents', () => {
  test('carry language, theme and size, and name the files of their route', async () => {
    const answer = await get('/dashboard?x=1', { cookie: 'language=tw; theme=dark; size=large' })
    expect(answer.body).toContain('<html lang="zh-TW" data-size="large" data-theme="dark">')
    expect(answer.body).toContain('<link rel="modulepreload" crossorigin href="/assets/tw.js">')
    expect(answer.body).toContain('<link rel="stylesheet" crossorigin href="/assets/tw.css">')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-language': 'zh-TW',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
    })
  })

  test('follow the browser without a cookie', async () => {
    expect((await get('/dashboard', { 'accept-language': 'zh-HK,zh;q=0.9' })).body).toContain(
      '<html lang="zh-TW" data-size="medium">',
    )
    expect((await get('/dashboard', { 'accept-language': 'en' })).body).toContain('/assets/zh.js')
  })

  test('are the console for every address that a user can type', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/',
      '/DASHBOARD',
      '/404',
      '/redirect/a/b',
      '/auth-redirect',
    ]) {
      const answer = await get(path)
      expect([path, answer.statusCode, answer.body.includes('<body>app</body>')]).toEqual([path, 200, true])
    }
    for (const path of ['/nowhere', '/debug', '/a.b/c', '/odd.html', '/%E5%81%9C', '/toString']) {
      const answer = await get(path)
      expect([path, answer.statusCode, answer.body.includes('<body>app</body>')]).toEqual([path, 404, true])
      const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
      expect([path, again.statusCode]).toEqual([path, 404])
    }
    expect((await get('/nowhere')).body).toContain('/assets/lost.js')
  })

  test('are not the answer to a missing call, picture or file', async () => {
    for (const path of [
      '/api/system/nothing',
      '/vue-element-admin/x',
      '/media/1.jpg',
      '/assets/gone.js',
      '/assets/',
      '/assets/..%5c',
      '/.git',
      '/.git/config',
      '/.well-known/x',
    ]) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    }
    expect((await get('/logo.png', { accept: 'image/*' })).statusCode).toBe(404)
  })

  test('are answered with 304 if nothing has changed', async () => {
    const { etag } = (await get('/dashboard')).headers
    expect((await get('/dashboard', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    expect(
      (await get('/dashboard', { 'if-none-match': String(etag), cookie: 'language=tw' })).statusCode,
    ).toBe(200)
  })

  test('are compressed', async () => {
    const brotli = await get('/dashboard', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('<body>app</body>')
    expect(
      gunzipSync((await get('/dashboard', { 'accept-encoding': 'gzip' })).rawPayload).toString(),
    ).toContain('app')
  })

  test('the login has a page of its own, which redirects a visitor with a token', async () => {
    expect((await get('/login?redirect=/x', { cookie: 'language=tw' })).body).toContain('login tw')
    const home = await get('/login', { cookie: 'Admin-Token=abc' })
    expect([home.statusCode, home.headers.location]).toEqual([302, '/'])
  })
})

describe('files', () => {
  test('hashed files are immutable, and precompressed for the browser', async () => {
    const answer = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
    expect((await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect((await get('/assets/app-1.js')).body).toBe(script)
  })

  test('no file outside the folder is served', async () => {
    for (const path of [
      '/assets/../console.json',
      '/assets/%2e%2e/console.json',
      '/assets/..%2fconsole.json',
    ])
      expect((await get(path)).body).not.toContain('"routes"')
  })

  test('the icon, robots.txt and the notices, but not the SBOM', async () => {
    for (const icon of ['/favicon.svg', '/favicon.ico'])
      expect((await get(icon)).headers['content-type']).toContain('image/svg+xml')
    for (const file of ['robots.txt', 'third-party.txt'])
      expect((await get(`/${file}`)).body).toContain(`User-agent: ${file}`)
    expect((await get('/sbom.json')).body).not.toContain('User-agent')
  })

  test('the worker may contact other addresses and do nothing else', async () => {
    const { headers } = await get('/probe-worker.js')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; connect-src http: https:",
      'content-type': expect.stringContaining('javascript'),
    })
  })
})

describe('visitors', () => {
  test.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', ['zh-TW', 'zh', 'en']],
    ['en;q=0.5, zh-Hant ; q=0.9,*;q=0', ['zh-Hant', 'en']],
    ['', []],
    [';;;,,,q=1', ['q=1']],
  ])('%j prefers %j', (header, tags) => expect(preferredLanguages(header)).toEqual(tags))

  test('invalid cookies are ignored', () => {
    expect(visitorOf({ cookie: 'language=en; theme=<script>; size=huge' })).toEqual({
      language: 'zh',
      theme: 'system',
      size: 'medium',
    })
    expect(cookiesOf('a=%zz; =x; b; c=%41; __proto__=1').c).toBe('A')
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ])('%s gets %s', (header, encoding) => expect(encodingFor(header)).toBe(encoding))
})
