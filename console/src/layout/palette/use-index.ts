/** The labels of the pages that the user may open, and the chapters of the manual, as palette entries. */
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage, useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { loaders } from '#src/locales/areas.ts'
import { rowsFor } from '#src/routes.tsx'
import { session } from '#src/stores/session.ts'
import { ManualIcon, SlidersIcon } from '#src/ui/icons.tsx'
import { loadLabels, type PageLabel } from './label-index.ts'
import type { PaletteCommand } from './use-palette-commands.ts'

type Index = {
  labels: readonly PageLabel[]
  chapters: readonly (readonly [string, string, string])[]
  /** The titles of the pages in the other script. */
  titles: ReadonlyMap<string, string>
}
const nothing: Index = { labels: [], chapters: [], titles: new Map() }

/**
 * `commands` alone until `wanted` and loaded; then for the current language and roles, and the pages also by
 * their titles in the other script.
 */
export function useIndex(wanted: boolean, commands: readonly PaletteCommand[]): readonly PaletteCommand[] {
  const language = useLanguage()
  const { roles } = useStore(session)
  const { routes, palette } = useWords('shell')
  const navigate = useNavigate()
  const [index, setIndex] = useState(nothing)
  useEffect(() => {
    if (!wanted) return
    let is_current = true
    const second = language === 'zh' ? 'tw' : 'zh'
    void Promise.all([
      loadLabels(rowsFor(roles), language),
      loaders[language].chapters(),
      loaders[second].chapters(),
      loaders[second].shell(),
    ])
      .then(([labels, own, other, shell]) => {
        if (!is_current) return
        const others: Readonly<Record<string, string>> = other.default
        const chapters = Object.entries(own.default).map(
          ([name, title]) => [name, title, others[name] ?? ''] as const,
        )
        const second_titles: Readonly<Record<string, string>> = shell.default.routes
        const titles = new Map(
          Object.entries(routes).map(([name, title]) => [title, second_titles[name] ?? '']),
        )
        setIndex({ labels, chapters, titles })
      })
      // Without the network the palette still finds pages and actions; the next query tries again.
      .catch(() => undefined)
    return () => void (is_current = false)
  }, [wanted, language, roles, routes])
  return useMemo(() => {
    const { labels, chapters, titles } = index
    return [
      ...commands.map((one) => {
        const other = one.group === 'pages' ? titles.get(one.label) : undefined
        return other === undefined ? one : { ...one, other }
      }),
      ...labels.map(({ path, title, label, other, help, minor, tab }): PaletteCommand => ({
        id: `setting-${path}-${label}`,
        group: 'settings',
        label: label || routes[title],
        keywords: '',
        other,
        help,
        minor,
        tab,
        icon: SlidersIcon,
        hint: label === '' ? '' : routes[title],
        run: () => void navigate(path),
      })),
      ...chapters.map(([name, label, other]): PaletteCommand => ({
        id: `chapter-${name}`,
        group: 'manual',
        label,
        keywords: 'manual help sc shouce bz bangzhu',
        other,
        icon: ManualIcon,
        hint: palette.manual,
        run: () =>
          void window.open(
            `/help/${language}/${name === 'index' ? '' : `${name}.html`}`,
            '_blank',
            'noopener',
          ),
      })),
    ]
  }, [commands, index, language, navigate, palette, routes])
}
