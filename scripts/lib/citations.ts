/**
 * Finds unresolved citations in code and documents: `spec §n`, `docs/...`, links with their anchors, and
 * documents outside the repository.
 */
import { posix } from 'node:path'
import { anchorOf } from '../../manual/site/anchors.mjs'
import { isSource, projectFiles, textOf } from './sources.ts'

/** Standards whose sections we cite. They are not in the repository. */
const standards = /\b(spec|RFC|ONVIF|OASIS|ISO|ITU-T|IEEE|WCAG|AWS|POSIX)\b/i
/** Documents that the repository does not hold. */
const foreign =
  /\b(DESIGN(\.md)? ?§|DESIGN §|security row \d|notes on (plates|security|vision)|\(notes[,:;])/i

/** Each unresolved citation as `file:line text`. */
export function unresolvedCitations(): string[] {
  const files = projectFiles()
  const known = new Set(files)
  const sections = new Set([...textOf('docs/spec.md').matchAll(/^## (\d+)/gm)].map((match) => match[1]))
  const texts = files.filter((path) => isSource(path) || path.endsWith('.md'))
  return texts.flatMap((path) => faultsIn(path, known, sections).map((fault) => `${path}:${fault}`))
}

function faultsIn(
  path: string,
  known: ReadonlySet<string>,
  sections: ReadonlySet<string | undefined>,
): string[] {
  if (path === 'scripts/lib/citations.ts') return []
  const text = textOf(path)
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  const faults: string[] = []
  const report = (at: number, what: string) => faults.push(`${lineAt(at)} ${what}`)

  for (const match of text.matchAll(new RegExp(foreign.source, 'gi'))) report(match.index, match[0])
  for (const match of text.matchAll(/§ ?(\d+)?/g)) {
    const before = text.slice(Math.max(0, match.index - 80), match.index)
    if (!standards.test(before)) report(match.index, `${before.slice(-20).trim()} ${match[0]}`)
    else if (/\bspec\b[^.;]*$/i.test(before) && !sections.has(match[1]))
      report(match.index, `spec ${match[0]}`)
  }
  for (const match of text.matchAll(/(?<![\w/.-])docs\/[\w./-]*\w/g))
    if (!isThere(match[0], known)) report(match.index, match[0])
  if (path.endsWith('.md'))
    for (const match of text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      const [, written = '', anchor] = match
      const target = written ? posix.normalize(posix.join(posix.dirname(path), written)) : path
      if (!isThere(target.replace(/\/$/, ''), known)) report(match.index, written)
      else if (anchor && !anchorsOf(target).has(anchor)) report(match.index, `${written}#${anchor}`)
    }
  return faults
}

/** Whether the path is a file, a folder, or the start of a file's name (`docs/decisions/0012`). */
const isThere = (path: string, known: ReadonlySet<string>): boolean =>
  known.has(path) || [...known].some((one) => one.startsWith(`${path}/`) || one.startsWith(`${path}-`))

/** The anchors of the headings of a document. */
const anchorsOf = (path: string): ReadonlySet<string> =>
  new Set([...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)))
