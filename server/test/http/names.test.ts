/** Host names of the device, trusted proxies, and the contact for reports of vulnerabilities. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { readEnvironment } from '#src/environment.ts'
import { security_headers } from '#src/http/security.ts'
import { openDevice, type Device, type DeviceOptions } from '../device.ts'

let box: Device | undefined
afterEach(async () => {
  await box?.close()
  box = undefined
})
const open = async (app: DeviceOptions['app'] = {}) => (box = await openDevice({ app }))
const device = (): Device => box!
const get = (url: string, headers: Record<string, string>, remoteAddress = '198.51.100.7') =>
  device().app.inject({ url, headers, remoteAddress })

describe('the Host header', () => {
  test.each([
    'localhost',
    hostname(),
    `${hostname().toUpperCase()}.local`,
    'box.example.',
    '192.0.2.1',
    '[::1]',
  ])('%s is the device, with any port', async (name) => {
    await open({ names: ['box.example'] })
    for (const host of [name, `${name}:8443`])
      expect([host, (await get('/healthz', { host })).statusCode]).toEqual([host, 200])
  })

  test.each([
    'evil.example',
    `${hostname()}.evil.example`,
    'localhost.evil.example',
    '192.0.2.1.evil.example',
    '1',
  ])('%s is not the device, whatever is requested', async (host) => {
    await open()
    for (const url of ['/healthz', '/api/utils/ping']) {
      const answer = await get(url, { host })
      expect([answer.statusCode, answer.json().code]).toEqual([421, code.permission_denied])
    }
    const page = await get('/dashboard', { host, accept: 'text/html' })
    expect([page.statusCode, page.body.includes('PARKING_NAMES')]).toEqual([421, true])
    expect(page.headers).toMatchObject(security_headers)
    expect(page.body).not.toContain('evil')
  })
})

describe('a trusted proxy', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', host: 'localhost' }
  const addressIn = async (remote: string, headers: Record<string, string>): Promise<unknown> => {
    const token = await device().tokenOf('admin')
    await device().app.inject({
      method: 'POST',
      url: '/api/system/add_whitelist',
      remoteAddress: remote,
      headers: { ...headers, 'content-type': 'application/json', authorization: token },
      payload: '{"list":[]}',
    })
    const { data } = await device().call('log', { type: 2, page: 1, page_size: 1 }, token)
    return data.list[0]?.audit?.address
  }

  test('determines the address of the client, for the audit and the whitelist', async () => {
    await open({ proxies: ['192.0.2.0/24'] })
    expect(await addressIn('192.0.2.8', forwarded)).toBe('203.0.113.9')
    const token = await device().tokenOf('admin')
    await device().call('add_whitelist', { list: [{ address: '203.0.113.0/24', comment: '' }] }, token)
    expect((await get('/healthz', forwarded, '192.0.2.8')).statusCode).toBe(200)
    const stranger = { ...forwarded, 'x-forwarded-for': '203.0.114.1' }
    expect((await get('/healthz', stranger, '192.0.2.8')).statusCode).toBe(403)
    // Entries that a client has put before the proxy's own entry are ignored.
    const forged = { ...forwarded, 'x-forwarded-for': '203.0.113.9, 203.0.114.1' }
    expect((await get('/healthz', forged, '192.0.2.8')).statusCode).toBe(403)
  })

  // IIS and Azure write the port of the client too (home-assistant/core 52480).
  test.each([
    ['203.0.113.9:50123', '203.0.113.9'],
    ['203.0.113.9:50123, 192.0.2.9:44578', '203.0.113.9'],
    ['[2001:db8::9]:443', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('may name the client with its port: %s', async (written, address) => {
    await open({ proxies: ['192.0.2.0/24'] })
    expect(await addressIn('192.0.2.8', { ...forwarded, 'x-forwarded-for': written })).toBe(address)
  })

  test('headers of any other client are ignored: neither address nor name is used', async () => {
    await open({ proxies: ['192.0.2.0/24'] })
    expect(await addressIn('198.51.100.7', forwarded)).toBe('198.51.100.7')
    const named = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    expect((await get('/healthz', named)).statusCode).toBe(421)
    expect((await get('/healthz', named, '192.0.2.8')).statusCode).toBe(200)
  })

  // Apache adds its own Host to the list; `$host` of nginx has no port; `Forwarded` is not read.
  test.each([
    [{ 'x-forwarded-host': 'public.example:8443' }, code.success, undefined],
    [{ 'x-forwarded-host': 'public.example' }, code.permission_denied, 'X-Forwarded-Host: public.example'],
    [{ 'x-forwarded-host': 'public.example:8443, box.example' }, code.permission_denied, 'Host: box.example'],
    [{ forwarded: 'host="public.example:8443"' }, code.permission_denied, 'Host: box.example'],
  ])('decides the host by %o', async (headers, wanted, named) => {
    await open({ proxies: ['192.0.2.0/24'], names: ['box.example', 'public.example'] })
    const answer = await device().app.inject({
      method: 'POST',
      url: '/api/utils/ping',
      remoteAddress: '192.0.2.8',
      headers: {
        'content-type': 'application/json',
        host: 'box.example',
        origin: 'http://public.example:8443',
        ...headers,
      },
      payload: '{}',
    })
    const { code: got, data } = answer.json()
    expect([got, data?.detail?.split(', ')[1]]).toEqual([wanted, named])
  })

  test('does not exist if the setting is empty', async () => {
    await open()
    expect(await addressIn('127.0.0.1', forwarded)).toBe('127.0.0.1')
  })
})

test('names and proxies of the environment are checked', () => {
  const read = (env: NodeJS.ProcessEnv) => readEnvironment({ PARKING_DATA: '.', ...env })
  expect(
    read({ PARKING_NAMES: 'Box.Example. gate', PARKING_TRUSTED_PROXIES: '127.0.0.1, 192.0.2.9/24' }),
  ).toMatchObject({ names: ['box.example', 'gate'], proxies: ['127.0.0.1', '192.0.2.0/24'] })
  expect(() => read({ PARKING_NAMES: 'http://box' })).toThrow(
    'PARKING_NAMES must be host names without port, not "http://box".',
  )
  expect(() => read({ PARKING_TRUSTED_PROXIES: 'nginx' })).toThrow(
    'PARKING_TRUSTED_PROXIES must be addresses or networks like 192.0.2.0/24, not "nginx".',
  )
})

test('the first password comes from a file of mode 0600, or from a systemd credential', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-credential-'))
  const file = join(folder, 'admin_password')
  writeFileSync(file, 'Kerb#2026-first\n', { mode: 0o600 })
  const read = (env: NodeJS.ProcessEnv) => readEnvironment({ PARKING_DATA: '.', ...env }).admin_password
  expect(read({ PARKING_ADMIN_PASSWORD_FILE: file })).toBe('Kerb#2026-first')
  expect(read({ CREDENTIALS_DIRECTORY: folder })).toBe('Kerb#2026-first')
  expect(read({ CREDENTIALS_DIRECTORY: join(folder, 'none') })).toBeUndefined()
  chmodSync(file, 0o644)
  expect(() => read({ PARKING_ADMIN_PASSWORD_FILE: file })).toThrow('it must have mode 0600')
  expect(() => read({ PARKING_ADMIN_PASSWORD_FILE: `${file}.none` })).toThrow('there is no file')
  rmSync(folder, { recursive: true })
})

test('security.txt is served until it expires, and missing files of the console leave no error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'console.json'), JSON.stringify({ app: '', login: {}, routes: {} }))
  const text = 'Contact: mailto:a@b.example\nExpires: 2026-12-01T00:00:00Z\n'
  writeFileSync(join(folder, 'security.txt'), text)
  await open({ console_folder: folder })
  const ask = () => get('/.well-known/security.txt', { host: 'localhost' })
  const answer = await ask()
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    text,
  ])
  device().wait(30 * 86_400_000)
  expect((await ask()).statusCode).toBe(404)
  for (const url of ['/assets/', '/assets/..%5c', '/.git/config']) {
    const missing = await get(url, { host: 'localhost' })
    expect([url, missing.statusCode, missing.json().code]).toEqual([url, 404, code.not_found])
  }
  expect(device().logged()).not.toContain('"level":"error"')
  rmSync(folder, { recursive: true })
})
