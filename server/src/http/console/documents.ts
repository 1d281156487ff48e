/** The console's two HTML documents, rendered once for each language, theme, size and route. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { language_tags, type Language } from '@parking/contract'
import type { Encoding } from './encoding.ts'
import type { Visitor } from './visitor.ts'

/** dist/console.json, as console/build/console-build.ts writes it. */
export type ConsoleBuild = {
  app: string
  login: Record<Language, string>
  routes: Record<string, Record<Language, { scripts: string[]; styles: string[] }>>
}

export type Document = { etag: string; language: string; bytes: (encoding: Encoding | undefined) => Buffer }

export type Documents = {
  login: (visitor: Visitor) => Document
  /**
   * The console at a path. The head lists the files of its route, so that the browser fetches them at once.
   */
  app: (visitor: Visitor, path: string) => Document
}

export function makeDocuments(build: ConsoleBuild): Documents {
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
