/** Generates docs/call-files.md: the files in which a call is defined, answered and used. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { calls, type Call } from '@parking/contract'
import { root } from '../root.mjs'
import { projectFiles, textOf } from '../sources.ts'

type Source = { path: string; text: string }

/** The sources of a workspace, with their paths inside its `src`. */
const sourcesOf = (workspace: string, pattern: RegExp): Source[] =>
  projectFiles()
    .filter((path) => path.startsWith(`${workspace}/src/`) && pattern.test(path))
    .map((path) => ({ path: path.slice(`${workspace}/src/`.length), text: textOf(path) }))

const heads = ['call', 'defined in', 'answered in', 'used in']

export function callFiles(): string {
  const contract = sourcesOf('contract', /\.ts$/)
  const server = sourcesOf('server', /\.ts$/)
  const screens = sourcesOf('console', /^(?!.*\/locales\/).*\.tsx?$/).map(({ path, text }) => ({
    path: screenOf(path),
    text,
  }))
  const where = (sources: readonly Source[], pattern: RegExp) => [
    ...new Set(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)),
  ]
  const rows = Object.entries(calls as Record<string, Call>).map(([name, { path }]) => [
    `\`${path}\``,
    where(contract, new RegExp(`path: '${path}'`)).join(', '),
    where(server, new RegExp(`_handlers\\b[^]*^ {2}(async )?${name}[(:,]`, 'm')).join(', '),
    shortened(where(screens, new RegExp(`'${path}'`))),
  ])
  return [
    '# Files of each call',
    '',
    'Generated from the contract and the sources by `npm run docs`; do not edit.',
    '',
    'Files are below `contract/src`, `server/src` and `console/src`; a page is the folder of its `page.tsx`.',
    '',
    // Not aligned, so that a moved file changes its own rows alone.
    ...[heads, heads.map(() => '---'), ...rows.toSorted(byPath)].map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}

const byPath = ([a = '']: readonly string[], [b = '']: readonly string[]): number => a.localeCompare(b, 'en')

/** Places beyond the third are found by a search for the path. */
const shortened = (places: readonly string[]): string =>
  places.length > 3
    ? `${places.slice(0, 3).join(', ')}, and ${places.length - 3} more`
    : places.join(', ') || '–'

/** The folder of the page that a file belongs to, or the file's own folder. */
function screenOf(file: string): string {
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder))
    if (existsSync(join(root, 'console/src', folder, 'page.tsx'))) return folder
  return posix.dirname(file)
}
