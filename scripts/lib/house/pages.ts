/**
 * The figures of the house as tables, and between the markers of documents: `<!-- house:NAME -->` to
 * `<!-- /house -->`. Not every change writes the documents, so figures may differ by a tenth.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../docs/markdown-table.ts'
import {
  code_kinds,
  measuredTexts,
  measureHouse,
  sizesOf,
  type House,
  type Size,
  type Text,
} from './figures.ts'
import { root } from '../root.mjs'

/** The commit with which `npm run house` compares; its figures are those of the same code. */
type Before = House & { commit: string }
const before = JSON.parse(readFileSync(join(root, 'scripts/house-before.json'), 'utf8')) as Before

const workspaces =
  'contract console server sim analysis verifier e2e bench chaos lab security scripts rules'.split(' ')

const grouped = (value: number | undefined): string => value?.toLocaleString('en-US') ?? '–'

function change(from: number, to: number): string {
  const percent = Math.round((100 * (to - from)) / from)
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : ''
}

const sum = (house: House, of: readonly string[]): Size =>
  of.reduce(
    (total, kind) => ({
      files: total.files + (house.kinds[kind]?.files ?? 0),
      lines: total.lines + (house.kinds[kind]?.lines ?? 0),
    }),
    { files: 0, lines: 0 },
  )

/** Every block and figure that a document may show, by the name in its marker. */
export function houseBlocks(texts: readonly Text[]): Record<string, string> {
  const now = measureHouse(texts)
  const line = (name: string, of: readonly string[]) => {
    const [then, here] = [sum(before, of), sum(now, of)]
    const cells = [then.files, here.files, then.lines, here.lines].map(grouped)
    return [name, ...cells, change(then.lines, here.lines)]
  }
  const others = Object.keys(now.kinds).filter((kind) => !code_kinds.includes(kind))
  const lines = [
    ...code_kinds.map((kind) => line(kind, [kind])),
    line('**source, style and tests**', code_kinds),
    ...others.map((kind) => line(kind, [kind])),
  ]
  const figures = Object.entries(now.figures).map(([name, value]) => [
    name,
    grouped(before.figures[name]),
    grouped(value),
  ])
  const parts = workspaces.map((part) => {
    const sizes = sizesOf(texts.filter(({ path }) => path.startsWith(`${part}/`)))
    return [part, ...Object.values(sizes).map(grouped)]
  })
  const heads = ['kind', 'files before', 'now', 'lines before', 'now', 'change']
  return {
    lines: markdownTable([heads, ...lines]),
    figures: markdownTable([['figure', 'before', 'now'], ...figures]),
    parts: markdownTable([['folder', 'files', 'median', 'p95', 'longest'], ...parts]),
    commit: before.commit,
    ...Object.fromEntries(
      Object.entries(now.figures).map(([name, value]) => [
        name.replace(/\W+/g, '-').replace(/-$/, ''),
        grouped(value),
      ]),
    ),
  }
}

const marked = /(<!-- house:([\w-]+) -->)([\s\S]*?)(<!-- \/house -->)/g

/** The documents that show figures, each with its text and the text that it would have now. */
export function houseDocuments(): { path: string; text: string; now: string }[] {
  const texts = measuredTexts()
  const blocks = houseBlocks(texts)
  return texts
    .filter(({ path, text }) => path.endsWith('.md') && text.includes('<!-- house:'))
    .map(({ path, text }) => {
      const now = text.replace(marked, (_, begin: string, name: string, _old: string, end: string) => {
        const block = blocks[name]
        if (block === undefined) throw new Error(`${path}: there is no figure "${name}"`)
        return block.includes('\n') ? `${begin}\n\n${block}\n\n${end}` : `${begin}${block}${end}`
      })
      return { path, text, now }
    })
}

/** How far a stated figure may be from the measured one. */
const tolerance = { share: 0.1, least: 3 }
const number = /[-+]?\d[\d,]*(?:\.\d+)?/g
const wordsOf = (block: string): string => block.replace(number, '#').replace(/[\s|:-]+/g, ' ')
const numbersOf = (block: string): number[] =>
  (block.match(number) ?? []).map((text) => Number(text.replaceAll(',', '')))

/** Whether a document's block still states `now`: the same words, and figures close to the measured ones. */
export function statesFigures(written: string, now: string): boolean {
  const [stated, measured] = [numbersOf(written), numbersOf(now)]
  return (
    wordsOf(written) === wordsOf(now) &&
    measured.every((value, at) => {
      const distance = Math.abs(value - (stated[at] ?? Number.NaN))
      return value === 0 ? distance === 0 : distance <= Math.max(tolerance.least, tolerance.share * value)
    })
  )
}

/** The blocks of a document that no longer state its figures, as `path: name`. */
export function staleFigures(): string[] {
  return houseDocuments().flatMap(({ path, text, now }) => {
    const current = [...now.matchAll(marked)]
    return [...text.matchAll(marked)].flatMap((match, at) =>
      statesFigures(match[3] ?? '', current[at]?.[3] ?? '') ? [] : [`${path}: ${match[2] ?? ''}`],
    )
  })
}
