/**
 * Whenever the test of a storage passes, the saved settings store an event's picture, and the reverse: over a
 * table of storages, by the real uploader.
 */
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { startFtpPeer, type FtpPeer } from '@parking/sim/peers/storage/ftp-peer.ts'
import { device, report, s3, secret, setStorage, setUpEventPath, tries } from '../events/event-path-device.ts'
import { until } from '../until.ts'

setUpEventPath()

type Asked = { method: string; path: string; bytes: number; type: string }
/** The answer of something before the storage: a status, or a closed connection. */
type Rule = (asked: Asked) => number | 'cut' | undefined

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})

/** A proxy before the storage of the test, which answers some requests by itself. */
async function before(rule: Rule): Promise<string> {
  const server: Server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const own = rule({
      method,
      path,
      bytes: Number(headers['content-length'] ?? 0),
      type: headers['content-type'] ?? '',
    })
    if (own === 'cut') return void incoming.socket.destroy()
    const body = await buffer(incoming)
    if (own !== undefined)
      return void response.writeHead(own, { 'content-type': 'text/html' }).end('<html>no</html>')
    const on = forward({ port: s3.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    on.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  running.push({
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Whether the test passes, and whether the saved settings store a picture at the first attempt. */
async function both(more: object): Promise<{ tested: boolean; real: boolean; left: boolean }> {
  const param = {
    protocol: 4,
    endpoint: s3.url,
    username: 'street',
    password: secret,
    directory: 'evidence/box',
    key_re: '{date}/{lot_no}/{uuid}-{n}-{kind}.{ext}',
    ...more,
  } as const
  const { data } = await device.call('test_storage', param, await device.tokenOf('admin'))
  await setStorage(param)
  const uuid = await report()
  await until('an attempt', () => tries(uuid).some(({ step }) => step === 'upload'))
  const attempt = tries(uuid).find(({ step }) => step === 'upload')
  return { tested: data.failed === null, real: attempt?.outcome === 'accepted', left: data.left_behind }
}

const put = ({ method }: Asked) => method === 'PUT'
const location = ({ path }: Asked) => path.includes('?location')

describe('S3', () => {
  test.each<[string, boolean, Rule]>([
    ['as it is', true, () => undefined],
    ['no question for the location is known', true, (asked) => (location(asked) ? 501 : undefined)],
    ['a page forbids that question', true, (asked) => (location(asked) ? 403 : undefined)],
    ['a page says that it is not found', true, (asked) => (location(asked) ? 404 : undefined)],
    ['bodies of 1 MiB pass', true, ({ bytes }) => (bytes > 1 << 20 ? 413 : undefined)],
    ['bodies of 16 KiB pass', false, ({ bytes }) => (bytes > 16 << 10 ? 413 : undefined)],
    ['only pictures pass', true, (asked) => (put(asked) && asked.type !== 'image/jpeg' ? 415 : undefined)],
    [
      'only folders of a day pass',
      true,
      (asked) => (put(asked) && !/\/box\/\d{8}\/[^/]+\/[^/]+$/.test(asked.path) ? 403 : undefined),
    ],
    ['no folders pass', false, (asked) => (put(asked) && asked.path.split('/').length > 4 ? 403 : undefined)],
    ['HEAD is not known', true, ({ method }) => (method === 'HEAD' ? 405 : undefined)],
    [
      'reading is cut',
      true,
      ({ method, path }) => (method === 'GET' && path.length > 60 ? 'cut' : undefined),
    ],
    ['DELETE is not known', true, ({ method }) => (method === 'DELETE' ? 405 : undefined)],
    ['PUT is not known', false, (asked) => (put(asked) ? 405 : undefined)],
    ['a portal answers everything with 200', false, () => 200],
    ['a portal redirects everything', false, () => 302],
    ['a portal answers writing with 200', false, (asked) => (put(asked) ? 200 : undefined)],
    ['a gateway is down', false, () => 503],
    ['writing is cut', false, (asked) => (put(asked) ? 'cut' : undefined)],
  ])('%s: works: %s', async (_, works, rule) => {
    expect(await both({ endpoint: await before(rule) })).toMatchObject({ tested: works, real: works })
  })

  test.each<[string, boolean, boolean, () => void]>([
    ['who may not read', true, false, () => void (s3.denied = ['read'])],
    ['who may not delete', true, true, () => void (s3.denied = ['remove'])],
    ['who may only write', true, true, () => void (s3.denied = ['read', 'remove'])],
    ['who may not write', false, false, () => void (s3.denied = ['write'])],
    ['whose space is full', false, false, () => void (s3.behaviour = 'full')],
  ])('a user %s: works: %s; a picture remains: %s', async (_, works, left, set) => {
    set()
    expect(await both({})).toEqual({ tested: works, real: works, left })
  })
})

describe('FTP', () => {
  test.each<[string, boolean, boolean, (peer: FtpPeer) => void]>([
    ['as it is', true, false, () => undefined],
    ['no deleting', true, true, (peer) => void (peer.denied = ['DELE', 'RMD'])],
    ['no reading', true, false, (peer) => void (peer.denied = ['RETR'])],
    ['no SIZE command', true, false, (peer) => void (peer.unknown = ['SIZE'])],
    ['no EPSV command', true, false, (peer) => void (peer.unknown = ['EPSV'])],
    ['no FEAT and OPTS commands', true, false, (peer) => void (peer.unknown = ['FEAT', 'OPTS'])],
    ['no new folders', false, false, (peer) => void (peer.denied = ['MKD'])],
    ['no renaming', true, false, (peer) => void (peer.denied = ['RNFR'])],
    ['no writing', false, false, (peer) => void (peer.writable = false)],
    ['no space', false, false, (peer) => void (peer.behaviour = 'full')],
  ])('%s: works: %s; a picture remains: %s', async (_, works, left, set) => {
    const peer = await startFtpPeer({ username: 'street', password: secret })
    running.push(peer)
    set(peer)
    expect(await both({ protocol: 5, endpoint: peer.url })).toEqual({ tested: works, real: works, left })
  })
})
