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

type Index = { labels: readonly PageLabel[]; chapters: readonly (readonly [string, string, string])[] }
const nothing: Index = { labels: [], chapters: [] }

/** Empty until `wanted` and loaded; then for the current language and roles. */
export function useIndex(wanted: boolean): readonly PaletteCommand[] {
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
    ])
      .then(([labels, own, other]) => {
        if (!is_current) return
        const others: Readonly<Record<string, string>> = other.default
        const chapters = Object.entries(own.default).map(
          ([name, title]) => [name, title, others[name] ?? ''] as const,
        )
        setIndex({ labels, chapters })
      })
      // Without the network the palette still finds pages and actions; the next query tries again.
      .catch(() => undefined)
    return () => void (is_current = false)
  }, [wanted, language, roles])
  return useMemo(() => {
    const { labels, chapters } = index
    return [
      ...labels.map(({ path, title, label, other, help, minor }): PaletteCommand => ({
        id: `setting-${path}-${label}`,
        group: 'settings',
        label: label || routes[title],
        keywords: '',
        other,
        help,
        minor,
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
  }, [index, language, navigate, palette, routes])
}
