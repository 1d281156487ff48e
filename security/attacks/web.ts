/** Rows 14 and 15: requests from other sites, and the headers of every status and file. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import { calls, code, type CallName } from '@parking/contract'
import { root } from '#scripts/lib/root.mjs'
import type { Ask, Heard } from '../support/client.ts'
import type { Attack } from '../support/lab.ts'
import { headersOf, type Answer, type Target } from '../support/target.ts'

const names = Object.keys(calls) as CallName[]
const posts = names.filter((name) => calls[name].method === 'POST')
const evil = 'https://evil.example'

export const crossSite: Attack = async ({ target, admin }, row) => {
  const body = { no_such_field: 1 }
  const foreign: [string, Record<string, string>, number][] = [
    ['a foreign origin', { origin: evil }, code.permission_denied],
    ['the origin null', { origin: 'null' }, code.permission_denied],
    ['the same name at another port', { origin: 'https://127.0.0.1:1' }, code.permission_denied],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }, code.permission_denied],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }, code.permission_denied],
    ['JSON as text/plain', { 'content-type': 'text/plain' }, code.format_error],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, code.format_error],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, code.format_error],
  ]
  const sendAll = async ([what, sent, wanted]: (typeof foreign)[number]) => {
    const wrong: string[] = []
    for (const name of posts) {
      const answer = await target.call(name, body, admin, { headers: sent })
      if (answer.code !== wanted) wrong.push(`${name} ${answer.code}`)
    }
    row.check(`${what} is refused by ${posts.length} calls`, wrong.length === 0, wrong.slice(0, 8).join(', '))
  }
  await Promise.all(foreign.map(sendAll))
  const opened: string[] = []
  const byMethod = async (method: string) => {
    for (const name of posts) {
      const heard = await target.ask({ method, path: calls[name].path, headers: headersOf(admin) })
      if (codeOf(heard) === code.success) opened.push(`${method} ${name}`)
    }
  }
  await Promise.all(['GET', 'PUT', 'PATCH', 'DELETE'].map(byMethod))
  row.check('no call is made by GET, PUT, PATCH or DELETE', opened.length === 0, opened.join(', '))
  const preflight = await target.ask({
    method: 'OPTIONS',
    path: calls.login.path,
    headers: { origin: evil, 'access-control-request-method': 'POST' },
  })
  const cors = Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))
  row.check('a preflight request is given no permission', cors.length === 0, cors.join(', '))
  const socket = new WebSocket(`wss://127.0.0.1:${target.port}/live/X`, {
    rejectUnauthorized: false,
    origin: evil,
  })
  socket.on('error', () => undefined)
  const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  row.check(
    'a WebSocket of a foreign origin is refused',
    refused.statusCode === 403,
    `HTTP ${refused.statusCode}`,
  )
  socket.terminate()
}

const codeOf = ({ body }: Heard): number | undefined => {
  try {
    return (JSON.parse(body) as Answer).code
  } catch {
    return undefined
  }
}

export const headers: Attack = async ({ target, admin }, row) => {
  const signed = headersOf(admin)
  const asset = /\/assets\/[\w.-]+\.js/.exec(
    readFileSync(join(root, 'console/dist/console.json'), 'utf8'),
  )?.[0]
  const page = { accept: 'text/html' }
  const get = (path: string, more: Ask = {}): Ask => ({ method: 'GET', path, ...more })
  const asks: [string, Ask][] = [
    ...['/login', '/dashboard', '/nowhere', '/404'].map((path): [string, Ask] => [
      path,
      get(path, { headers: page }),
    ]),
    ['a redirect of the console', get('/login', { headers: { ...page, cookie: 'Admin-Token=x' } })],
    ['a redirect to HTTPS', get('/dashboard', { headers: page, plain: true })],
    ['a call in clear', { path: calls.ping.path, body: '{}', plain: true }],
    ['a wrong host', get('/dashboard', { headers: { ...page, host: 'evil.example' } })],
    ['a script', get(asset ?? '/assets/')],
    ...[
      '/favicon.svg',
      '/favicon.ico',
      '/robots.txt',
      '/third-party.txt',
      '/.well-known/security.txt',
      '/healthz',
    ].map((path): [string, Ask] => [path, get(path)]),
    ...[
      '/assets/',
      '/assets/gone.js',
      '/assets/..%5c',
      '/media/x.jpg',
      '/media/support/x.zip',
      '/live/x',
      '/.git/config',
    ].map((path): [string, Ask] => [path, get(path)]),
    ['the worker', get('/probe-worker.js')],
    ['a good call', { path: calls.get_address.path, body: '{}', headers: signed }],
    ['a call without a session', { path: calls.get_address.path, body: '{}' }],
    ['a refused body', { path: calls.get_address.path, body: '{"x":1}', headers: signed }],
    ['broken JSON', { path: calls.get_address.path, body: '{', headers: signed }],
    ['two megabytes', { path: calls.get_address.path, body: `"${'x'.repeat(2 << 20)}"`, headers: signed }],
    ['no such call', { path: '/api/system/nothing', body: '{}', headers: signed }],
    ['another method', { method: 'DELETE', path: calls.get_address.path, headers: signed }],
    ['a broken address', get('/%zz')],
    ['headers that are too long', get('/dashboard', { headers: { x: 'y'.repeat(20_000) } })],
  ]
  const statuses = new Set<number>()
  for (const [what, asked] of asks) {
    let heard: Heard
    try {
      heard = await target.ask(asked)
    } catch (error) {
      row.check(`${what} is answered`, false, String(error))
      continue
    }
    statuses.add(heard.status)
    const wrong = faultsOf(heard, asked)
    if (wrong.length > 0) row.check(`the headers of ${what} (HTTP ${heard.status})`, false, wrong.join('; '))
  }
  const raw = await rawAnswer(target)
  row.check(
    'even what is no HTTP gets them',
    required.every(([name]) => raw.toLowerCase().includes(`${name}:`)),
  )
  row.check(`${asks.length} answers carry every header`, true, `HTTP ${[...statuses].sort().join(', ')}`)
}

const required: readonly [string, RegExp][] = [
  ['content-security-policy', /default-src 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^no-referrer$/],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-resource-policy', /^(same-origin|cross-origin)$/],
]

function faultsOf({ headers: given, body, status }: Heard, { path = '' }: Ask): string[] {
  const policy = String(given['content-security-policy'] ?? '')
  const faults = required
    .filter(([name, pattern]) => !pattern.test(String(given[name] ?? '')))
    .map(([name]) => `${name}: ${String(given[name])}`)
  if (/unsafe-(inline|eval)/.test(policy)) faults.push('the policy permits inline scripts')
  if (!path.startsWith('/probe-worker'))
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      if (!policy.includes(part)) faults.push(`the policy lacks ${part}`)
  if (path.startsWith('/api') && !String(given['cache-control']).includes('no-store'))
    faults.push('may be stored')
  if (Object.keys(given).some((name) => name.startsWith('access-control') || name === 'x-powered-by'))
    faults.push('a header that it must not have')
  if (/\n\s+at |node_modules|\.ts:\d/.test(body) && status >= 400) faults.push('a stack in the body')
  if ((given['strict-transport-security'] ?? '') !== '') faults.push('HSTS with a certificate of its own')
  return faults
}

/** The answer to a client that does not speak HTTP, over plain TCP. */
async function rawAnswer({ port }: Target): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  let heard = ''
  socket.on('data', (data) => (heard += String(data))).on('error', () => undefined)
  socket.write('NONSENSE\r\n\r\n')
  await once(socket, 'close')
  return heard
}
