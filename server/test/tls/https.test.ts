/** HTTPS as browsers, programs and scanners use it. Long because each has its tests. */
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent, request as secureRequest, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { code } from '@parking/contract'
import { security_headers } from '#src/http/security.ts'
import { fingerprintsOf, namesOf } from '#src/tls/device-certificate.ts'
import { lacks } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { issue } from './authority.ts'

let box: Device
let port: number
const agents: Agent[] = []
beforeEach(async () => {
  // Real clients check dates against the real clock.
  box = await openDevice({ now: Date.now(), app: { tls: true, names: ['gate.example'] } })
  await box.app.listen({ port: 0, host: '127.0.0.1' })
  port = (box.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy()
  await box.close()
})

type Heard = { status: number; headers: Record<string, unknown>; body: string; cert: string }
/** Sends a request over HTTPS with the device's certificate as the only authority, or unencrypted. */
async function ask(options: RequestOptions & { plain?: boolean; body?: string } = {}): Promise<Heard> {
  const { plain = false, body, ...rest } = options
  const asked = (plain ? plainRequest : secureRequest)({
    host: '127.0.0.1',
    port,
    ca: box.deps.certificate.current.cert,
    // A resumed session would show no certificate.
    agent: plain ? undefined : new Agent({ maxCachedSessions: 0 }),
    ...rest,
    headers: { connection: 'close', 'content-type': 'application/json', ...rest.headers },
  })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const socket = answer.socket as TLSSocket
  const cert = plain ? '' : socket.getPeerCertificate().fingerprint256
  let text = ''
  for await (const part of answer) text += String(part)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: text, cert }
}
const call = { method: 'POST', path: '/api/utils/ping', body: '{}' }

