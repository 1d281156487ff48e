/**
 * Every label of every page with its help, in both scripts: derived from the dictionaries and from the areas
 * that each route and each of its tabs names. Loaded when the palette is first searched.
 */
import type { Language } from '@parking/contract/core/language.ts'
import { loaders, type Area } from '#src/locales/areas.ts'
import { flattenRows, type RouteRow, type RouteTitle } from '#src/navigation/route-row.ts'

/** Calls, and the steps of the installation, are named after what other pages do. */
const naming_key = /^(calls|steps)\./

/** A label on a page, and the address that leads to it. Without a label: the sentences of a page. */
export type PageLabel = {
  path: string
  title: RouteTitle
  label: string
  other: string
  help: string
  /** It names a thing of another page. */
  minor: boolean
  /** It names a tab. */
  tab: boolean
}
type Texts = ReadonlyMap<string, string>
type Place = { row: RouteRow; title: RouteTitle; search: string }

/** Areas of elements that any page may have; they describe none. */
const general: readonly Area[] = ['forms', 'range', 'server_trust', 'device_said', 'errors', 'codes']

/** Areas that name the things of other pages too; what another page names is not theirs. */
const naming: readonly Area[] = ['history', 'config_document', 'acts']

/** The page of each area: the page that names it first among its own, else the first that names it. */
export function placesOf(rows: readonly RouteRow[]): ReadonlyMap<Area, Place> {
  const pages = flattenRows(rows).filter((row) => row.page && row.title)
  const places = new Map<Area, Place>()
  const claim = (area: Area | undefined, row: RouteRow, search = '') => {
    if (area && !general.includes(area) && !places.has(area))
      places.set(area, { row, title: row.title!, search })
  }
  for (const row of pages)
    for (const [area, search] of Object.entries(row.tabs ?? {})) claim(area as Area, row, search)
  for (const row of pages) claim(row.words?.[0], row)
  for (const row of pages) for (const area of row.words ?? []) claim(area, row)
  return places
}

/** The labels of the pages in `rows`, for a user of `language`. */
export async function loadLabels(rows: readonly RouteRow[], language: Language): Promise<PageLabel[]> {
  const second = language === 'zh' ? 'tw' : 'zh'
  const places = [...placesOf(rows)]
  const found = await Promise.all(
    places.map(async ([area, place]) => {
      const [own, other] = await Promise.all(
        ([language, second] as const).map(async (one) => textsIn((await loaders[one][area]()).default)),
      )
      return labelsOf(place, own!, other!, naming.includes(area))
    }),
  )
  const titles = (await loaders[language].shell()).default.routes
  const named = new Set(found.flatMap((labels) => labels.flatMap((one) => (one.minor ? [] : one.label))))
  const seen = new Set<string>()
  return found.flat().filter(({ path, title, label, other, minor }) => {
    const page = path.replace(/[?&]field=.*/, '')
    // The page itself is found by its title.
    if (label === titles[title] && !page.includes('?')) return false
    const keys = [`${page} ${label}`, `${page} ${other}`]
    if (keys.some((key) => seen.has(key)) || (minor && label !== '' && named.has(label))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}

/** Every text of a dictionary by its path; sentences with values are left out. */
function textsIn(node: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof node === 'string') into.set(path, node)
  else if (typeof node === 'object' && node !== null)
    for (const [key, inner] of Object.entries(node)) textsIn(inner, path ? `${path}.${key}` : key, into)
  return into
}

const max_label = 24
/** A name of something, not a sentence about it. */
const isLabel = (text: string): boolean =>
  text.length <= max_label && !/[，。；？！]/.test(text) && /\p{Script=Han}|[a-z]{2}/iu.test(text)
/** Buttons that open a dialog end in an ellipsis. */
const bare = (text: string): string => text.replace(/…$/, '').trim()

function labelsOf(
  { row, title, search }: Place,
  own: Texts,
  other: Texts,
  naming_area: boolean,
): PageLabel[] {
  const help = new Map<string, string[]>()
  const names = [...own].filter(([key, text]) => isLabel(text) && !isHelp(key, own))
  const is_name = new Set(names.map(([key]) => key))
  for (const [key, text] of own) {
    if (is_name.has(key)) continue
    const of = helped(key, own) ?? ''
    help.set(of, [...(help.get(of) ?? []), text, other.get(key) ?? ''])
  }
  const entry = (key: string, label: string, second: string, minor: boolean): PageLabel => {
    const tab = /^tabs?\.(\w+)$/.exec(key)?.[1]
    const asked = new URLSearchParams(tab === undefined ? search : `tab=${tab}`)
    // Only forms have fields that can be focused.
    if (row.drafts && /(^|\.)fields\.|^[^.]+$/.test(key)) asked.set('field', fieldOf(key))
    const path = row.hidden && row.menu ? row.menu : row.path
    return {
      path: asked.size > 0 ? `${path}?${asked}` : path,
      title,
      label,
      other: second,
      help: (help.get(key) ?? []).join('\n'),
      minor,
      tab: tab !== undefined,
    }
  }
  return [
    ...names.map(([key, text]) =>
      entry(key, bare(text), bare(other.get(key) ?? ''), naming_area || naming_key.test(key)),
    ),
    entry('', '', '', true),
  ]
}

/** The name of the field that a text of a form names. */
const fieldOf = (key: string): string =>
  key
    .replace(/\.label$/, '')
    .split('.')
    .at(-1)!

/** The text that `help.x` (for `fields.x`) or `x_hint` (for `x`) helps. */
const helpedByName = (key: string): string[] => [
  key.replace(/(^|\.)(help|hints)\./, '$1fields.'),
  key.replace(/_(says|hint|help|note|about)$/, ''),
]
const isHelp = (key: string, texts: Texts): boolean =>
  helpedByName(key).some((one) => one !== key && texts.has(one))

/** The text that a text helps: by its name, or the `label` of the same object. Undefined if it helps none. */
const helped = (key: string, texts: Texts): string | undefined =>
  [...helpedByName(key), key.replace(/[^.]*$/, 'label')].find((one) => one !== key && texts.has(one))
