/** Starts the console: words and session are asked for first, then the page's chunk, and nothing renders before all are here. */
import './theme/palette.css'
import './theme/base.css'
import './theme/boot.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { makeRouter } from './router.tsx'
import { rowsFor, shell_areas } from './routes.tsx'
import { queryClient } from './queries.ts'
import { returns } from './stores/away.ts'
import { watchErrors } from './stores/error-log.ts'
import { followInterface } from './stores/interface.ts'
import { dictionaries, loadWords } from './stores/language.ts'
import { followViewport } from './stores/viewport.ts'
import { readToken, session } from './stores/session.ts'
import { loadSession } from './stores/sign-in.ts'
import { keepTabs } from './stores/tabs.ts'
import { language_tags } from '@parking/contract/language.ts'

watchErrors()
followInterface()
followViewport()
document.documentElement.lang = language_tags[dictionaries.get().language]
// The tabs that F5 left can be shown once it is known what the user may open.
const stop = session.subscribe(() => {
  if (session.get().roles.length === 0) return
  stop()
  keepTabs(rowsFor(session.get().roles))
})
const words = loadWords(shell_areas)
if (readToken()) void loadSession()
returns.subscribe(() => void queryClient.invalidateQueries())

const router = makeRouter()

const ready = router.state.initialized ? Promise.resolve() : new Promise<void>((resolve) => router.subscribe((state) => state.initialized && resolve()))

void Promise.all([ready, words]).then(() => {
  const place = document.getElementById('root')
  if (!place) return
  const root = createRoot(place)
  // In slices, not in one long task (docs/decisions/0010).
  startTransition(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
})
