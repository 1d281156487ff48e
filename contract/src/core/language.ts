/** Which of the console's two languages a user gets (spec §1). The server writes it into the page. */
export const languages = ['zh', 'tw'] as const
export type Language = (typeof languages)[number]

/** The value of `<html lang>`. */
export const language_tags: Record<Language, string> = { zh: 'zh-CN', tw: 'zh-TW' }

export const isLanguage = (text: string | undefined): text is Language => text === 'zh' || text === 'tw'

/**
 * The language of the cookie; else that of the first Chinese tag among the browser's preferences, of which
 * Taiwan, Hong Kong, Macau and Hant mean `tw`; else `zh`. Hant is checked first, because `zh` is also a
 * prefix of `zh-tw`.
 */
export function languageOf(cookie: string | undefined, preferred: readonly string[]): Language {
  if (isLanguage(cookie)) return cookie
  const chinese = preferred.find((tag) => /^zh\b/i.test(tag))
  return chinese && /^zh-(tw|hk|mo|hant)\b/i.test(chinese) ? 'tw' : 'zh'
}
