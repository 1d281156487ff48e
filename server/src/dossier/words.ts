/** The words of a dossier: both languages have the same keys. */
import type { dossier_languages } from '@parking/contract'
import { dossier_tw } from './words-tw.ts'
import { dossier_zh } from './words-zh.ts'

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> }
export type DossierWords = Texts<typeof dossier_zh>
export type DossierLanguage = (typeof dossier_languages)[number]

export const dossier_words: Readonly<Record<DossierLanguage, DossierWords>> = {
  zh: dossier_zh,
  tw: dossier_tw,
}
