/**
 * The S3-compatible storage against OpenStack Swift from Debian's packages (real signature checks), by path
 * and by the bucket's own host, and every failure. Long because one Swift is started for all of it.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import type { StorageAdapterOptions } from '#src/adapters/storage/storage-wire.ts'
import { readSetting } from '#src/core/settings.store.ts'
import { recordLeftover, sweepLeftovers } from '#src/storage/storage-leftovers.ts'
import {
  StorageError,
  type StorageObject,
  type StorageSession,
  type StorageTarget,
} from '#src/ports/storage-port.ts'
import { openDevice, type Device } from '../device.ts'
import certificate from './storage-certificate.json' with { type: 'json' }
import { resolve, startRude, startSwift, startTls, type Door, type Running } from './storage-servers.ts'

const streamOf = async (path: string) => (await openFile(path)).createReadStream()

const secret = 'street/secret+2026'
const folder = mkdtempSync(join(tmpdir(), 'parking-'))
const swift: Running | undefined = await startSwift('s3.test', {
  test_kerb: `${secret} .admin`,
  test_guest: 'guest-secret',
})
const tls: Door | undefined = swift && (await startTls(swift.port))

const open: StorageSession[] = []
const steps: string[] = []
afterAll(async () => {
  open.forEach((one) => one.close())
  await tls?.stop()
  await swift?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const picture = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 253))
const hash = (kind: string, bytes: Buffer) => createHash(kind).update(bytes).digest('hex')
const object = (more: Partial<StorageObject> = {}): StorageObject => ({
  content_type: 'image/jpeg',
  length: picture.length,
  sha256: hash('sha256', picture),
  md5: hash('md5', picture),
  body: picture,
  ...more,
})
const target = (more: Partial<StorageTarget> = {}): StorageTarget => ({
  protocol: 4,
  endpoint: `http://127.0.0.1:${swift?.port}`,
  username: 'test:kerb',
  password: secret,
  directory: 'evidence/kerb-01',
  ...more,
})

function session(
  more: Partial<StorageTarget> = {},
  options: Partial<StorageAdapterOptions> = {},
): StorageSession {
  steps.length = 0
  const one = anyStorage({ allow_loopback: true, resolve, ca: certificate.cert, ...options }).open(
    target(more),
    (step) => steps.push(step),
  )
  open.push(one)
  return one
}

const failure = (work: Promise<unknown>): Promise<{ step: string; reason: string }> =>
  work.then(
    () => ({ step: 'none', reason: 'none' }),
    (error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      expect(`${error.message} ${error.detail}`).not.toContain(secret)
      return { step: error.step, reason: error.reason }
    },
  )

const key = '20261121/停车场 +~!(1)/A01/picture 1.jpg'

describe.skipIf(!swift)("a real S3 interface (if Debian's packages of Swift are available)", () => {
  const at = swift?.port ?? 0
  beforeAll(async () => {
    const made = await new AwsClient({
      accessKeyId: 'test:kerb',
      secretAccessKey: secret,
      service: 's3',
      region: 'us-east-1',
    }).fetch(`http://127.0.0.1:${at}/evidence`, { method: 'PUT' })
    if (!made.ok) throw new Error(`Swift made no bucket: HTTP ${made.status}`)
  })

  test.each([
    ['by path', {}, ['name', 'connect', 'signin', 'bucket']],
    [
      'by path, over TLS',
      { endpoint: `https://s3.test:${tls?.port}` },
      ['name', 'connect', 'tls', 'signin', 'bucket'],
    ],
    [
      'by the host of the bucket',
      { protocol: 2 as const, endpoint: `http://s3.test:${at}` },
      ['name', 'connect', 'signin', 'bucket'],
    ],
    [
      'by the host of the bucket, which the endpoint names already',
      { protocol: 1 as const, endpoint: `https://evidence.s3.test:${tls?.port}` },
      ['name', 'connect', 'tls', 'signin', 'bucket'],
    ],
  ])('%s: signs in, writes, reads and deletes, with any characters in the name', async (_, more, way) => {
    const one = session(more)
    expect(await one.enter()).toBe('there')
    expect(steps).toEqual(way)
    expect(Math.abs(one.skew_ms() ?? Number.NaN)).toBeLessThan(60_000)
    await one.put(key, object())
    expect(await session().size(key)).toBe(picture.length)
    expect((await one.get(key, picture.length)).equals(picture)).toBe(true)
    await one.remove(key)
    expect(await one.size(key)).toBeUndefined()
    await one.remove(key)
  })

  test('a file is streamed; one that is unreadable, short or changed is not stored', async () => {
    const one = session()
    const source = join(folder, 'picture.jpg')
    writeFileSync(source, picture)
    await one.put('a.jpg', object({ body: { stream: () => streamOf(source) } }))
    expect((await one.get('a.jpg', picture.length)).equals(picture)).toBe(true)
    expect(await failure(one.get('a.jpg', 10))).toEqual({ step: 'read', reason: 'not_storage' })
    await one.remove('a.jpg')
    expect(
      await failure(one.put('b.jpg', object({ body: { stream: () => streamOf(join(folder, 'none.jpg')) } }))),
    ).toEqual({
      step: 'write',
      reason: 'file',
    })
    expect(
      await failure(
        one.put('b.jpg', object({ body: { stream: () => streamOf(source) }, length: picture.length + 1 })),
      ),
    ).toEqual({ step: 'write', reason: 'file' })
    expect(await failure(one.put('b.jpg', object({ body: Buffer.alloc(picture.length) })))).toEqual({
      step: 'write',
      reason: 'changed',
    })
    expect(await one.size('b.jpg')).toBeUndefined()
  })

  test('names the failure: secret, user, bucket, clock, permission, certificate, name', async () => {
    expect(await failure(session({ password: 'wrong' }).enter())).toEqual({
      step: 'signin',
      reason: 'signin',
    })
    expect(steps).toEqual(['name', 'connect'])
    expect(await failure(session({ username: 'test:nobody' }).enter())).toEqual({
      step: 'signin',
      reason: 'signin',
    })
    expect(await failure(session({ directory: 'no-such-bucket' }).enter())).toEqual({
      step: 'bucket',
      reason: 'bucket',
    })
    expect(steps).toEqual(['name', 'connect', 'signin'])
    expect(await failure(session({ directory: 'no-such-bucket' }).put('a.jpg', object()))).toEqual({
      step: 'bucket',
      reason: 'bucket',
    })
    for (const hours of [2, -2]) {
      const late = session({}, { now: () => Date.now() + hours * 3_600_000 })
      expect(await failure(late.enter())).toEqual({ step: 'signin', reason: 'clock' })
      expect(Math.abs((late.skew_ms() ?? 0) - hours * 3_600_000)).toBeLessThan(60_000)
    }
    const guest = session({ username: 'test:guest', password: 'guest-secret' })
    expect(await guest.enter()).toBe('unknown')
    expect(await failure(guest.put('a.jpg', object()))).toEqual({ step: 'write', reason: 'denied' })
    expect(
      await failure(session({ endpoint: `https://s3.test:${tls?.port}` }, { ca: undefined }).enter()),
    ).toEqual({ step: 'tls', reason: 'certificate' })
    expect(await failure(session({ endpoint: `https://other.test:${tls?.port}` }).enter())).toEqual({
      step: 'tls',
      reason: 'certificate',
    })
    expect(await failure(session({ endpoint: `https://s3.test:${at}` }).enter())).toEqual({
      step: 'tls',
      reason: 'tls',
    })
    expect(await failure(session({ endpoint: 'https://s3.invalid' }).enter())).toEqual({
      step: 'name',
      reason: 'name_unknown',
    })
    expect(
      await failure(
        session(
          { protocol: 1, endpoint: 'https://rebound.test', directory: 'evidence' },
          { allow_loopback: false },
        ).enter(),
      ),
    ).toEqual({ step: 'name', reason: 'forbidden' })
    expect(await failure(session({}, { allow_loopback: false }).enter())).toEqual({
      step: 'name',
      reason: 'forbidden',
    })
  })

  describe('the test call', () => {
    let device: Device
    let admin: string
    beforeAll(async () => {
      device = await openDevice({ now: Date.now() })
      admin = await device.tokenOf('admin')
    })
    afterAll(() => device.close())
    const form = (more = {}) => ({ ...target(), key_re: '', ...more })
    const objects = async () =>
      (
        await (
          await new AwsClient({
            accessKeyId: 'test:kerb',
            secretAccessKey: secret,
            service: 's3',
            region: 'us-east-1',
          }).fetch(`http://127.0.0.1:${at}/evidence`)
        ).text()
      ).match(/<Key>/g)?.length ?? 0

    test('runs all steps, and leaves nothing behind', async () => {
      const { code, data } = await device.call('test_storage', form(), admin)
      expect(code).toBe(0)
      expect(data).toMatchObject({
        failed: null,
        left_behind: false,
        bucket: 'evidence',
        host: `127.0.0.1:${at}`,
      })
      expect(data.passed.map(({ step }) => step)).toEqual([
        'name',
        'connect',
        'signin',
        'bucket',
        'write',
        'read',
        'compare',
        'remove',
      ])
      expect(await objects()).toBe(0)
      expect(readSetting(device.deps.db, 'storage_leftovers', [])).toEqual([])
    })

    test('an empty password means the stored one, which is sent only to its own storage', async () => {
      expect((await device.call('test_storage', form({ password: '' }), admin)).code).toBe(1000)
      const { key_re: _, ...rest } = form()
      expect((await device.call('update_storage_param', rest, admin)).code).toBe(0)
      expect((await device.call('test_storage', form({ password: '' }), admin)).data.failed).toBeNull()
      const elsewhere = await device.call(
        'test_storage',
        form({ password: '', endpoint: 'http://127.0.0.1:9' }),
        admin,
      )
      expect(elsewhere).toMatchObject({ code: 1000, data: [{ field: 'password', issue: 'secret_place' }] })
      expect((await device.call('test_storage', form(), await device.tokenOf('operator'))).code).toBe(4030)
    })

    test('names the failed step and reason without the secret; refuses an incomplete form', async () => {
      const { data } = await device.call('test_storage', form({ password: 'wrong-secret' }), admin)
      expect(data.failed).toMatchObject({ step: 'signin', reason: 'signin' })
      expect(data.failed?.said).toContain('SignatureDoesNotMatch')
      expect(JSON.stringify(data) + device.logged()).not.toContain('wrong-secret')
      device.wait(3 * 3_600_000)
      expect(
        (await device.call('test_storage', form({ endpoint: '', username: '', directory: '' }), admin)).data,
      ).toEqual(['endpoint', 'username', 'directory'].map((field) => ({ field, issue: 'required' })))
      expect(
        (await device.call('test_storage', form({ endpoint: 'http://169.254.169.254' }), admin)).data,
      ).toEqual([{ field: 'endpoint', issue: 'url_forbidden' }])
    })

    test('an object left by a killed server is deleted by the next test', async () => {
      const one = session()
      await one.put('parking-edge-test/left.jpg', object())
      expect(await objects()).toBe(1)
      recordLeftover(
        device.deps,
        'left',
        target({ endpoint: 'http://127.0.0.1:9' }),
        'parking-edge-test/left.jpg',
      )
      recordLeftover(device.deps, 'again', target(), 'parking-edge-test/left.jpg')
      expect(JSON.stringify(readSetting(device.deps.db, 'storage_leftovers', []))).not.toContain(secret)
      await sweepLeftovers(device.deps)
      expect(await objects()).toBe(0)
      expect(
        readSetting<{ id: string }[]>(device.deps.db, 'storage_leftovers', []).map(({ id }) => id),
      ).toEqual(['left'])
      device.wait(8 * 86_400_000)
      await sweepLeftovers(device.deps)
      expect(readSetting(device.deps.db, 'storage_leftovers', [])).toEqual([])
      expect(device.logged()).toContain('storage_test_left')
    })
  })
})

describe('a faulty server', () => {
  test('follows a bucket to its region; reports a full server, a refused delete, wrong bytes', async () => {
    const peer = await startS3Peer({
      username: 'test:kerb',
      password: secret,
      bucket: 'evidence',
      region: 'cn-south-1',
    })
    const one = session({ endpoint: peer.url })
    expect(await one.enter()).toBe('there')
    await one.put('a.jpg', object())
    expect(await failure(one.get('a.jpg', 10))).toEqual({ step: 'read', reason: 'not_storage' })
    peer.denied = ['remove', 'read']
    expect(await failure(one.remove('a.jpg'))).toEqual({ step: 'remove', reason: 'denied' })
    expect(await failure(one.size('a.jpg'))).toEqual({ step: 'read', reason: 'denied' })
    peer.behaviour = 'full'
    expect(await failure(one.put('a.jpg', object()))).toEqual({ step: 'write', reason: 'full' })
    await peer.stop()
  })

  test.each(['', 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'])(
    'a request is repeated if the server has closed the kept connection with %j',
    async (last) => {
      let connections = 0
      const tired = await startRude((socket) => {
        connections++
        let asked = 0
        socket.on('data', () =>
          asked++ === 0
            ? socket.write('HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n<LocationConstraint>x</LocationCo')
            : socket.end(last),
        )
      })
      const one = session({ endpoint: `http://127.0.0.1:${tired.port}` })
      expect([await one.enter(), await one.enter(), connections]).toEqual(['there', 'there', 2])
      await tired.stop()
    },
  )

  const at = (door: Door, more = {}, options = {}) =>
    session({ endpoint: `http://127.0.0.1:${door.port}`, ...more }, options)

  test('reports a server that is silent, hangs up, is a web page, redirects, or is full', async () => {
    const silent = await startRude(() => undefined)
    expect(await failure(at(silent, {}, { idle_ms: 100 }).enter())).toEqual({
      step: 'signin',
      reason: 'timeout',
    })
    expect(
      await failure(at(silent, { endpoint: `https://127.0.0.1:${silent.port}` }, { idle_ms: 100 }).enter()),
    ).toEqual({ step: 'tls', reason: 'timeout' })
    const given_up = new AbortController()
    const waiting = failure(at(silent).put('a.jpg', object(), { signal: given_up.signal }))
    given_up.abort()
    expect((await waiting).reason).toBe('timeout')
    await silent.stop()
    expect(await failure(at(silent).enter())).toEqual({ step: 'connect', reason: 'refused' })

    const cutting = await startRude((socket) => socket.once('data', () => socket.destroy()))
    expect(await failure(at(cutting).put('a.jpg', object()))).toEqual({ step: 'write', reason: 'cut' })
    await cutting.stop()
    const says = (text: string) =>
      startRude((socket) => socket.once('data', () => void socket.end(text.replace(/\n/g, '\r\n'))))
    for (const [answer, step, reason] of [
      ['HTTP/1.1 200 OK\nContent-Length: 15\n\n<html>hi</html>', 'signin', 'not_storage'],
      ['HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/\nContent-Length: 0\n\n', 'signin', 'not_storage'],
      ['SSH-2.0-OpenSSH_9.2\n', 'signin', 'not_storage'],
      [
        'HTTP/1.1 301 Moved\nContent-Length: 54\n\n<Error><Code>PermanentRedirect</Code></Error>         ',
        'bucket',
        'region',
      ],
      [
        'HTTP/1.1 507 Full\nContent-Length: 46\n\n<Error><Code>XMinioStorageFull</Code></Error> ',
        'signin',
        'full',
      ],
      ['HTTP/1.1 503 Slow\nContent-Length: 0\n\n', 'signin', 'busy'],
    ] as const) {
      const door = await says(answer)
      expect(await failure(at(door).enter())).toEqual({ step, reason })
      await door.stop()
    }
  })
})
