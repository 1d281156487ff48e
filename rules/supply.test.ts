/** The notices and the SBOM of the build name every shipped third-party part with its licence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { notices } from '../scripts/lib/supply/notices.mjs'
import { sbom } from '../scripts/lib/supply/sbom.mjs'
import { shippedIn } from '../scripts/lib/supply/shipped.mjs'
import { packagesOf } from '../deploy/list-packages.mjs'
import { root } from '../scripts/lib/root.mjs'
import pins from '../analysis/src/models/pins.json' with { type: 'json' }

const line = '='.repeat(80)
const licence_text =
  /Permission (is hereby granted|to use)|Redistribution and use|Apache License|Blue Oak|LGPL/i
let text = ''
/** The notices by package name; two versions of a package may have two licences. */
let entries: Map<string, string>
beforeAll(() => {
  text = notices()
  entries = new Map()
  for (const entry of text.split(`\n${line}\n`)) {
    const name = entry.slice(0, entry.indexOf('\n'))
    entries.set(name, `${entries.get(name) ?? ''}${entry.trim()}\n`)
  }
})

test('the notices name every shipped package with a licence text', () => {
  const shipped = [...shippedIn('server'), ...shippedIn('console')]
  expect(shipped.length).toBeGreaterThan(100)
  for (const { name, licence } of shipped) {
    const entry = entries.get(name) ?? ''
    expect([name, entry.includes(`Licence: ${licence}\n`), licence_text.test(entry)]).toEqual([
      name,
      true,
      true,
    ])
  }
})

test('the notices name the models, the fonts, libvips with its source, and the text of the LGPL', () => {
  for (const words of [
    'SIL OPEN FONT LICENSE',
    'WenQuanYi Micro Hei',
    'https://github.com/libvips/libvips',
    'https://github.com/lovell/sharp-libvips',
    'Copyright The MediaPipe Authors',
    'PP-OCRv4 of PaddleOCR',
    'onnxruntime-web and onnxruntime-common (files for Node)',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
  ])
    expect(text).toContain(words)
})

test('the notices name every model with the hash that the build requires', () => {
  const shipped = Object.values(pins)
  for (const { makes, sha256 } of shipped) expect(text).toContain(`${makes} (SHA-256 ${sha256})`)
  // docs/models.md has the same files, packages, versions and licences.
  const table = readFileSync(join(root, 'docs/models.md'), 'utf8')
  const rows = table.split('\n').filter((line) => /^\| `[\w.-]+\.(onnx|txt)`/.test(line))
  expect(rows).toHaveLength(shipped.length)
  for (const pin of shipped) {
    const row = rows.find((line) => line.includes(`\`${pin.makes}\``)) ?? ''
    expect(row).toContain(`| ${pin.licence} |`)
    if (!row.includes('the same')) expect(row).toContain(`\`${pin.package}\` ${pin.version}`)
  }
})

type Bom = {
  bomFormat: string
  components: {
    name: string
    type: string
    version: string
    licenses?: { license: { id: string } }[]
    hashes?: { alg: string; content: string }[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
test.each(['server', 'console'] as const)(
  'the SBOM of the %s names everything it ships, and no network address',
  async (part) => {
    const written = await sbom(part)
    const { bomFormat, components } = JSON.parse(written) as Bom
    expect(bomFormat).toBe('CycloneDX')
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(shippedIn(part).map(({ name }) => name)))
    expect(names).toEqual(
      expect.arrayContaining(
        part === 'server'
          ? ['fastify', 'zod', 'ws', 'sharp', 'libvips', 'node', 'ffmpeg']
          : ['react', 'inter'],
      ),
    )
    // No development tool and no binary of another platform is shipped.
    expect(names.filter((name) => /vitest|playwright|win32|darwin|@types/.test(name))).toEqual([])
    if (part === 'server')
      expect(components.find(({ name }) => name === 'libvips')?.licenses).toEqual([
        { license: { id: 'LGPL-3.0-or-later' } },
      ])
    expect(written).not.toMatch(/registry|\.tgz/)
  },
)

test('the SBOM of the server names the runtime and the models with licence, version and hash', async () => {
  const { components, dependencies } = JSON.parse(await sbom('server')) as Bom
  for (const { makes, version, licence, sha256 } of Object.values(pins))
    expect(components.find(({ name }) => name === makes)).toMatchObject({
      type: makes.endsWith('.onnx') ? 'machine-learning-model' : 'data',
      version,
      licenses: [{ license: { id: licence } }],
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    })
  for (const name of ['onnxruntime-web', 'onnxruntime-common']) {
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
      license: string
    }
    const found = components.find((one) => one.name === name)
    expect(found).toMatchObject({
      version: installed.version,
      licenses: [{ license: { id: installed.license } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
    })
    expect(dependencies[0]?.dependsOn).toContain(`${name}@${installed.version}`)
  }
})

test('install.sh copies to a box exactly the packages that the SBOM and the notices name', () => {
  const copied = packagesOf(root, 'server')
  expect(shippedIn('server').map(({ folder }) => folder)).toEqual(expect.arrayContaining(copied))
})

test('the address of a weakness report is set', () => {
  const { bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bugs: { email: string } }
  expect(bugs.email).toMatch(/^[^@]+@[^@]+$/)
})
