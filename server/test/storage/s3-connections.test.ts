/** When a connection to an S3-compatible storage is used for the next object. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'

const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex')

/**
 * Writes these contents one after the other to a storage that keeps connections open. `etagOf`: the ETag for
 * a body. `repeats`: from the second request of a connection on, the storage stores nothing and sends its
 * first answer again. Returns what the storage has stored, and the number of connections.
 */
async function written(contents: readonly string[], etagOf: (body: string) => string, repeats = false) {
  const stored: string[] = []
  let connections = 0
  const first = new WeakMap<object, string>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const before = first.get(request.socket)
      first.set(request.socket, before ?? etagOf(body))
      if (before === undefined || !repeats) stored.push(body)
      response.setHeader('etag', before !== undefined && repeats ? before : etagOf(body)).end()
    })
  })
  server.on('connection', () => connections++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = anyStorage({ allow_loopback: true }).open(
    {
      protocol: 4,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      username: 'kerb',
      password: 'secret',
      directory: 'evidence',
    },
    () => undefined,
  )
  for (const [n, text] of contents.entries())
    await session.put(`${n}.jpg`, {
      content_type: 'image/jpeg',
      length: text.length,
      sha256: hash('sha256', text),
      md5: hash('md5', text),
      body: Buffer.from(text),
    })
  session.close()
  server.closeAllConnections()
  server.close()
  return { stored, connections }
}

const md5 = (body: string) => `"${hash('md5', body)}"`

test('a connection is kept while each answer names the MD5 of its object', async () => {
  expect(await written(['a', 'b', 'c'], md5)).toEqual({ stored: ['a', 'b', 'c'], connections: 1 })
})

test('an MD5 in upper case is one, as Aliyun writes it', async () => {
  const upper = (body: string) => md5(body).toUpperCase()
  expect(await written(['a', 'b', 'c'], upper)).toEqual({ stored: ['a', 'b', 'c'], connections: 1 })
})

test('equal objects are written over different connections', async () => {
  expect(await written(['a', 'b', 'a', 'c'], md5)).toEqual({ stored: ['a', 'b', 'a', 'c'], connections: 2 })
})

test.each([
  ['no MD5', () => '"0-1"'],
  ['an MD5 without quotes', (body: string) => hash('md5', body)],
])('with an ETag that is %s, each object has its own connection', async (_, etagOf) => {
  expect(await written(['a', 'b', 'c'], etagOf)).toEqual({ stored: ['a', 'b', 'c'], connections: 3 })
})

test('an answer that belongs to an earlier object is never taken for the next one', async () => {
  expect(await written(['a', 'b', 'b', 'c'], md5, true)).toEqual({
    stored: ['a', 'b', 'b', 'c'],
    connections: 4,
  })
})
