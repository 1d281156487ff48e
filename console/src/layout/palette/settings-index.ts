/** Every business parameter with its name, its help text and the tab on which it is set. */
import type { Area, Areas } from '#src/locales/areas.ts'

export type Setting = { field: string; label: string; text: string; path: string; place: string }

/** The tab of `/business/params` that shows the fields of a dictionary. */
const tabs = {
  alg: 'alg',
  evidence: 'event',
  object_storage: 'storage',
  platform: 'platform',
  alarm: 'alarm',
  mqtt: 'mqtt',
} as const satisfies Partial<Record<Area, keyof Areas['params']['tabs']>>

export const setting_areas: readonly Area[] = ['params', ...(Object.keys(tabs) as (keyof typeof tabs)[])]

/** The settings of the areas that are loaded. */
export function settingsIn(areas: Partial<Areas>): Setting[] {
  const titles = areas.params?.tabs
  if (!titles) return []
  return (Object.keys(tabs) as (keyof typeof tabs)[]).flatMap((area) => {
    const fields: Record<string, unknown> = areas[area]?.fields ?? {}
    return Object.entries(fields).flatMap(([field, words]) => {
      const label = typeof words === 'string' ? words : labelOf(words)
      if (label === undefined) return []
      return [
        {
          field,
          label,
          text: typeof words === 'string' ? '' : textOf(words),
          path: `/business/params?tab=${tabs[area]}`,
          place: titles[tabs[area]],
        },
      ]
    })
  })
}

const labelOf = (words: unknown): string | undefined =>
  typeof words === 'object' && words !== null && 'label' in words && typeof words.label === 'string'
    ? words.label
    : undefined

/** Every sentence of a field's help, without spaces, because a keyword ends at a space. */
const textOf = (words: unknown): string =>
  Object.values(words ?? {})
    .filter((one): one is string => typeof one === 'string')
    .join(' ')
    .replaceAll(/[，。：、；]/g, ' ')
