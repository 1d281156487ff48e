/** The figures of the tree: lines by kind, concepts, repeated style rules, tests, and what runs measured. */
import { isSource, projectFiles, textOf } from '../sources.ts'
import { repeatedRules } from './style-rules.ts'

/** A figure that has not been measured is undefined. */
export type Figures = Record<string, number | undefined>
export type Size = { files: number; lines: number }
/** All that is compared with an earlier commit. */
export type House = { kinds: Record<string, Size>; figures: Figures }

/** The first pattern that matches gives a file its kind. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['style', /\.css$/],
  ['tests and their support', /^(e2e|rules)\/|^[\w-]+\/test\/|\.config\.ts$/],
  ['benches, proofs and labs', /^(bench|chaos|lab|security)\//],
  ['simulated street', /^sim\//],
  ['texts in two scripts', /^(console\/src\/locales|contract\/src\/words)\//],
  ['tools', /^scripts\//],
  ['product', /./],
]
/** The kinds that are written by hand for the compiler, the browser and the runner of the tests. */
export const code_kinds = kinds.map(([kind]) => kind)

const isGenerated = (path: string, text: string): boolean =>
  path === 'docs/openapi.json' || /^.{0,200}Generated .{0,60}by `npm run docs`/s.test(text.slice(0, 400))

const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length

export type Text = { path: string; text: string }

/** The texts that are measured: sources, documents, migrations, and what `npm run docs` writes. */
export const measuredTexts = (): Text[] =>
  projectFiles()
    .filter((path) => isSource(path) || /\.(md|sql)$|^package\.json$|openapi\.json$/.test(path))
    .map((path) => ({ path, text: textOf(path) }))

/** Measures the tree. */
export function measureHouse(texts: readonly Text[]): House {
  const sizes = new Map(
    [...code_kinds, 'generated', 'Markdown'].map((kind) => [kind, { files: 0, lines: 0 }]),
  )
  for (const { path, text } of texts.filter(({ path }) => !/\.sql$|^package\.json$/.test(path))) {
    const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
    const size = sizes.get(isGenerated(path, text) ? 'generated' : path.endsWith('.md') ? 'Markdown' : kind)
    if (!size) continue
    size.files++
    size.lines += linesOf(text)
  }
  const figures = { ...concepts(texts), ...sizesOf(texts), ...testFigures(texts) }
  return { kinds: Object.fromEntries(sizes), figures }
}

function concepts(texts: readonly Text[]): Figures {
  const of = (pattern: RegExp) => texts.filter(({ path }) => pattern.test(path))
  const text = (name: string) => texts.find(({ path }) => path === name)?.text ?? ''
  const { scripts } = JSON.parse(text('package.json')) as { scripts: object }
  const areas = of(/^server\/src\/[\w-]+\/.*\bcalls\.ts$/).map(({ path }) => path.split('/')[2])
  return {
    areas: new Set(areas).size,
    calls: of(/^contract\/src\//).flatMap(({ text }) => text.match(/= defineCall\(/g) ?? []).length,
    'tables of the database': tables(of(/^server\/migrations\/.*\.sql$/)),
    workers: new Set(text('server/src/workers.ts').match(/\bcreate(?!Workers\b)[A-Z]\w+/g)).size,
    'commands of `npm run`': Object.keys(scripts).length,
    'style rules of three declarations that repeat another file': repeatedRules(of(/^console\/.*\.css$/))
      .length,
  }
}

/** How many tables are left after the migrations. */
function tables(migrations: readonly Text[]): number {
  const names = new Set<string>()
  const statement =
    /\b(CREATE|DROP) (?:VIRTUAL )?TABLE (?:IF (?:NOT )?EXISTS )?(\w+)|\bALTER TABLE (\w+) RENAME TO (\w+)/g
  for (const { text } of migrations)
    for (const [, verb, name = '', from = '', to = ''] of text.matchAll(statement)) {
      if (verb === 'CREATE') names.add(name)
      else names.delete(verb ? name : from)
      if (to) names.add(to)
    }
  return names.size
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Number and sizes of the source files among the texts. */
export function sizesOf(texts: readonly Text[]): Figures {
  const lines = texts
    .filter(({ path }) => isSource(path))
    .map(({ text }) => linesOf(text))
    .toSorted((a, b) => a - b)
  return {
    'source files': lines.length,
    'median lines of a file': quantile(lines, 0.5),
    '95th percentile': quantile(lines, 0.95),
    longest: lines.at(-1) ?? 0,
  }
}

function testFigures(texts: readonly Text[]): Figures {
  const units = texts.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const browser = texts.filter(({ path }) => /^e2e\/.*\.spec\.ts$/.test(path))
  const written = /^ *(?:test|it)(?:\.(?:each|for|skipIf|runIf|prop|concurrent)\b|\()/gm
  const bench = texts.filter(({ path }) => path.startsWith('docs/bench/'))
  return {
    'test files of vitest': units.length,
    'test files of the browser': browser.length,
    'written tests': [...units, ...browser].flatMap(({ text }) => text.match(written) ?? []).length,
    'seconds of `npm test`': measured(bench, 'npm-test-seconds'),
    'seconds from `npm start` to the first page': measured(bench, 'first-page-seconds'),
  }
}

/** What a bench page states for programs: `<!-- figure NAME NUMBER -->`. */
function measured(pages: readonly Text[], name: string): number | undefined {
  const pattern = new RegExp(`<!-- figure ${name} ([\\d.]+) -->`)
  const value = pages.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return value === undefined ? undefined : Number(value)
}
