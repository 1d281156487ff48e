/** Notices and SBOM of the build: every part of others that is shipped is named, with its licence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { notices } from '../scripts/lib/supply/notices.mjs'
import { sbom } from '../scripts/lib/supply/sbom.mjs'
import { shippedIn } from '../scripts/lib/supply/shipped.mjs'
import { packagesOf } from '../deploy/list-packages.mjs'
import { root } from '../scripts/lib/root.mjs'

const line = '='.repeat(80)
const licence_text =
  /Permission (is hereby granted|to use)|Redistribution and use|Apache License|Blue Oak|LGPL/i
let text = ''
let entries: Map<string, string>
beforeAll(() => {
  text = notices()
  entries = new Map(
    text.split(`\n${line}\n`).map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.trim()]),
  )
})

test('every package that is shipped stands in the notices with a licence text', () => {
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

test('the notices name models, fonts, libvips with its source, and the text of the LGPL', () => {
  for (const words of [
    'SIL OPEN FONT LICENSE',
    'WenQuanYi Micro Hei',
    'https://github.com/libvips/libvips',
    'https://github.com/lovell/sharp-libvips',
    'Copyright The MediaPipe Authors',
    'PP-OCRv4 of PaddleOCR',
    'onnxruntime-web (files for Node)',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
  ])
    expect(text).toContain(words)
})

type Bom = {
  bomFormat: string
  components: { name: string; version: string; licenses?: { license: { id: string } }[] }[]
}
test.each(['server', 'console'] as const)(
  'the SBOM of the %s names what it ships, and no place of the network',
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
    // No development tool is shipped, and no other platform's binary.
    expect(names.filter((name) => /vitest|playwright|win32|darwin|@types/.test(name))).toEqual([])
    if (part === 'server')
      expect(components.find(({ name }) => name === 'libvips')?.licenses).toEqual([
        { license: { id: 'LGPL-3.0-or-later' } },
      ])
    expect(written).not.toMatch(/registry|\.tgz/)
  },
)

test('what install.sh copies to a box is what the SBOM and the notices call shipped', () => {
  const copied = packagesOf(root, 'server')
  expect(shippedIn('server').map(({ folder }) => folder)).toEqual(expect.arrayContaining(copied))
})

test('the address of a weakness report is set', () => {
  const { bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bugs: { email: string } }
  expect(bugs.email).toMatch(/^[^@]+@[^@]+$/)
})
