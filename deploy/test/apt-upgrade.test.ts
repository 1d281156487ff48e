/**
 * Every way to upgrade brings the next version: Debian's own apt decides, on a system of the test with the
 * packages of one version and a repository with those of the next.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { controlOf, namesOf } from '../../scripts/lib/package/control.ts'

const [old, next] = ['1.2.3', '1.3.0~rc.1']
let folder = ''
const at = (path: string) => join(folder, path)

/** The control data of the three packages of a version. */
const controlsOf = (version: string) =>
  Object.values(namesOf(version, 'amd64')).map((named) => controlOf(named, 1, version).trim())

/** The packages of Debian that the control data names, as installed. */
const debian = () => {
  const wanted = controlsOf(old).flatMap((text) => /^Depends: (.*)$/m.exec(text)?.[1]?.split(', ') ?? [])
  const names = new Set(
    wanted.map((one) => one.split(' ')[0]!).filter((name) => !name.startsWith('parking-')),
  )
  return [...names].map(
    (name) => `Package: ${name}\nVersion: 999\nArchitecture: amd64\nMaintainer: x <x@x.x>`,
  )
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apt-'))
  for (const made of [
    'etc/apt/apt.conf.d',
    'etc/apt/preferences.d',
    'etc/apt/trusted.gpg.d',
    'var/lib/dpkg',
    'var/lib/apt/lists/partial',
    'var/cache/apt/archives/partial',
    'repository',
  ])
    mkdirSync(at(made), { recursive: true })
  const installed = [...debian(), ...controlsOf(old)]
  writeFileSync(
    at('var/lib/dpkg/status'),
    installed.map((text) => `${text}\nStatus: install ok installed\n\n`).join(''),
  )
  const listed = controlsOf(next).map((text) => {
    const [name, version, arch] = ['Package', 'Version', 'Architecture'].map(
      (field) => new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1],
    )
    return `${text}\nFilename: ./${name}_${version}_${arch}.deb\nSize: 1\nSHA256: ${'0'.repeat(64)}\n\n`
  })
  writeFileSync(at('repository/Packages'), listed.join(''))
  writeFileSync(at('etc/apt/sources.list'), `deb [trusted=yes] file:${at('repository')} ./\n`)
  apt('apt-get', 'update')
})
afterEach(() => rmSync(folder, { recursive: true }))

function apt(program: string, ...args: string[]): string {
  const options = [
    `Dir=${folder}`,
    `Dir::State::status=${at('var/lib/dpkg/status')}`,
    'Dir::Etc::main=-',
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ]
  const { stdout, stderr, status } = spawnSync(
    program,
    [...options.flatMap((option) => ['-o', option]), ...args],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  )
  expect(status, `${stderr}`).toBe(0)
  return stdout
}

const no_apt = lacks('apt-get', !existsSync('/usr/bin/apt-get'))
test.skipIf(no_apt).each([
  ['apt-get', 'upgrade'],
  ['apt', 'upgrade'],
  ['apt-get', 'dist-upgrade'],
  // The console's update page and the nightly update (deploy/root-helper.d/update).
  ['apt-get', 'install', '--only-upgrade', 'parking-edge', 'parking-analysis'],
])('%s %s brings the next version and keeps nothing back', (program, ...args) => {
  const said = apt(program, '--simulate', '-y', ...args)
  const brought = [...said.matchAll(/^Inst (\S+) \[(\S+)\] \((\S+) /gm)].map(([, name, from, to]) => [
    name,
    from,
    to,
  ])
  expect(brought.toSorted()).toEqual([
    ['parking-analysis', old, next],
    ['parking-edge', old, next],
  ])
  expect(said).not.toMatch(/kept back|REMOVED/)
})
