/** Hydrates the sign-in page that the HTML already shows, and prefetches the console while the user types. */
import { language_tags, languageOf, type Language } from '@parking/contract/core/language.ts'
import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '../theme/palette.css'
import '../theme/base.css'
import '../theme/touch.css'
import '../theme/forced.css'
import './login.css'
import { destinationOf, guard } from '../navigation/guard.ts'
import { readCookie, writeCookie } from '../lib/cookie.ts'
import { takeCompletedCause } from '../stores/restart-result.ts'
import { takeSessionEndReason } from '../stores/session-end-reason.ts'
import { readTrialToken, takeTrialToken } from '../stores/trial-token.ts'
import { Login, type LoginReason, type LoginWords } from './login.tsx'

const fetchWords: Record<Language, () => Promise<{ default: LoginWords }>> = {
  zh: () => import('../locales/zh/shell/login.ts'),
  tw: () => import('../locales/tw/shell/login.ts'),
}

function goOn(token: string): void {
  writeCookie('Admin-Token', token)
  location.replace(destinationOf(location.search, location.hash))
}

const subscribeToNothing = () => () => undefined

type PageProps = {
  start: { language: Language; words: LoginWords }
  why: LoginReason | undefined
  takeEnter: () => boolean
}

function Page({ start, why, takeEnter }: PageProps) {
  const [shown, setShown] = useState(start)
  // Not in the prerendered HTML, so it must not be in the first render either.
  const ended = useSyncExternalStore(
    subscribeToNothing,
    () => why,
    () => undefined,
  )
  const on_trial = useSyncExternalStore(
    subscribeToNothing,
    () => readTrialToken() !== undefined,
    () => false,
  )

  useEffect(() => {
    document.title = `${shown.words.title} - WEB Admin`
  }, [shown])

  async function change(language: Language) {
    const words = (await fetchWords[language]()).default
    writeCookie('language', language)
    document.documentElement.lang = language_tags[language]
    setShown({ language, words })
  }

  return (
    <Login
      language={shown.language}
      words={shown.words}
      ended={ended}
      on_trial={on_trial}
      takeEnter={takeEnter}
      onLanguage={(language) => void change(language)}
      onToken={goOn}
    />
  )
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const takeEnter = watchEnter(root)
  const printed = root.dataset['language']
  const language =
    printed === 'zh' || printed === 'tw' ? printed : languageOf(readCookie('language'), navigator.languages)
  const words = (await fetchWords[language]()).default
  const page = (
    <StrictMode>
      <Page start={{ language, words }} why={takeLoginReason()} takeEnter={takeEnter} />
    </StrictMode>
  )
  if (printed) hydrateRoot(root, page)
  else createRoot(root).render(page)
  root.addEventListener('input', () => prefetchShell(root.dataset['next'] ?? ''), { once: true })
}

/** Whether Enter was pressed in a field before the page could act on it: true once, so that it acts then. */
function watchEnter(root: HTMLElement): () => boolean {
  const watching = new AbortController()
  let pressed = false
  root.addEventListener(
    'keydown',
    ({ key, target }) => void (pressed ||= key === 'Enter' && target instanceof HTMLInputElement),
    watching,
  )
  return () => {
    watching.abort()
    const was = pressed
    pressed = false
    return was
  }
}

/** A session that a restore ended has not expired, so a completed operation takes precedence. */
function takeLoginReason(): LoginReason | undefined {
  const ended = takeSessionEndReason()
  return takeCompletedCause() ?? ended
}

takeTrialToken()
const verdict = guard(
  { token: Boolean(readCookie('Admin-Token')), roles: [] },
  { pathname: '/login', search: location.search },
)
if (verdict.kind === 'go') location.replace(verdict.to)
else void start()

/**
 * Prefetches the console's files at low priority. `list` comes from the build: addresses separated by spaces.
 */
function prefetchShell(list: string): void {
  for (const href of list.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = href
    document.head.append(link)
  }
}
