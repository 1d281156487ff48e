/** Settings that the header and the palette change, with the success message of spec §2. */
import type { Language } from '@parking/contract/core/language.ts'
import { dictionaries, switchLanguage } from '#src/stores/language.ts'
import { size, theme, type Size, type Theme } from '#src/stores/interface.ts'
import { toast } from '#src/ui/toast.tsx'
import { wordsNow } from '#src/core/words.ts'

/** 'Switch Language Success', in the new language. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language === dictionaries.get().language) return
  await switchLanguage(language)
  toast.success(wordsNow('shell').language_switched)
}

export function chooseSize(next: Size): void {
  if (next === size.get()) return
  size.set(next)
  toast.success(wordsNow('shell').size_switched)
}

export const chooseTheme = (next: Theme): void => theme.set(next)
