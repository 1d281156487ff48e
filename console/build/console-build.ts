/**
 * What the server must know about a finished build (dist/console.json): two documents, and the files of each
 * route.
 */
import { languages, language_tags, type Language } from '@parking/contract/core/language.ts'
import type { Manifest } from 'vite'
import { renderLogin } from '../src/login/prerender.tsx'
import { flatRows, routes } from '../src/routes.tsx'
import { filesOf, type Files } from './files-of.ts'

export type ConsoleBuild = {
  app: string
  login: Record<Language, string>
  /** By route path and language, beyond what the HTML names itself. */
  routes: Record<string, Record<Language, Files>>
}

/** Areas whose dictionary is in the file of another area. */
const shared_files: Readonly<Record<string, string>> = {
  device_said: 'queue',
  resume: 'queue',
  events: 'event-page',
  event_detail: 'event-page',
  event_list: 'event-page',
  evidence_rules: 'event-page',
  dossier: 'event-page',
}

/** Builds dist/console.json from Vite's manifest and the two HTML documents `app` and `login`. */
export function makeConsoleBuild(manifest: Manifest, app: string, login: string): ConsoleBuild {
  const entry = filesOf(manifest, ['index.html'])
  const rows: ConsoleBuild['routes'] = {}
  for (const row of flatRows(routes)) {
    if (!row.page) continue
    const own = `src/pages${row.path.replace('/*', '')}/page.tsx`
    const page = own in manifest ? own : 'src/pages/later/page.tsx'
    rows[row.path] = byLanguage((language) => {
      const words = ['frame', ...(row.words ?? [])].map((area) => dictionaryOf(area, language))
      return without(filesOf(manifest, [page, ...words]), entry)
    })
  }
  // A path that only redirects lists the files of its target.
  for (const row of flatRows(routes)) {
    const target = row.redirect && rows[row.redirect]
    if (target) rows[row.path] = target
  }
  return { app: inSteps(app), routes: rows, login: byLanguage((language) => printLogin(language)) }

  /** The manifest's key of an area's dictionary, which is in a folder by subject (console/src/locales). */
  function dictionaryOf(area: string, language: Language): string {
    const file = `/${(shared_files[area] ?? area).replaceAll('_', '-')}.ts`
    const paths = Object.keys(manifest)
    const found =
      paths.find((path) => path.startsWith(`src/locales/${language}/`) && path.endsWith(file)) ??
      paths.find((path) => manifest[path]?.name === `${area}-${language}`) // a group of vite.config.ts
    if (!found) throw new Error(`The build has no dictionary '${area}' in ${language}`)
    return found
  }

  /** The sign-in page: its markup, its dictionary, and the list of files to prefetch while the user types. */
  function printLogin(language: Language): string {
    const { html, title } = renderLogin(language)
    const dashboard = rows['/dashboard']?.[language]
    const next = [
      ...entry.scripts,
      ...entry.styles,
      ...(dashboard?.scripts ?? []),
      ...(dashboard?.styles ?? []),
    ]
    const words = filesOf(manifest, [dictionaryOf('login', language)]).scripts.map(
      (file) => `    <link rel="modulepreload" href="${file}" />\n`,
    )
    return login
      .replace('<html lang="zh-CN">', `<html lang="${language_tags[language]}">`)
      .replace('<title>WEB Admin</title>', `<title>${title}</title>`)
      .replace('</head>', `${words.join('')}</head>`)
      .replace(
        '<div id="root"></div>',
        `<div id="root" data-language="${language}" data-next="${next.join(' ')}">${html}</div>`,
      )
  }
}

/**
 * Scripts that the document only preloads are executed one after the other, each as soon as it arrives,
 * instead of all at once after the last: React is ready while the rest still loads, and no single task blocks
 * the page for long.
 */
const inSteps = (html: string): string => {
  const preload = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g
  const first = [...html.matchAll(preload)].map(
    ([, file]) => `<script type="module" crossorigin src="${file}"></script>\n    `,
  )
  return html.replace(preload, '').replace('<script type="module"', `${first.join('')}<script type="module"`)
}

const byLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>

const without = (files: Files, known: Files): Files => ({
  scripts: files.scripts.filter((file) => !known.scripts.includes(file)),
  styles: files.styles.filter((file) => !known.styles.includes(file)),
})
