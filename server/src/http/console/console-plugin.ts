/** Serves the built console: immutable files, and documents in the visitor's language and theme. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookiesOf, type Visitor, visitorOf } from './visitor.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Language, language_tags } from '@parking/contract'

/** `root` is the folder of the built console (console/dist). */
export async function consolePlugin(app: FastifyInstance, options: { root: string }): Promise<void> {
  const build = JSON.parse(readFileSync(join(options.root, 'console.json'), 'utf8')) as ConsoleBuild
  const documents = makeDocuments(build)

  // The plugin's own refusals (a folder, a path with a backslash) are answered as missing files.
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) throw error
    reply.callNotFound()
  })
  await app.register(fastifyStatic, {
    root: join(options.root, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  // Browsers ask for favicon.ico where a document names no icon, as the notices.
  for (const path of ['favicon.svg', 'favicon.ico', 'robots.txt', 'third-party.txt'])
    app.get(`/${path}`, (_request, reply) =>
      reply.sendFile(path.replace('.ico', '.svg'), options.root, { immutable: false, maxAge: '1d' }),
    )

  // The worker has its own policy: while a new address is tried (docs/decisions/0012), it may check whether
  // the console is up at another address, and nothing else. It cannot read the answers.
  app.get('/probe-worker.js', (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; connect-src http: https:")
    return reply.sendFile('probe-worker.js', options.root, { immutable: false, maxAge: 0 })
  })

  app.get('/login', (request, reply) => {
    // The first rule of the guard (spec §2) is applied here already, so that the form does not flash up.
    if (cookiesOf(request.headers.cookie)['Admin-Token'])
      return reply.header('cache-control', 'no-store').redirect('/', 302)
    return sendDocument(request, reply, documents.login(visitorOf(request.headers)))
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split(/[?#]/)[0] ?? '/'
    return wantsDocument(path, request.headers.accept)
      ? sendDocument(request, reply, documents.app(visitorOf(request.headers), path), statusOf(build, path))
      : reply.callNotFound()
  })
}

/**
 * The console is served only for an address that a user can have typed, not for a missing file, picture or
 * call.
 */
function wantsDocument(path: string, accept: string | undefined): boolean {
  if (/^\/(api|assets|media|live|vue-element-admin)(\/|$)|\/\./.test(path)) return false // nor a hidden file
  return (accept ?? '').includes('text/html') || !/\.[^/]*$/.test(path)
}

/**
 * An address unknown to the console is also answered with the console, which shows a page of its own (spec
 * §2).
 */
function statusOf({ routes }: ConsoleBuild, path: string): 200 | 404 {
  const bare = path.replace(/(?<=.)\/+$/, '').toLowerCase() // as the console's router reads it
  const known = [...Object.keys(routes), '/auth-redirect', '/login'].some((one) => one.toLowerCase() === bare)
  return known || bare.startsWith('/redirect/') ? 200 : 404
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  status: 200 | 404 = 200,
): FastifyReply {
  reply.code(status).headers({
    'cache-control': 'no-cache',
    vary: 'Cookie, Accept-Language, Accept-Encoding',
    etag: document.etag,
    'content-type': 'text/html; charset=utf-8',
    'content-language': document.language,
  })
  if (status === 200 && request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(document.bytes(encoding))
}

/** dist/console.json, as console/build/console-build.ts writes it. */
type ConsoleBuild = {
  app: string
  login: Record<Language, string>
  routes: Record<string, Record<Language, { scripts: string[]; styles: string[] }>>
}

type Document = { etag: string; language: string; bytes: (encoding: Encoding | undefined) => Buffer }

type Documents = {
  login: (visitor: Visitor) => Document
  /**
   * The console at a path. The head lists the files of its route, so that the browser fetches them at once.
   */
  app: (visitor: Visitor, path: string) => Document
}

function makeDocuments(build: ConsoleBuild): Documents {
  const cache = new Map<string, Document>()
  const cached = (key: string, make: () => Document): Document => {
    const found = cache.get(key) ?? make()
    cache.set(key, found)
    return found
  }
  return {
    login: (visitor) =>
      cached(`login ${visitor.language} ${visitor.theme} ${visitor.size}`, () =>
        print(build.login[visitor.language], visitor),
      ),
    app(visitor, path) {
      // Only paths of the build are cached: a client cannot fill the memory with addresses.
      const route = Object.hasOwn(build.routes, path) ? path : '/404'
      return cached(`${route} ${visitor.language} ${visitor.theme} ${visitor.size}`, () =>
        print(withFiles(build, route, visitor.language), visitor),
      )
    },
  }
}

function withFiles(build: ConsoleBuild, route: string, language: Language): string {
  const files = build.routes[route]?.[language] ?? { scripts: [], styles: [] }
  const lines = [
    ...files.scripts.map((file) => `    <link rel="modulepreload" crossorigin href="${file}">\n`),
    ...files.styles.map((file) => `    <link rel="stylesheet" crossorigin href="${file}">\n`),
  ]
  return build.app.replace('</head>', `${lines.join('')}  </head>`)
}

function print(html: string, { language, theme, size }: Visitor): Document {
  const attributes = [
    `lang="${language_tags[language]}"`,
    `data-size="${size}"`,
    ...(theme === 'system' ? [] : [`data-theme="${theme}"`]),
  ]
  const plain = Buffer.from(html.replace(/<html lang="[^"]*">/, `<html ${attributes.join(' ')}>`))
  const made: Partial<Record<Encoding, Buffer>> = {}
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    language: language_tags[language],
    bytes: (encoding) =>
      encoding ? (made[encoding] ??= encoding === 'br' ? brotliCompressSync(plain) : gzipSync(plain)) : plain,
  }
}
