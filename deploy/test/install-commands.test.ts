/**
 * The commands of the documents, the Ansible collection, the root helper, the console and the package agree
 * on the files of the repository: each is run on a folder of the test, and compared with the others.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aptPackages } from '@parking/server/adapters/system/apt-packages.ts'
import { openPrograms, type Program } from '@parking/server/adapters/system/program.ts'
import { openRootHelper } from '@parking/server/adapters/system/root-helper.ts'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { scriptsOf, namesOf } from '../../scripts/lib/package/control.ts'
import { root } from '../../scripts/lib/root.mjs'
import { fingerprintsOf } from '../guard/fingerprint.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = ['docs/install.md', 'manual/zh/install-software.md', 'manual/tw/install-software.md']
const url = 'https://packages.example.com'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
  for (const made of ['etc/apt/sources.list.d', 'etc/parking-edge', 'usr/share/keyrings'])
    mkdirSync(join(folder, made), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))
const inFolder = (script: string) => script.replaceAll(/(?<![\w.])\/(etc|usr|var|run)\//g, `${folder}/$1/`)
const sh = (script: string, ...args: string[]) => {
  const { status, stderr } = spawnSync('sh', ['-euc', inFolder(script), 'sh', ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}
const filesIn = (part: string) =>
  existsSync(join(folder, part))
    ? readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length))
        .toSorted()
    : []

/** The commands of a page, one for each code block. */
const commandsIn = (page: string) =>
  [...read(page).matchAll(/^( *)```\n([\s\S]*?)^ *```/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
const naming = (page: string) => commandsIn(page).find((one) => one.includes('sources.list.d')) ?? ''
const keyFile = (page: string) => /wget -O (\S+) /.exec(commandsIn(page).join('\n'))?.[1] ?? ''

/** The source file that the root helper writes for the console. */
function writtenByHelper(): string {
  writeFileSync(join(folder, 'request'), url)
  sh(`request=$1\n${read('deploy/root-helper.d/repository')}`, join(folder, 'request'))
  return contentOfSource()
}
function contentOfSource(): string {
  const [file, ...more] = filesIn('etc/apt')
  expect([file, more]).toEqual(['/etc/apt/sources.list.d/parking-edge.sources', []])
  return readFileSync(join(folder, file!), 'utf8').replaceAll(folder, '')
}

test.each(pages)('%s names the repository in the file and the words of the root helper', (page) => {
  const helper = writtenByHelper()
  rmSync(join(folder, 'etc/apt/sources.list.d/parking-edge.sources'))
  sh(naming(page))
  expect(contentOfSource()).toBe(helper)
  expect(helper).toContain(`Signed-By: ${keyFile(page)}\n`)
})

test('the Ansible collection writes the same file', () => {
  const helper = writtenByHelper()
  const tasks = read('deploy/ansible/roles/install/tasks/main.yml')
  const [, file = '', content = ''] =
    /dest: (\/etc\/apt\/\S+)\n +content: \|\n([\s\S]*?)\n {8}owner/.exec(tasks) ?? []
  expect(file).toBe('/etc/apt/sources.list.d/parking-edge.sources')
  const lines = content.replaceAll(/^ {10}/gm, '').replace('{{ parking_edge_repository }}', url)
  expect(`${lines}\n`).toBe(helper)
  expect(tasks).toContain(`dest: ${keyFile(pages[0]!)}\n`)
})

const no_apt = lacks('apt-get', !existsSync('/usr/bin/apt-get'))
test.skipIf(no_apt).each(pages)('the console reads the repository that %s has named', async (page) => {
  sh(naming(page))
  const system = openPrograms()
  const here: Program = ([program, ...args], options) =>
    system([program, '-o', `Dir::Etc=${folder}/etc/apt`, ...args], options)
  const helper = openRootHelper(here, { requests: folder, results: folder })
  expect(await aptPackages(here, helper, ['parking-edge']).repository()).toBe(url)
})

test.each(pages)('a purge leaves no file of those that the commands of %s have made', (page) => {
  sh(naming(page))
  writeFileSync(join(folder, keyFile(page)), 'key')
  const { postrm = '' } = scriptsOf(namesOf('1.2.3', 'amd64').product)
  // Without the machine's systemd: only the files are of interest here.
  sh(`PATH=/bin; command() { return 1; }\n${postrm.replace('exit 0', '')}`, 'purge')
  expect(['etc', 'usr', 'var'].flatMap(filesIn)).toEqual([])
})

/** The part of the postinst that moves the file which the manual named until version 0.1. */
function takeOver(): void {
  const { postinst = '' } = scriptsOf(namesOf('1.2.3', 'amd64').product)
  sh(/^ *old_list=[\s\S]*?^ {4}fi\n/m.exec(postinst)?.[0] ?? 'exit 1')
}

test('the list that an earlier manual named becomes the one file; another one stays', () => {
  const list = join(folder, 'etc/apt/sources.list.d/parking-edge.list')
  const helper = writtenByHelper()
  const old = `deb [signed-by=/usr/share/keyrings/parking-edge.gpg] ${url} stable main\n`
  writeFileSync(list, old)
  takeOver()
  expect(contentOfSource()).toBe(helper)
  rmSync(join(folder, 'etc/apt/sources.list.d/parking-edge.sources'))
  writeFileSync(list, old)
  takeOver()
  expect(contentOfSource()).toBe(helper)
  rmSync(join(folder, 'etc/apt/sources.list.d/parking-edge.sources'))
  writeFileSync(list, 'deb http://other.example/ bookworm main\n')
  takeOver()
  expect(filesIn('etc/apt')).toEqual(['/etc/apt/sources.list.d/parking-edge.list'])
})

const no_gpg = lacks('gpg', spawnSync('gpg', ['--version']).status !== 0)
test.skipIf(no_gpg)("the fingerprint that the box shows is gpg's, for keys old and new", () => {
  const gpg = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('gpg', ['--homedir', folder, '--batch', '--quiet', ...args])
    expect([status, String(stderr)]).toEqual([0, ''])
    return stdout
  }
  const made: string[] = []
  for (const kind of ['ed25519', 'rsa3072'])
    gpg('--passphrase', '', '--quick-gen-key', `Test ${kind}`, kind, 'sign', 'never')
  const listed = String(gpg('--list-keys', '--with-colons'))
  made.push(...[...listed.matchAll(/^fpr:+([0-9A-F]{40}):/gm)].map(([, print = '']) => print))
  expect(made).toHaveLength(2)
  const keyring = gpg('--export')
  expect(fingerprintsOf(keyring)).toEqual(made)
  expect(() => fingerprintsOf(keyring.subarray(0, -7))).toThrow('cut off')
  expect(() => fingerprintsOf(gpg('--export', '--armor'))).toThrow('no binary')
})
