/** The console's dictionaries as flat lists of texts, for the rule tests. */
import type { Language } from '@parking/contract/core/language.ts'
import { loaders, type Area } from '@parking/console/locales/areas.ts'

export type Tree = { readonly [key: string]: Tree | string | ((...args: never[]) => string) }
export type Leaf = { path: string; kind: string; text: string }

export const areas = Object.keys(loaders.zh) as Area[]

export const loadArea = async (language: Language, area: Area): Promise<Tree> =>
  (await loaders[language][area]()).default as unknown as Tree

/**
 * Every leaf with its path. For a function the text is its source, whose string literals are the words shown.
 */
export function leaves(tree: Tree, path = ''): Leaf[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [{ path: at, kind: 'text', text: value }]
    if (typeof value === 'function')
      return [{ path: at, kind: `function of ${value.length}`, text: String(value) }]
    return leaves(value, at)
  })
}

/** Every text of one language; the area precedes the path. */
export async function allTexts(language: Language): Promise<Leaf[]> {
  const loaded = await Promise.all(
    areas.map(async (area) => leaves(await loadArea(language, area)).map((leaf) => inArea(area, leaf))),
  )
  return loaded.flat()
}

const inArea = (area: Area, leaf: Leaf): Leaf => ({ ...leaf, path: `${area}.${leaf.path}` })
