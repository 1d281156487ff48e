/**
 * The root helper's verbs for software (deploy/root-helper.d): the shell code that checks the server's
 * request last, run on the test's folder.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRepository } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aptPackages } from '#src/adapters/system/apt-packages.ts'
import { openPrograms, type Program } from '#src/adapters/system/program.ts'
import { openRootHelper } from '#src/adapters/system/root-helper.ts'
import { lacks } from '../debian.ts'

const verbs = fileURLToPath(new URL('../../../deploy/root-helper.d/', import.meta.url))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-helper-'))
  mkdirSync(join(folder, 'sources.list.d'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = () => join(folder, 'sources.list.d', 'parking-edge.sources')
beforeEach(() => rmSync(file(), { force: true }))

/** Runs a verb as deploy/root-helper does, with another apt folder. */
function run(verb: string, request: string): { status: number | null; stderr: string } {
  const script = readFileSync(join(verbs, verb), 'utf8').replaceAll('/etc/apt', folder)
  writeFileSync(join(folder, 'request'), request)
  const { status, stderr } = spawnSync(
    'sh',
    ['-euc', `request=$1 out=$2\n${script}`, 'helper', join(folder, 'request'), folder],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  )
  return { status, stderr }
}

test("a plain URL becomes a source signed by the product's key; an empty one removes it", () => {
  expect(run('repository', 'https://packages.example.com:8443/stable')).toEqual({ status: 0, stderr: '' })
  expect(readFileSync(file(), 'utf8')).toBe(
    'Types: deb\nURIs: https://packages.example.com:8443/stable\nSuites: stable\nComponents: main\n' +
      'Signed-By: ' +
      '/usr/share/keyrings/parking-edge.gpg\n',
  )
  expect(run('repository', '')).toEqual({ status: 0, stderr: '' })
  expect(existsSync(file())).toBe(false)
})

const no_apt = lacks('apt-get', !existsSync('/usr/bin/apt-get'))
test.skipIf(no_apt)('apt itself reads the repository that was set', async () => {
  const system = openPrograms()
  const here: Program = ([program, ...args], options) =>
    system([program, '-o', `Dir::Etc=${folder}`, ...args], options)
  const no_helper = openRootHelper(here, { requests: folder, results: folder })
  const packages = aptPackages(here, no_helper, ['parking-edge'])
  for (const url of ['https://packages.example.com:8443/stable', 'http://[2001:db8::1]/a/b']) {
    run('repository', url)
    expect(await packages.repository()).toBe(url)
    run('repository', `${url}/`)
    expect(await packages.repository()).toBe(url)
  }
  run('repository', '')
  expect(await packages.repository()).toBe('')
})

test.each([
  'http://packages.example/x\nTrusted: yes',
  'http://packages.example/x\n\nTypes: deb',
  'http://packages.example/x Trusted: yes',
  'x\nhttp://packages.example/x',
  'http://packages.example/x\r\nTrusted: yes',
  'http://packages.example/x\tTrusted: yes',
  '[trusted=yes] http://packages.example/x',
  'http://packages.example/[trusted=yes]',
  'http://user:pw@packages.example/x',
  '$(reboot)',
  '`reboot`',
  'http://packages.example/$(reboot)',
  'http://packages.example/";reboot',
  '-n',
  'file:/etc',
  'copy:/etc',
  'http://',
  'HTTP://packages.example/',
  `http://packages.example/${'x'.repeat(600)}`.slice(0, 600),
])('no other field can be injected: %j', (request) => {
  const { status, stderr } = run('repository', request)
  expect(status).toBe(64)
  expect(stderr).toBe('E: The repository must be a plain http or https URL.\n')
  expect(existsSync(file())).toBe(false)
})

test('the shell never accepts a URL that the contract refuses', () => {
  const parts = fc.constantFrom(
    'http://',
    'https://',
    'h',
    'a.b',
    '-',
    '.',
    '/',
    ':',
    '80',
    '[',
    ']',
    '::1',
    '%20',
    '~',
    '+',
    '=',
    ',',
    '@',
    '?',
    '#',
    ' ',
    '\n',
    '\t',
    '"',
    "'",
    '\\',
    '$',
    '`',
    ';',
    'é',
    '軟',
    'Trusted: yes',
  )
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 7 }).map((words) => words.join('')),
      (text) => {
        const { status } = run('repository', text)
        if (isRepository(text)) expect([text, status]).toEqual([text, 0])
        if (status === 0 && existsSync(file()))
          expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(6)
        // The shell drops trailing line ends, which the contract refuses. Apart from those, it may accept
        // more than the contract only in the host and the port.
        if (status === 0)
          expect(text.trimEnd()).toMatch(/^$|^https?:\/\/[A-Za-z0-9[][A-Za-z0-9.:[\]/~%+=,_-]*$/)
      },
    ),
    { numRuns: 150, examples: [['http://h'], ['https://h.a:80/x/'], ['http://[::1]/x']] },
  )
})

test('automatic updates accept only on and off', () => {
  for (const request of ['', 'yes', 'on; reboot', 'on\noff', 'ON'])
    expect([request, run('auto-update', request).status]).toEqual([request, 64])
})
