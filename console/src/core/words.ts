/**
 * The texts of the active language by area. The zh file is the master: its type is the type of the area, and
 * the tw file `satisfies Translation<typeof zh>`, so a missing or extra key does not compile.
 */
import type { Language } from '@parking/contract/core/language.ts'
import { useStore } from '../lib/store.ts'
import type { Area, Areas } from '../locales/areas.ts'
import { dictionaries } from '../stores/language.ts'

/**
 * The dictionary of an area. The route table names the areas
 * of each page, so that they are loaded before it renders.
 */
export function useWords<A extends Area>(area: A): Areas[A] {
  return pick(useStore(dictionaries).areas, area)
}

/**
 * The dictionary of an area for code outside React (api.ts, confirm dialogs). Read it when the text is
 * needed, not when the module loads.
 */
export const wordsNow = <A extends Area>(area: A): Areas[A] => pick(dictionaries.get().areas, area)

/** The active language; the component renders again when it changes. */
export const useLanguage = (): Language => useStore(dictionaries).language

function pick<A extends Area>(areas: Partial<Areas>, area: A): Areas[A] {
  const words = areas[area]
  if (!words) throw new Error(`The words of '${area}' are not loaded: name the area in the route table`)
  return words as Areas[A]
}
