/**
 * Hashes what a picture of the manual depends on: the elements and texts of its page, in order. Styles, logic
 * and comments may change without making the picture stale.
 */
import { createHash } from 'node:crypto'
import { parseSync, Visitor } from 'oxc-parser'
import { flatRows } from '@parking/console/routes.tsx'
import type { Language } from '@parking/contract/core/language.ts'
import { leaves, loadArea, type Leaf } from '../dictionaries.ts'
import { projectFiles, textOf } from '../sources.ts'
import type { ManualPicture } from './picture-list.ts'

/** Areas shared by many pages, left out because a change there rarely affects this picture. */
const common = ['forms', 'range', 'server_trust']

/** The names of the JSX elements of a file and of the members that it reads, which include its texts. */
export function shownBy(path: string, text: string): { elements: string[]; names: Set<string> } {
  const elements: string[] = []
  const names = new Set<string>()
  const { program } = parseSync(path, text)
  new Visitor({
    JSXOpeningElement: ({ name }) => void elements.push(text.slice(name.start, name.end)),
    MemberExpression: ({ property }) => void (property.type === 'Identifier' && names.add(property.name)),
    Property: ({ key }) => void (key.type === 'Identifier' && names.add(key.name)),
  }).visit(program)
  return { elements, names }
}

/** One hash for each picture of a language. Throws if a picture names a folder without sources. */
export async function pictureStates(
  pictures: readonly ManualPicture[],
  language: Language,
): Promise<Record<string, string>> {
  const files = projectFiles()
  const states: Record<string, string> = {}
  for (const picture of pictures) {
    const own = files.filter(
      (file) => file.endsWith('.tsx') && picture.sources.some((source) => file.startsWith(`${source}/`)),
    )
    if (own.length === 0) throw new Error(`The picture "${picture.name}" has no sources`)
    states[picture.name] = hashOf(own, await textsOf(picture.path, language))
  }
  return states
}

/** The texts that the page at a path loads. */
async function textsOf(path: string, language: Language): Promise<Leaf[]> {
  const row = flatRows().find((one) => one.path === path.split('?')[0])
  const areas = row ? (row.words ?? []) : ['login' as const]
  const own = areas.filter((area) => !common.includes(area))
  return (await Promise.all(own.map(async (area) => leaves(await loadArea(language, area))))).flat()
}

function hashOf(files: readonly string[], texts: readonly Leaf[]): string {
  const hash = createHash('sha256')
  const names = new Set<string>()
  for (const file of files) {
    const shown = shownBy(file, textOf(file))
    hash.update(`\n${shown.elements.join(' ')}`)
    for (const one of shown.names) names.add(one)
  }
  for (const { path, text } of texts)
    if (names.has(path.split('.').at(-1) ?? '')) hash.update(`\n${path} ${wordsIn(text)}`)
  return hash.digest('hex').slice(0, 16)
}

/**
 * A text that is a function appears as compiled source, which differs by compiler; its Chinese words do not.
 */
const wordsIn = (text: string): string =>
  (
    text
      .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .match(/\p{Script=Han}+/gu) ?? []
  ).join(' ')
