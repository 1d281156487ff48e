/**
 * Checks the content and metadata of the Debian packages: one version, no development tools, no secrets,
 * scripts that parse. Long because every kind of package is checked against the same list of files.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { packagesOf } from '../list-packages.mjs'
import { billFor } from '../../scripts/lib/package/bill.ts'
import { buildPackage } from '../../scripts/lib/package/deb.ts'
import { budgetOf, partsOf, weigh } from '../../scripts/lib/package/budget.ts'
import { controlOf, documentEntries, namesOf, scriptsOf } from '../../scripts/lib/package/control.ts'
import { packagesFor, readLock, type Arch } from '../../scripts/lib/package/lock.ts'
import {
  isNewer,
  lockWithVersion,
  releaseNotes,
  released_files,
  releasedText,
  withVersion,
  workspaces,
} from '../../scripts/lib/package/release.ts'
import { analysisEntries, systemEntries, treeEntries, type Entry } from '../../scripts/lib/package/tree.ts'
import { compareVersions, treeName } from '../guard/version.mjs'
import * as versions from '../../scripts/lib/package/versions.ts'

const { isPackageVersion, packageVersion, presentCommit, productVersion } = versions
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const here: Arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
const time = Date.UTC(2026, 10, 24) / 1000
let tree: Entry[]
beforeAll(async () => {
  tree = await treeEntries(here, { version: '1.2.3', time })
})
const textOfEntry = (entry: Entry | undefined): string =>
  entry === undefined
    ? ''
    : 'text' in entry
      ? entry.text
      : 'from' in entry
        ? readFileSync(entry.from, 'utf8')
        : ''

describe('the content of the packages', () => {
  test('a version has every program', () => {
    const places = new Set(tree.map(({ to }) => to.replace('/usr/lib/parking-edge/package/', '')))
    const wanted = [
      'server/dist/main.js',
      'server/migrations/0001-start.sql',
      'console/dist/console.json',
      'analysis/dist/main.js',
      'analysis/models/detector.onnx',
      'node_modules/fastify/fastify.js',
      'root-helper',
      'root-helper.d/update',
      'guard/main.mjs',
    ]
    expect(wanted.filter((file) => !places.has(file))).toEqual([])
  })

  test('no development tool, test, source map, secret or file of another platform goes to a box', () => {
    const bad = [
      /\.(map|ts|tsx|c|cc|cpp|h|gyp|md5|pem|key|p12)$/,
      /\.(test|spec)\.|\/(test|tests)\/|(^|\/)\./,
      /\/(vitest|playwright|typescript|oxlint|rolldown|vite|tsx|knip|oxfmt|sim)\//,
      /win32|darwin|musl/,
    ]
    const names = [...tree, ...systemEntries(), ...analysisEntries()].map(({ to }) => to)
    expect(names.filter((name) => bad.some((pattern) => pattern.test(name)))).toEqual([])
    const secret = /-----BEGIN [A-Z ]*PRIVATE KEY-----|"resolved": ?"http|_authToken/
    const texts = tree.filter(
      (one) => /\.(js|mjs|json|sql|txt)$/.test(one.to) && !one.to.includes('/node_modules/'),
    )
    expect(texts.filter((one) => secret.test(textOfEntry(one))).map(({ to }) => to)).toEqual([])
  })

  test('the packages write only to folders of the product and of Debian', () => {
    const places = [...systemEntries(), ...analysisEntries()].map(({ to }) => to)
    const allowed = [
      /^\/usr\/lib\/(parking-edge|parking-analysis|systemd\/system|sysusers\.d|sysctl\.d)\//,
      /^\/usr\/share\/polkit-1\/rules\.d\/|^\/usr\/sbin\/parking-edge$/,
      /^\/usr\/share\/man\/man8\/parking-edge\.8\.gz$/,
      /^\/etc\/parking-edge\/(environment|packages)$/,
    ]
    expect(places.filter((place) => !allowed.some((pattern) => pattern.test(place)))).toEqual([])
    expect(textOfEntry(systemEntries().find(({ to }) => to.endsWith('/environment')))).not.toMatch(
      /PASSWORD=/,
    )
  })

  test('a version loads with its own files alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tree-'))
    try {
      for (const entry of tree) {
        const to = join(folder, entry.to)
        if (/\/(console|analysis)\//.test(to) || 'link' in entry) continue
        mkdirSync(dirname(to), { recursive: true })
        if ('from' in entry) copyFileSync(entry.from, to)
        else writeFileSync(to, textOfEntry(entry))
      }
      const main = join(folder, '/usr/lib/parking-edge/package/server/dist/main.js')
      const env = { ...process.env, PARKING_DATA: join(folder, 'data') }
      const { stderr } = spawnSync(process.execPath, [main, 'label'], { encoding: 'utf8', env })
      // The program has loaded everything and reports that there is no device yet.
      expect(stderr).toMatch(/^[^\n]*data[^\n]*\n$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the same sources give the same list of files', async () => {
    const again = await treeEntries(here, { version: '1.2.3', time })
    expect(again).toEqual(tree)
    expect(textOfEntry(tree.find(({ to }) => to.endsWith('security.txt')))).toContain('Expires: 2027-11-19')
  })

  test('a box gets the npm packages that are installed here, in the build for its processor', () => {
    const lock = readLock()
    const mine = packagesFor(lock, ['server'], here).map(({ path }) => path)
    expect(mine).toEqual(packagesOf(root, 'server').filter((path) => !path.endsWith('/zod')))
    const natives = (arch: Arch) =>
      packagesFor(lock, ['server'], arch).flatMap(({ name }) => (/linux/.test(name) ? [name] : []))
    expect(natives('arm64')).toEqual(natives('amd64').map((name) => name.replace('x64', 'arm64')))
    expect(natives('arm64').length).toBe(3)
  })

  test("the bill of materials lists the packages for the box's processor", () => {
    for (const arch of ['amd64', 'arm64'] as const) {
      const { components } = JSON.parse(billFor(arch, readLock())) as {
        components: { name: string; version: string }[]
      }
      const names = components.map(({ name }) => name)
      expect(names).toContain(`@img/sharp-linux-${arch === 'amd64' ? 'x64' : 'arm64'}`)
      expect(names).not.toContain(`@img/sharp-linux-${arch === 'amd64' ? 'arm64' : 'x64'}`)
      expect(components.find(({ name }) => name === 'node')?.version).toMatch(/^24\./)
    }
  })
})

describe('the control data for dpkg', () => {
  const named = namesOf('1.2.3', 'amd64')
  test('every script parses and has no placeholder left', () => {
    for (const one of Object.values(named))
      for (const [name, text] of Object.entries(scriptsOf(one))) {
        expect(text, `${one.package} ${name}`).not.toMatch(/@[A-Z]+@/)
        execFileSync('sh', ['-n'], { input: text })
      }
    for (const file of [
      'guard-launcher',
      'network-take-over',
      'analysis-backoff',
      'parking-analysis-run',
      'install.sh',
      'root-helper',
      'parking-edge',
    ])
      execFileSync('sh', ['-n', join(root, 'deploy', file)])
  })

  test('the scripts enable and remove every unit that has an [Install] section', () => {
    const units = readdirSync(join(root, 'deploy')).filter(
      (file) => /\.(service|path)$/.test(file) && read(`deploy/${file}`).includes('[Install]'),
    )
    const { postinst = '', postrm = '' } = scriptsOf(named.product)
    for (const unit of units.filter((name) => name !== 'parking-analysis.service'))
      for (const script of [postinst, postrm]) expect(script).toContain(unit)
  })

  test('no package has its version in its name, and the product needs the runtime it was tested with', () => {
    const names = Object.values(named).map((one) => one.package)
    expect(names).toEqual(['parking-edge-node', 'parking-edge', 'parking-analysis'])
    expect(Object.values(namesOf('2.0.0~rc.1', 'arm64')).map((one) => one.package)).toEqual(names)
    expect(controlOf(named.product, 1, '1.2.3')).toMatch(/^Depends: parking-edge-node \(= 24\./m)
    expect(
      controlOf(named.product, 1, '1.2.3')
        .split('\n')
        .every((line) => line.length < 400),
    ).toBe(true)
    const documents = documentEntries(named.product, time).map(({ to }) => to)
    expect(documents).toContain('/usr/share/doc/parking-edge/copyright')
  })

  test.skipIf(lacks('dpkg-deb', !existsSync('/usr/bin/dpkg-deb')))(
    'the same files give the same package, whatever the umask and the day',
    async () => {
      const build = async () => {
        const into = mkdtempSync(join(tmpdir(), 'package-'))
        try {
          const options = { into, work: join(into, 'work'), time, of: '1.2.3' }
          return (await buildPackage(named.product, systemEntries(), options)).sha256
        } finally {
          rmSync(into, { recursive: true })
        }
      }
      const first = await build()
      const before = process.umask(0o077)
      try {
        expect(await build()).toBe(first)
      } finally {
        process.umask(before)
      }
    },
  )

  test('a package or part over its budget is reported', () => {
    const built = {
      file: 'a_1_amd64.deb',
      package: 'parking-edge',
      bytes: 10,
      installed: 20,
      sha256: 'ab'.repeat(32),
    }
    expect(weigh([built]).over).toEqual([])
    expect(weigh([{ ...built, bytes: budgetOf('parking-edge') + 1 }]).over).toEqual(['parking-edge'])
    const parts = partsOf([
      { place: 'analysis/models/a.onnx', bytes: 1 },
      { place: 'node_modules/@img/a.so', bytes: 2 },
      { place: 'manual/dist/a.html', bytes: 7 * 1024 * 1024 },
    ])
    expect(parts).toEqual({ models: 1, pictures: 2, manual: 7 * 1024 * 1024 })
    expect(weigh([{ ...built, parts }]).over).toEqual(['parking-edge manual'])
  })
})

describe('the version', () => {
  test('every package.json has the version of the root, and a tagged commit has it as its tag', () => {
    for (const folder of workspaces())
      expect([
        folder,
        (JSON.parse(read(join(folder, 'package.json'))) as { version: string }).version,
      ]).toEqual([folder, productVersion()])
    const { tags } = presentCommit()
    for (const tag of tags.filter((name) => /^v\d/.test(name))) expect(tag).toBe(`v${productVersion()}`)
    expect(read('CHANGELOG.md')).toContain(`## ${productVersion()}`)
  })

  test('a build before a tag sorts before it, and a later build after it', () => {
    const commit = { time, short: 'abcd1234', tags: [] as string[], tags_before: [] as string[] }
    expect(packageVersion('1.4.0', commit)).toBe('1.4.0~git20261124.000000.abcd1234')
    expect(packageVersion('1.4.0', { ...commit, tags: ['v1.4.0'] })).toBe('1.4.0')
    expect(packageVersion('1.4.0', { ...commit, tags_before: ['v1.4.0'] })).toBe(
      '1.4.0+git20261124.000000.abcd1234',
    )
    expect(packageVersion('1.4.0-rc.1', { ...commit, tags: ['v1.4.0-rc.1'] })).toBe('1.4.0~rc.1')
    expect(treeName('1.4.0~rc.1')).toBe('1.4.0-rc.1')
    expect(
      ['1.4.0~rc.1', '1.4.0+git1', '1.4', '1:1.4', '1.4-1', '1.4.0A', 'v1'].map(isPackageVersion),
    ).toEqual([true, true, true, false, false, false, false])
  })

  test('versions of one day, candidates and releases sort in the order in which they were made', () => {
    const made = (product: string, at: number, short: string, tags_before: string[], tags: string[] = []) =>
      packageVersion(product, { time: time + at, short, tags, tags_before })
    const order = [
      made('1.3.0', 0, 'ffffffff', [], ['v1.3.0']),
      made('1.3.0', 1, 'f0000000', ['v1.3.0']),
      made('1.3.0', 86_399, '00000001', ['v1.3.0']),
      made('1.4.0-rc.1', 90_000, 'eeeeeeee', ['v1.3.0']),
      made('1.4.0-rc.1', 90_001, '11111111', ['v1.3.0']),
      made('1.4.0-rc.1', 90_002, '00000000', ['v1.3.0'], ['v1.4.0-rc.1']),
      made('1.4.0-rc.1', 90_003, 'dddddddd', ['v1.3.0', 'v1.4.0-rc.1']),
      made('1.4.0-rc.2', 90_004, '00000000', ['v1.4.0-rc.1'], ['v1.4.0-rc.2']),
      made('1.4.0', 90_005, '00000000', ['v1.4.0-rc.2'], ['v1.4.0']),
    ]
    expect(order.toReversed().toSorted(compareVersions)).toEqual(order)
    expect(new Set(order.map(treeName)).size).toBe(order.length)
    expect(order.filter((version) => !isPackageVersion(version))).toEqual([])
  })

  test('the release notes of the last versions are in the control data, in both scripts', () => {
    const text = '# 版本说明\n\n说明\n\n## Unreleased\n\n- 甲\n- 乙\n\n## 1.2.0-rc.1 (2026-01-01)\n\n- 丙\n'
    expect(releaseNotes(text, '1.2.3~git2')).toBe(' 1.2.3~git2\n - 甲\n - 乙\n 1.2.0~rc.1\n - 丙')
    expect(releaseNotes(text.replace('- 甲\n- 乙\n', ''), '1.2.0~rc.1')).toBe(' 1.2.0~rc.1\n - 丙')
    const control = controlOf(namesOf('1.2.3', 'amd64').product, 1, '1.2.3')
    expect(control).toMatch(/^Release-Notes-zh:\n 1\.2\.3\n - /m)
    expect(control).toMatch(/^Release-Notes-tw:\n 1\.2\.3\n - /m)
    const [zh, tw] = released_files.slice(1).map((file) => read(file).match(/^(## .*|- )/gm))
    expect(zh).toEqual(tw)
  })

  test('a release needs a newer version and an entry in the changelog', () => {
    expect([isNewer('1.4.0', '1.3.9'), isNewer('1.4.0', '1.4.0'), isNewer('1.4.0-rc.1', '1.4.0')]).toEqual([
      true,
      false,
      false,
    ])
    expect(isNewer('1.10.0', '1.9.0')).toBe(true)
    const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0\n'
    expect(releasedText('CHANGELOG.md', text, '1.1.0', '2026-11-24')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-11-24)\n\n- New.\n\n## 1.0.0\n',
    )
    expect(() => releasedText('zh.md', '## Unreleased\n\n## 1.0.0\n', '1.1.0', '')).toThrow(
      'zh.md has nothing under',
    )
    expect(withVersion('{\n  "name": "a",\n  "version": "1.0.0"\n}', '1.1.0')).toContain('"version": "1.1.0"')
    const lock = JSON.parse(lockWithVersion(read('package-lock.json'), '9.9.9')) as {
      version: string
      packages: Record<string, { version: string }>
    }
    expect([lock.version, lock.packages['']!.version, lock.packages['server']!.version]).toEqual([
      '9.9.9',
      '9.9.9',
      '9.9.9',
    ])
    expect(lockWithVersion(read('package-lock.json'), productVersion())).toBe(read('package-lock.json'))
  })
})
