/** Which of the console's two languages somebody gets (spec §1, DESIGN §5): the server writes it into the page, the console goes on with it. */
export const languages = ['zh', 'tw'] as const
export type Language = (typeof languages)[number]

/** What stands in `<html lang>`. */
export const language_tags: Record<Language, string> = { zh: 'zh-CN', tw: 'zh-TW' }

export const isLanguage = (text: string | undefined): text is Language => text === 'zh' || text === 'tw'

/**
 * The cookie if it names a language; else the first Chinese one the browser prefers, Taiwan, Hong Kong, Macau and Hant being `tw`; else `zh`.
 * Hant is looked for first: the template's loop found `zh` inside `zh-tw` and gave every Taiwan browser Simplified.
 */
export function languageOf(cookie: string | undefined, preferred: readonly string[]): Language {
  if (isLanguage(cookie)) return cookie
  const chinese = preferred.find((tag) => /^zh\b/i.test(tag))
  return chinese && /^zh-(tw|hk|mo|hant)\b/i.test(chinese) ? 'tw' : 'zh'
}
