/** The words that docs/glossary.md forbids in each language, and their replacements. */
import type { Language } from '@parking/contract/core/language.ts'
import { textOf } from './sources.ts'

export type Term = { never: string; instead: string }
export type Glossary = Record<Language, Term[]> & { allowed: string[]; english: string[] }

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const wordsOf = (cell: string): string[] =>
  cell
    .split(/,\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/**
 * Tables with six columns hold terms. The table with two columns under "Allowed" holds longer words that may
 * contain them.
 */
export function readGlossary(page = textOf('docs/glossary.md')): Glossary {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
    .map(cellsOf)
  const terms = rows.filter((row) => row.length === 6 && row[0] !== 'English')
  const never = (instead: number, column: number): Term[] =>
    terms.flatMap((row) =>
      wordsOf(row[column] ?? '').map((word) => ({ never: word, instead: row[instead] ?? '' })),
    )
  return {
    zh: never(1, 4),
    tw: never(2, 5),
    allowed: rows.filter((row) => row.length === 2 && row[0] !== 'word').map((row) => row[0] ?? ''),
    english: terms.map((row) => row[0] ?? ''),
  }
}

/** The forbidden words of a text, not counting those inside allowed longer words. */
export function neverIn(text: string, language: Language, glossary: Glossary): string[] {
  const rest = glossary.allowed.reduce((left, word) => left.replaceAll(word, ' '), text)
  return glossary[language]
    .filter(({ never }) => rest.includes(never))
    .map(({ never, instead }) => `${never}, not ${instead}`)
}
