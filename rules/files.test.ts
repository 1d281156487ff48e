/** Rules for every file: its size, its name, its exports, leftovers, and what must not be published. */
import { hostname, userInfo } from 'node:os'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { measureFiles, size_limits, type FileMeasure } from '../scripts/lib/house/measure.ts'
import { isSource, projectFiles, textOf } from '../scripts/lib/sources.ts'

const files = projectFiles()
const sources = files.filter(isSource)
const measured = measureFiles()
const texts = files.filter(
  (path) => !/\.(png|jpg|jpeg|gif|webp|avif|ico|woff2?|br|onnx|xls[xb]|ods)$/.test(path),
)

/** The lines that match the pattern, as `file:line`. */
const found = (pattern: RegExp, list: readonly string[]) =>
  list.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  )

const isCode = (path: string) => isSource(path) && !path.endsWith('.css')

describe('files', () => {
  test('a file longer than 200 lines says why in its head comment, and none is longer than 400', () => {
    const lines = ({ path, lines }: FileMeasure) => `${path}: ${lines} lines`
    const { unexplained, max } = size_limits
    expect(measured.filter((one) => one.lines > max).map(lines)).toEqual([])
    expect(measured.filter((one) => one.lines > unexplained && !one.explains_length).map(lines)).toEqual([])
  })

  test('file names are kebab-case; pages and their browser tests are spelled like their routes', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
    const route = /^(console\/src\/pages|e2e)\//
    const wrong = sources.filter((path) =>
      path
        .split('/')
        .some(
          (part) =>
            !kebab.test(part) && !(route.test(path) && /^[a-z][A-Za-z0-9]*(\.[a-z0-9]+)*$/.test(part)),
        ),
    )
    expect(wrong).toEqual([])
  })

  test('modules use named exports; only pages and configurations have a default export', () => {
    const allowed = /^console\/src\/(pages\/.*page\.tsx|locales\/)|config\.ts$/
    expect(
      found(
        /^export default\b/,
        sources.filter((path) => isCode(path) && !allowed.test(path)),
      ),
    ).toEqual([])
  })

  test('no code is left for later, switched off or hidden from the compiler', () => {
    const self = 'rules/files.test.ts'
    const list = sources.filter((path) => path !== self)
    expect(found(/\b(TODO|FIXME|XXX)\b/, list)).toEqual([])
    expect(found(/@ts-ignore|@ts-nocheck|\bas any\b|:\s*any\s*([;,)=\]}|&]|$)|<any>|any\[\]/, list)).toEqual(
      [],
    )
    expect(found(/eslint-disable|oxlint-disable/, list)).toEqual([])
    // A test may be skipped with a reason if the machine lacks a program: `test.skip(found === undefined, 'No
    // ...')`.
    const lacking = String.raw`(?!\(\w+ === undefined, ')`
    const of_test = String.raw`\b(test|it|describe)\.(only|skip|fixme|todo)\b${lacking}`
    const off = new RegExp(String.raw`${of_test}|\.only\(|(?<!\btest)\.skip\(`)
    expect(found(off, list)).toEqual([])
    expect(
      found(
        /waitForTimeout|page\.route\(/,
        list.filter((path) => path.startsWith('e2e/')),
      ),
    ).toEqual([])
  })

  test('no file contains a path or name of the machine it was written on', () => {
    const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const places = [root.replace(/\/$/, ''), userInfo().homedir].filter((place) => place.length > 5)
    const machine = new RegExp([...places.map(escape), `\\b${escape(hostname())}\\b`].join('|'))
    expect(
      found(
        machine,
        texts.filter((path) => path !== 'package-lock.json'),
      ),
    ).toEqual([])
    expect(found(/["'`\s(](\/home\/|\/Users\/|\/wor[k]\/)/, texts)).toEqual([])
  })

  test('no file contains the address of a package registry', () => {
    expect(found(/"resolved":\s*"https?:/, ['package-lock.json'])).toEqual([])
    expect(files.filter((path) => /(^|\/)\.npmrc$/.test(path))).toEqual([])
    expect(
      found(
        /registry[.=:][^\s]*(http|npm)|https?:\/\/[^\s"']*(registry|artifactory|nexus|verdaccio|proxy)/i,
        texts.filter((path) => path !== 'rules/files.test.ts'),
      ),
    ).toEqual([])
  })

  test('the lock file has the packages of every platform, not only of the one it was written on', () => {
    type Entry = { optionalDependencies?: Record<string, string> }
    const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Entry> }
    const missing = Object.entries(packages).flatMap(([at, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) => !packages[`${at}/node_modules/${name}`] && !packages[`node_modules/${name}`],
      ),
    )
    expect(missing).toEqual([])
  })
})
