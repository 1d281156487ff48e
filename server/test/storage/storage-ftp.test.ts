/** The FTP storage against ProFTPD from Debian's packages: plain, explicit and implicit TLS. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failure, object, picture, session, steps } from './ftp-session.ts'
import { startProftpd, type Proftpd } from './storage-servers.ts'

const streamOf = async (path: string) => (await openFile(path)).createReadStream()

const folder = mkdtempSync(join(tmpdir(), 'parking-'))
const ftp: Proftpd | undefined = await startProftpd()

afterAll(async () => {
  await ftp?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!ftp)("a real FTP server (if Debian's packages of ProFTPD are available)", () => {
  let at: Proftpd
  beforeAll(() => void (at = ftp!))
  const key = '20261121/停车场 +~/A01/picture 1.jpg'
  const file = () => join(at.home, 'evidence', key)

  test.each(['plain', 'explicit', 'implicit'] as const)(
    '%s: signs in, creates folders, writes, reads and deletes, and leaves no folder it created',
    async (way) => {
      const one = session(`${way === 'plain' ? 'ftp' : 'ftps'}://ftp.test:${at[way]}`)
      expect(await one.enter()).toBe('there')
      expect(steps).toEqual(['name', 'connect', ...(way === 'plain' ? [] : ['tls']), 'signin', 'bucket'])
      await one.put(key, object())
      expect(readFileSync(file()).equals(picture)).toBe(true)
      expect(await one.size(key)).toBe(picture.length)
      expect((await one.get(key, picture.length)).equals(picture)).toBe(true)
      await one.put(key, object(picture.subarray(0, 10), 10))
      expect(await one.size(key)).toBe(10)
      await one.remove(key)
      expect(await one.size(key)).toBeUndefined()
      await one.remove(key)
      expect(existsSync(join(at.home, 'evidence'))).toBe(false)
    },
  )

  test('a file is streamed; one that is unreadable or too short leaves nothing behind', async () => {
    const one = session(`ftp://127.0.0.1:${at.plain}`, { directory: '' })
    const source = join(folder, 'picture.jpg')
    writeFileSync(source, picture)
    await one.put('a.jpg', object({ stream: () => streamOf(source) }))
    expect(readFileSync(join(at.home, 'a.jpg')).equals(picture)).toBe(true)
    expect(
      await failure(one.put('b.jpg', object({ stream: () => streamOf(join(folder, 'none.jpg')) }))),
    ).toEqual({
      step: 'write',
      reason: 'file',
    })
    expect(
      await failure(one.put('c.jpg', object({ stream: () => streamOf(source) }, picture.length + 1))),
    ).toEqual({
      step: 'write',
      reason: 'changed',
    })
    expect(readdirSync(at.home).filter((name) => /^[bc]/.test(name))).toEqual([])
    expect(await failure(one.get('a.jpg', 10))).toEqual({ step: 'read', reason: 'changed' })
    await one.remove('a.jpg')
  })

  test('names the failure: password, permission, certificate, encryption, name, no server', async () => {
    expect(await failure(session(`ftp://ftp.test:${at.plain}`, { password: 'wrong' }).enter())).toEqual({
      step: 'signin',
      reason: 'signin',
    })
    expect(steps).toEqual(['name', 'connect'])
    expect(
      await failure(session(`ftp://ftp.test:${at.plain}`, { directory: 'locked' }).put('a.jpg', object())),
    ).toEqual({ step: 'write', reason: 'denied' })
    expect(
      await failure(session(`ftp://ftp.test:${at.plain}`, { directory: 'locked/deeper' }).enter()),
    ).toEqual({ step: 'bucket', reason: 'bucket' })
    for (const way of ['explicit', 'implicit'] as const) {
      expect(await failure(session(`ftps://ftp.test:${at[way]}`, {}, { ca: undefined }).enter())).toEqual({
        step: 'tls',
        reason: 'certificate',
      })
      expect(await failure(session(`ftps://other.test:${at[way]}`).enter())).toEqual({
        step: 'tls',
        reason: 'certificate',
      })
    }
    expect(await failure(session(`ftps://ftp.test:${at.plain}`).enter())).toEqual({
      step: 'tls',
      reason: 'tls',
    })
    expect(await failure(session(`ftp://ftp.test:${at.explicit}`).enter())).toEqual({
      step: 'tls',
      reason: 'tls',
    })
    expect(await failure(session('ftp://nobody.invalid').enter())).toEqual({
      step: 'name',
      reason: 'name_unknown',
    })
    expect(await failure(session('ftp://rebound.test').enter())).toEqual({
      step: 'name',
      reason: 'forbidden',
    })
    expect(
      await failure(session(`ftp://ftp.test:${at.plain}`, {}, { allow_loopback: false }).enter()),
    ).toEqual({ step: 'name', reason: 'forbidden' })
  })
})
