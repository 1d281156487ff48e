/** The active language and the dictionaries downloaded for it. */
import { language_tags, languageOf, type Language } from '@parking/contract/core/language.ts'
import { createStore } from '../lib/store.ts'
import { readCookie, writeCookie } from '../lib/cookie.ts'
import { loaders, type Area, type Areas } from '../locales/areas.ts'

type Loaded = { language: Language; areas: Partial<Areas> }

const startLanguage = (): Language =>
  typeof document === 'undefined' ? 'zh' : languageOf(readCookie('language'), navigator.languages)

export const dictionaries = createStore<Loaded>({ language: startLanguage(), areas: {} })

async function fetchAreas(language: Language, names: readonly Area[]): Promise<Partial<Areas>> {
  const found = await Promise.all(
    names.map(async (name) => [name, (await loaders[language][name]()).default] as const),
  )
  return Object.fromEntries(found)
}

/** Downloads the missing areas. Awaited together with the page, so that no page renders without its texts. */
export async function loadWords(names: readonly Area[]): Promise<void> {
  const { language, areas } = dictionaries.get()
  const missing = names.filter((name) => !areas[name])
  if (missing.length === 0) return
  const more = await fetchAreas(language, missing)
  const now = dictionaries.get()
  if (now.language !== language) return loadWords(names)
  dictionaries.set({ language, areas: { ...now.areas, ...more } })
}

/** Switches the language in place: first downloads every area in use, then changes them all at once. */
export async function switchLanguage(language: Language): Promise<void> {
  const loaded = Object.keys(dictionaries.get().areas) as Area[]
  const areas = await fetchAreas(language, loaded)
  writeCookie('language', language)
  document.documentElement.lang = language_tags[language]
  dictionaries.set({ language, areas })
}
