/** Measures each source file by the house rules: size, wide lines, head comment, imports, words. */
import { extname } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { importsOf, isSource, projectFiles, textOf } from '../sources.ts'

export const max_width = 110
/** A file longer than `unexplained` says why it is long; no file is longer than `max`. */
export const size_limits = { unexplained: 200, max: 400 } as const
export const max_head_lines = 3

export type FileMeasure = {
  path: string
  lines: number
  /** Numbers of the lines that are wider than 110 characters, from 1. */
  wide_lines: number[]
  /** Lines of its head comment, without the sentence "Long because ..."; 0 without a comment. */
  head_lines: number
  /** Whether that comment says "Long because ...". */
  explains_length: boolean
  /** Imports that climb three folders or more. */
  climbing: string[]
  /** Words on the stop list in identifiers and comments, as `path:line word`. */
  stop_words: string[]
}

type Found = { text: string; at: number }

const words = new Set(
  (
    'trouble troubles troubled hush hushed whoever whomever somebody nobody heed heeds brim calm calmed ' +
    'weighed anew deed deeds twin twins mood moods told'
  ).split(' '),
)
const phrases = [
  ['let', 'go'],
  ['lets', 'go'],
  ['gives', 'way'],
  ['give', 'way'],
]

/** Every source file of the project. */
export const measureFiles = (): FileMeasure[] =>
  projectFiles()
    .filter(isSource)
    .map((path) => measureText(path, textOf(path)))

/** Measures one file; the extension of `path` gives the language. */
export function measureText(path: string, text: string): FileMeasure {
  const lines = text.replace(/\n$/, '').split('\n')
  const head = /^(?:#!.*\n)?\s*\/\*([\s\S]*?)\*\//.exec(text)?.[1] ?? ''
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  return {
    path,
    lines: lines.length,
    wide_lines: lines.flatMap((line, at) => (line.length > max_width ? [at + 1] : [])),
    head_lines: head
      .replace(/Long because[\s\S]*/, '')
      .split('\n')
      .filter((line) => /[^\s*]/.test(line)).length,
    explains_length: /\bLong because\b/.test(head),
    climbing: importsOf(text).filter((written) => written.startsWith('../../../')),
    stop_words: readableParts(path, text).flatMap((part) =>
      stopWordsIn(part).map(({ text: word, at }) => `${path}:${lineAt(at)} ${word}`),
    ),
  }
}

/** Comments and identifiers; strings are data. */
function readableParts(path: string, text: string): Found[] {
  if (extname(path) === '.css')
    return [...text.matchAll(/\/\*[\s\S]*?\*\/|\.[A-Za-z][\w-]*/g)].map((match) => ({
      text: match[0],
      at: match.index,
    }))
  const { program, comments } = parseSync(path, text)
  const names: Found[] = []
  const take = (node: { name: string; start: number }) => void names.push({ text: node.name, at: node.start })
  new Visitor({ Identifier: take, PrivateIdentifier: take, JSXIdentifier: take }).visit(program)
  return [...comments.map(({ value, start }) => ({ text: value, at: start })), ...names]
}

/** Words of the stop list, in camelCase, snake_case and sentences. */
function stopWordsIn({ text, at }: Found): Found[] {
  const parts = [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map((match) => ({
    text: match[0].toLowerCase(),
    at: at + match.index,
  }))
  return parts.flatMap((part, index) => {
    if (words.has(part.text)) return [part]
    const phrase = phrases.find((phrase) => phrase.every((word, n) => parts[index + n]?.text === word))
    return phrase ? [{ text: phrase.join(' '), at: part.at }] : []
  })
}
