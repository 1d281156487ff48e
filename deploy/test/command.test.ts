/** `parking-edge`, the command of the box, on the folders of a test: what needs no root and no server. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'

let folder = ''
const put = (file: string, text: string | Buffer) => writeFileSync(join(folder, file), text)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'))
  const tree = 'usr/lib/parking-edge/1.2.3'
  for (const made of [`${tree}/server`, 'usr/share/keyrings', 'etc/apt/sources.list.d'])
    mkdirSync(join(folder, made), { recursive: true })
  cpSync(join(root, 'deploy/guard'), join(folder, tree, 'guard'), { recursive: true })
  symlinkSync(process.execPath, join(folder, tree, 'node'))
  symlinkSync('1.2.3', join(folder, 'usr/lib/parking-edge/current'))
  put(`${tree}/server/package.json`, '{\n  "name": "@parking/server",\n  "version": "1.2.3~rc.1"\n}\n')
  const launcher = readFileSync(join(root, 'deploy/guard-launcher'), 'utf8')
  writeFileSync(join(folder, 'usr/lib/parking-edge/guard'), launcher.replace(/^home=.*/m, `home=${home()}`), {
    mode: 0o755,
  })
})
afterEach(() => rmSync(folder, { recursive: true }))
const home = () => join(folder, 'usr/lib/parking-edge')

function run(...args: string[]) {
  const script = readFileSync(join(root, 'deploy/parking-edge'), 'utf8').replaceAll(
    /(?<=[= ])\/(etc|usr\/lib|usr\/share)\//g,
    `${folder}/$1/`,
  )
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'parking-edge', ...args], {
    encoding: 'utf8',
  })
  return { status, lines: stdout.split('\n').filter(Boolean), stderr }
}

test('--version prints the version that runs', () => {
  expect(run('--version')).toEqual({ status: 0, lines: ['1.2.3~rc.1'], stderr: '' })
})

test('status names version, units, upgrade, repository and the fingerprint of its key', () => {
  const unknown = run('status')
  expect([unknown.status, unknown.stderr]).toEqual([0, ''])
  expect(unknown.lines[0]).toBe('Version: 1.2.3~rc.1')
  expect(unknown.lines.filter((line) => /repository|^Repository/.test(line))).toEqual([])
  put(
    'etc/apt/sources.list.d/parking-edge.sources',
    'Types: deb\nURIs: https://packages.example.com\nSuites: stable\n',
  )
  // The key of RFC 8032's first test vector, in the packet of an Ed25519 key (RFC 9580 §5.5.5.9).
  const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
  const body = Buffer.concat([Buffer.from([4, 0x60, 0, 0, 0, 27]), key])
  put('usr/share/keyrings/parking-edge.gpg', Buffer.concat([Buffer.from([0xc6, body.length]), body]))
  const { lines } = run('status')
  expect(lines).toContain('Repository: https://packages.example.com')
  expect(lines.at(-1)).toMatch(/^Key of the repository: [0-9A-F]{40}$/)
})

test('a wrong use is refused with the usage, and the man page has every form of it', () => {
  const { status, stderr } = run('labels')
  expect([status, stderr]).toEqual([1, expect.stringContaining('usage: parking-edge status | label')])
  const forms = stderr
    .replace(/^.*usage: parking-edge /, '')
    .trim()
    .split(/ \| /)
  const page = readFileSync(join(root, 'deploy/parking-edge.8'), 'utf8')
  const synopsis = page
    .slice(page.indexOf('.SH SYNOPSIS'), page.indexOf('.SH DESCRIPTION'))
    .replaceAll('\\-', '-')
  const missing = forms.filter((form) => !synopsis.includes(`.B parking-edge ${form.split(' ')[0]}`))
  expect(missing).toEqual([])
})

// What users write into the file of settings, which systemd reads for the server.
test.each([
  ['box.example', 'box.example'],
  ['"box.example gate"', 'box.example gate'],
  ["'box.example'", 'box.example'],
  [' box.example  ', 'box.example'],
  ['old\n# PARKING_NAMES=none\n  PARKING_NAMES=new', 'new'],
  ['', ''],
])('a setting of %j reaches the server as systemd reads it', (written, read) => {
  mkdirSync(join(folder, 'etc/parking-edge'), { recursive: true })
  put('etc/parking-edge/environment', `PARKING_NAMES=${written}\n`)
  const text = readFileSync(join(root, 'deploy/parking-edge'), 'utf8')
  const setting = /^setting\(\) \{[^]*?^\}/m.exec(text)?.[0].replace('/etc/', `${folder}/etc/`)
  const { stdout } = spawnSync('sh', ['-c', `${setting}\nsetting PARKING_NAMES`], { encoding: 'utf8' })
  expect(stdout.trimEnd()).toBe(read)
})
