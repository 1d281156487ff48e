/** Row 30: open ports, files that must not be there, redirects, foreign addresses, security.txt, SBOM. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import type { Attack } from '../support/lab.ts'

/** The only documented open port is the console's (docs/install.md). */
export const surface: Attack = async ({ target, admin }, row) => {
  const listening = listeningOf(target.pid())
  row.check('one port listens', listening.length === 1 && listening[0] === target.port, listening.join(', '))
  for (const path of [
    '/.git/config',
    '/.env',
    '/debug',
    '/metrics',
    '/docs',
    '/openapi.json',
    '/sbom.json',
    '/bundled.json',
    '/console.json',
    '/manifest.json',
    '/server-status',
    '/assets/app.js.map',
  ]) {
    const heard = await target.ask({ method: 'GET', path })
    row.check(`${path} is not there`, heard.status === 404, `HTTP ${heard.status}`)
  }
  const maps = readdirSync(join(root, 'console/dist/assets')).filter((name) => name.endsWith('.map'))
  row.check('no source map is shipped to browsers', maps.length === 0, maps[0])
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '%2f%2fevil.example'])
    for (const path of ['/login', '/auth-redirect']) {
      const heard = await target.ask({
        method: 'GET',
        path: `${path}?redirect=${to}`,
        headers: { accept: 'text/html', cookie: `Admin-Token=${admin.token}; ${admin.cookie}` },
      })
      const { location = '/' } = heard.headers
      row.check(`${path}?redirect=${to} leads nowhere else`, /^\/(?![/\\])/.test(location), location)
    }
  const text = await target.ask({ method: 'GET', path: '/.well-known/security.txt' })
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text.body)?.[1] ?? '')
  const year = 365 * 86_400_000
  row.check(
    'security.txt names a contact and ends within a year',
    /^Contact: mailto:/m.test(text.body) && expires > Date.now() && expires < Date.now() + year,
    text.body.split('\n').slice(0, 2).join(' '),
  )
  for (const part of ['server', 'console'])
    for (const file of ['sbom.json', 'third-party.txt'])
      row.check(`${part}/dist has ${file}`, existsSync(join(root, part, 'dist', file)))
  const foreign = foreignAddresses()
  row.check(
    'the console names no script, style, font or picture of another host',
    foreign.length === 0,
    foreign.join(', '),
  )
}

/** The TCP ports on which a process listens. */
function listeningOf(pid: number): number[] {
  const inodes = new Set<string>()
  for (const fd of readdirSync(`/proc/${pid}/fd`))
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      if (inode) inodes.add(inode)
    } catch {
      // The descriptor was closed in the meantime.
    }
  return ['tcp', 'tcp6'].flatMap((file) =>
    readFileSync(`/proc/${pid}/net/${file}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  )
}

/** The foreign addresses that the console's documents and styles would fetch. */
function foreignAddresses(): string[] {
  const folder = join(root, 'console/dist')
  const texts = [
    readFileSync(join(folder, 'console.json'), 'utf8'),
    ...readdirSync(join(folder, 'assets'))
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(join(folder, 'assets', name), 'utf8')),
  ]
  const pattern = /(?:src|href)=\\?"(?:https?:)?\/\/[^"\\]+|url\((?:https?:)?\/\/[^)]+|@import/g
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([found]) => found))
}
