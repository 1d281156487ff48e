/** Documents name every environment variable and command, and commits have short subjects. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

/** The text of a document below one of its headings. */
const section = (path: string, heading: string): string =>
  textOf(path).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

test('docs/install.md lists the environment variables that programs read, with their defaults', () => {
  const programs = projectFiles().filter(
    (path) => /\.(ts|mjs|sh)$/.test(path) && !/^e2e\/|\/test\//.test(path),
  )
  const read = programs.flatMap((path) =>
    [...textOf(path).matchAll(/\benv(?:\.|\[')(PARKING_\w+)|\$\{(PARKING_\w+)/g)].map(
      ([, name, shell]) => name ?? shell,
    ),
  )
  const rows = section('docs/install.md', 'Environment variables').split('\n')
  const listed = rows.flatMap((row) => row.split('|')[1]?.match(/PARKING_\w+/g) ?? [])
  expect(listed.toSorted()).toEqual([...new Set(read)].toSorted())

  const defaults = textOf('server/src/environment.ts').matchAll(/env\.(PARKING_\w+) \|\| '([^']+)'/g)
  for (const [, name, value] of defaults)
    expect(rows.find((row) => row.includes(`\`${name}\``))).toContain(`\`${value}\``)
})

test('CONTRIBUTING.md lists every command of package.json, and no other', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
  const listed = [
    ...section('CONTRIBUTING.md', 'Commands').matchAll(/^\| `npm (?:run )?([\w:]+)|^\|.*, `([\w:]+)` +\|/gm),
  ].map(([, first, second]) => first ?? second)
  expect(listed.toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('the subject of a commit has at most 72 characters', () => {
  // Older commits are from before this rule. A shallow clone has only the newest.
  const since = '2026-11-27T12:00:00Z'
  const log = execFileSync('git', ['log', '--no-merges', `--since=${since}`, '--format=%s'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(log.split('\n').filter((subject) => subject.length > 72)).toEqual([])
})
