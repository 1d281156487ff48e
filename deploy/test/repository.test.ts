/** The repository takes each version once and in order, and a package has its name only when it is whole. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { namesOf, type PackageKind } from '../../scripts/lib/package/control.ts'
import { buildPackage } from '../../scripts/lib/package/deb.ts'
import { publish } from '../../scripts/lib/package/repository.ts'
import { openSteps } from '../../scripts/lib/package/steps.ts'
import { packageVersion } from '../../scripts/lib/package/versions.ts'
import { root } from '../../scripts/lib/root.mjs'

const time = Date.UTC(2026, 10, 24) / 1000
let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'repository-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let builds = 0
/** Builds a package of the version that has only this text. */
async function build(kind: PackageKind, version: string, text: string): Promise<string> {
  const into = join(folder, `built-${++builds}`)
  const entries = [{ to: '/usr/lib/parking-edge/package/text', mode: 0o644, text }]
  const options = { into, work: join(into, 'work'), time, of: version, compress: 'none' as const }
  return (await buildPackage(namesOf(version, 'amd64')[kind], entries, options)).file
}
const add = (...files: string[]) =>
  publish(files, { folder: join(folder, 'repository'), keys: join(folder, 'keys') })
/** The versions that apt would read, by package. */
const offered = () => {
  const list = readFileSync(join(folder, 'repository/public/dists/stable/main/binary-amd64/Packages'), 'utf8')
  return Object.fromEntries(
    [...list.matchAll(/^Package: (\S+)\nVersion: (\S+)$/gm)].map(([, name, version]) => [name, version]),
  )
}

const lacking = ['reprepro', 'gpg', 'dpkg-deb'].filter((name) =>
  lacks(name, spawnSync(name, ['--version']).error !== undefined),
)
test.skipIf(lacking.length > 0)('takes versions of one day in order, and no older one', async () => {
  const at = (seconds: number, short: string) =>
    packageVersion('1.4.0', { time: time + seconds, short, tags: [], tags_before: [] })
  // By their hashes alone the second would be the older one.
  const [first, second] = [at(60, 'ffffffff'), at(120, '00000000')]
  const files = await Promise.all([first, second].map((version) => build('product', version, version)))
  const { fingerprint } = await add(files[0]!)
  expect(fingerprint).toMatch(/^[0-9A-F]{40}$/)
  expect(offered()).toEqual({ 'parking-edge': first })
  await add(files[1]!)
  expect(offered()).toEqual({ 'parking-edge': second })
  await expect(add(files[0]!)).rejects.toThrow(`${second}, which is newer than ${first}`)
  expect(offered()).toEqual({ 'parking-edge': second })
})

test.skipIf(lacking.length > 0)('a version is published once; a published runtime stays', async () => {
  const [product, node] = [await build('product', '1.4.0', 'a'), await build('runtime', '1.4.0', 'a')]
  await add(product, node)
  expect(await add(product, node)).toMatchObject({ kept: [] })
  const other = await build('runtime', '1.4.0', 'b')
  const { kept } = await add(await build('product', '1.4.1', 'a'), other)
  expect(kept).toEqual([expect.stringMatching(/^parking-edge-node_24\./)])
  expect(offered()).toMatchObject({ 'parking-edge': '1.4.1' })
  await expect(add(await build('product', '1.4.1', 'b'))).rejects.toThrow('1.4.1 with other bytes')
})

test.skipIf(lacking.includes('dpkg-deb'))('a build that is ended early leaves no package', async () => {
  // Enough for dpkg-deb to be still compressing when the first bytes of its output are there.
  const script = `
    import { buildPackage } from '${join(root, 'scripts/lib/package/deb.ts')}'
    import { namesOf } from '${join(root, 'scripts/lib/package/control.ts')}'
    import { randomBytes } from 'node:crypto'
    const bytes = Buffer.concat(Array.from({ length: 48 }, () => randomBytes(1 << 20)))
    const entries = [{ to: '/usr/lib/parking-edge/package/noise', mode: 0o644, bytes }]
    const [into, work] = ['${folder}/into', '${folder}/into/work']
    await buildPackage(namesOf('1.4.0', 'amd64').product, entries, { into, work, time: ${time}, of: '1.4.0' })
  `
  mkdirSync(join(folder, 'into/work'), { recursive: true })
  writeFileSync(join(folder, 'build.mts'), script)
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, 'build.mts')], {
    cwd: root,
    detached: true,
  })
  const ended = once(child, 'exit')
  const files = () => readdirSync(join(folder, 'into'), { recursive: true, encoding: 'utf8' })
  while (!files().some((name) => name.endsWith('.deb')) && child.exitCode === null)
    await new Promise((done) => setImmediate(done))
  process.kill(-child.pid!, 'SIGINT')
  await ended
  expect(files().filter((name) => name.endsWith('.deb'))).toEqual(['work/made.deb'])
})

test('each step is announced with the time that it took before', async () => {
  const lines: string[] = []
  const file = join(folder, 'times.json')
  for (const result of [1, 2])
    expect(await openSteps(file, (line) => lines.push(line))('runtime', async () => result)).toBe(result)
  expect(lines).toEqual(['runtime ...', 'runtime: 0 s', 'runtime ... (0 s last time)', 'runtime: 0 s'])
  const failing = openSteps(file, () => undefined)('other', () => Promise.reject(new Error('no space')))
  await expect(failing).rejects.toThrow('no space')
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['runtime'])
})