describe('one port', () => {
  test('serves calls over HTTPS, with security headers and without HSTS', async () => {
    const answer = await ask(call)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([200, code.success])
    expect(answer.headers).toMatchObject(security_headers)
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  test('redirects unencrypted page requests, but only to its own names', async () => {
    const page = { plain: true, path: '/dashboard?x=1' }
    const to = async (host: string) => {
      const { status, headers } = await ask({ ...page, headers: { host } })
      return [status, headers['location']]
    }
    expect(await to(`127.0.0.1:${port}`)).toEqual([307, `https://127.0.0.1:${port}/dashboard?x=1`])
    expect(await to('gate.example:8080')).toEqual([307, 'https://gate.example:8080/dashboard?x=1'])
    expect(await to('evil.example')).toEqual([421, undefined])
    expect((await ask({ ...page, method: 'HEAD' })).status).toBe(307)
  })

  test('a proxy that forwards by HTTP causes no redirect loop: the page names its setting', async () => {
    const page = { plain: true, path: '/dashboard' }
    for (const headers of [
      { host: 'gate.example', 'x-forwarded-proto': 'https' },
      // A browser sends these only over HTTPS.
      { host: 'gate.example', 'sec-fetch-site': 'none' },
    ]) {
      const { status, body } = await ask({ ...page, headers })
      expect([status, body.match(/PARKING_TRUSTED_PROXIES/g)?.length]).toEqual([403, 2])
    }
    const { status } = await ask({ ...page, headers: { host: 'localhost', 'sec-fetch-site': 'none' } })
    expect(status).toBe(307)
    const refused = await ask({ ...call, plain: true, headers: { 'x-forwarded-proto': 'https' } })
    expect(JSON.parse(refused.body).message).toContain('PARKING_TRUSTED_PROXIES')
  })

  test('refuses unencrypted calls, whose token has leaked; the health check is answered', async () => {
    for (const path of ['/api/utils/ping', '/api/user/login']) {
      const answer = await ask({ ...call, path, plain: true })
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, code.permission_denied])
    }
    expect((await ask({ plain: true, path: '/api/utils/ping' })).status).toBe(403)
    expect((await ask({ plain: true, path: '/healthz' })).status).toBe(200)
  })

  test('supports TLS 1.2 and 1.3 and nothing older', async () => {
    const version = (wanted: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const ca = box.deps.certificate.current.cert
        const ciphers = 'DEFAULT@SECLEVEL=0'
        const socket = connect({
          host: '127.0.0.1',
          port,
          ca,
          ciphers,
          minVersion: wanted,
          maxVersion: wanted,
        })
        socket
          .once('secureConnect', () => resolve(String(socket.getProtocol())))
          .once('error', () => resolve(''))
        socket.once('secureConnect', () => socket.destroy())
      })
    expect([await version('TLSv1.3'), await version('TLSv1.2'), await version('TLSv1.1')]).toEqual([
      'TLSv1.3',
      'TLSv1.2',
      '',
    ])
  })

  test('passes a WebSocket', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/live/SN1`, {
      ca: box.deps.certificate.current.cert,
    })
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(answer.statusCode).toBe(404)
    socket.on('error', () => undefined).terminate()
  })
})

describe('its own certificate', () => {
  test('contains every address, for 397 days, with its own key that only the server can read', async () => {
    const cert = new X509Certificate(box.deps.certificate.own.cert)
    expect(namesOf(cert)).toEqual(expect.arrayContaining(['127.0.0.1', 'localhost']))
    expect([cert.checkIP('127.0.0.1'), cert.ca]).toEqual(['127.0.0.1', false])
    expect(Math.round((Date.parse(cert.validTo) - Date.parse(cert.validFrom)) / 86_400_000)).toBe(397)
    expect(cert.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    for (const file of ['own.key', 'own.pem'])
      expect(statSync(join(box.folder, 'tls', file)).mode & 0o077).toBe(0)
    const other = await openDevice({ now: Date.now(), app: { tls: true } })
    expect(other.deps.certificate.fingerprints().public_key).not.toBe(fingerprintsOf(cert).public_key)
    await other.close()
  })

  test('is replaced for a new address and before it expires, with the same key', async () => {
    const { certificate } = box.deps
    const before = certificate.fingerprints()
    certificate.cover('192.0.2.44')
    const [after, now] = [certificate.fingerprints(), new X509Certificate(certificate.current.cert)]
    expect(now.checkIP('192.0.2.44')).toBe('192.0.2.44')
    expect([after.public_key, after.certificate === before.certificate]).toEqual([before.public_key, false])
    expect((await ask(call)).cert).toBe(after.certificate)
    certificate.refresh()
    expect(certificate.fingerprints()).toEqual(after)
    box.wait(368 * 86_400_000)
    certificate.refresh()
    expect(certificate.fingerprints().certificate).not.toBe(after.certificate)
    expect(certificate.fingerprints().public_key).toBe(before.public_key)
  })

  test('is shown on the sign-in page', async () => {
    const { body } = await ask({ ...call, path: '/api/system/certificate_fingerprint' })
    const { certificate: sha256, public_key } = box.deps.certificate.fingerprints()
    expect(JSON.parse(body).data).toEqual({ https: true, sha256, key_sha256: public_key })
  })

  test('survives a restart', async () => {
    const before = box.deps.certificate.fingerprints()
    box = await box.restart()
    await box.app.listen({ port: 0, host: '127.0.0.1' })
    port = (box.app.server.address() as AddressInfo).port
    expect((await ask(call)).cert).toBe(before.certificate)
  })

  const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((file) => existsSync(file))
  test.skipIf(lacks('openssl', !openssl))('is read correctly by openssl, and so is a request', () => {
    const file = join(box.folder, 'request.pem')
    const read = (...args: string[]) => execFileSync(openssl!, args, { encoding: 'utf8', stdio: 'pipe' })
    const own = join(box.folder, 'tls/own.pem')
    expect(readFileSync(own, 'utf8')).toBe(box.deps.certificate.own.cert)
    expect(
      read('verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', own, '-partial_chain', own),
    ).toContain('OK')
    const text = read('x509', '-noout', '-text', '-in', own)
    for (const line of [
      'CA:FALSE',
      'Digital Signature',
      'TLS Web Server Authentication',
      'IP Address:127.0.0.1',
    ])
      expect(text).toContain(line)
    writeFileSync(file, box.deps.certificate.request(['box.example', '192.0.2.9'], '停车公司'))
    const request = read('req', '-verify', '-noout', '-text', '-nameopt', 'utf8', '-in', file)
    for (const line of [/CN ?= ?box\.example/, /O ?= ?停车公司/, /DNS:box\.example, IP Address:192\.0\.2\.9/])
      expect(request).toMatch(line)
  })
})

describe('an imported certificate', () => {
  test('is served to new connections while old ones continue, and is rolled back the same way', async () => {
    const { certificate } = box.deps
    const own = certificate.fingerprints().certificate
    const agent = new Agent({
      keepAlive: true,
      maxCachedSessions: 0,
      maxSockets: 1,
      ca: certificate.own.cert,
    })
    agents.push(agent)
    const kept = () => ask({ ...call, agent, headers: { connection: 'keep-alive' } })
    expect((await kept()).cert).toBe(own)
    const root = issue('Root', Date.now(), { ca: true })
    const leaf = issue('gate.example', Date.now(), { names: ['gate.example'] }, root)
    certificate.import(leaf.cert + root.cert, leaf.key_pem)
    const imported = new X509Certificate(leaf.cert).fingerprint256
    expect((await ask({ ...call, ca: root.cert, servername: 'gate.example' })).cert).toBe(imported)
    expect((await kept()).cert).toBe(own)
    certificate.rollBack()
    expect((await ask(call)).cert).toBe(own)
    expect(() => certificate.rollBack()).toThrow('its own certificate already')
  })

  test('HSTS is an administrator’s switch, a day at first and a year after seven days', async () => {
    const { certificate } = box.deps
    expect(() => certificate.setHsts(true)).toThrow('only with an imported certificate')
    const root = issue('Root', Date.now(), { ca: true })
    const leaf = issue('gate.example', Date.now(), { names: ['gate.example'] }, root)
    certificate.import(leaf.cert + root.cert, leaf.key_pem)
    const hsts = async () =>
      (await ask({ ...call, ca: root.cert, servername: 'gate.example' })).headers['strict-transport-security']
    expect(await hsts()).toBeUndefined()
    certificate.setHsts(true)
    expect(await hsts()).toBe('max-age=86400')
    box.wait(7 * 86_400_000)
    expect(await hsts()).toBe('max-age=31536000')
    certificate.setHsts(false)
    expect(await hsts()).toBe('max-age=0')
    certificate.setHsts(true)
    certificate.rollBack()
    expect((await ask(call)).headers['strict-transport-security']).toBe('max-age=0')
  })
})
