/** The console's dictionaries, so that a test finds a control by its name in either language. */
import type { Language } from '@parking/contract/core/language.ts'
import { loaders, type Area, type Areas } from '@parking/console/locales/areas.ts'

async function load(language: Language): Promise<Areas> {
  const names = Object.keys(loaders[language]) as Area[]
  const found = await Promise.all(
    names.map(async (name) => [name, (await loaders[language][name]()).default] as const),
  )
  return Object.fromEntries(found) as unknown as Areas
}

export const dictionaries: Record<Language, Areas> = { zh: await load('zh'), tw: await load('tw') }
