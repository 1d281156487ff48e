/**
 * Serves a built single-page console on loopback, compressed as our server compresses ours, for a fair
 * comparison.
 */
import { createServer } from 'node:http'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { encodingFor, type Encoding } from '@parking/server/http/console/encoding.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const compressed_types = new Set(['.html', '.js', '.css', '.svg', '.json'])

type Served = Record<Encoding | 'plain', Buffer> & { type: string }

/** Compresses every file before the first request. A path without a file is answered with index.html. */
export async function serveFolder(folder: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, compress(file)]),
  )
  const index = files.get('/index.html')
  if (!index) throw new Error(`${folder} has no index.html`)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = files.get(pathname) ?? (extname(pathname) === '' ? index : undefined)
    if (!found) return void response.writeHead(404).end()
    const encoding = found.br === found.plain ? undefined : encodingFor(request.headers['accept-encoding'])
    response
      .writeHead(200, {
        'content-type': found.type,
        ...(encoding ? { 'content-encoding': encoding } : {}),
        'cache-control': found === index ? 'no-cache' : 'public, max-age=31536000, immutable',
      })
      .end(found[encoding ?? 'plain'])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function compress(file: string): Served {
  const plain = readFileSync(file)
  const type = types[extname(file)] ?? 'application/octet-stream'
  if (!compressed_types.has(extname(file))) return { type, plain, br: plain, gzip: plain }
  return {
    type,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(plain, { level: 9 }),
  }
}
