/**
 * Starts the console: texts and session first, then the page's chunk. Nothing renders before all are loaded.
 */
import '../core/first-calls.ts'
import '../theme/palette.css'
import '../theme/base.css'
import '../theme/touch.css'
import '../theme/forced.css'
import '../theme/boot.css'
import '../ui/primitives.css'
import '../ui/shapes.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { fetchRestartOverlay } from '../connection/restart-overlay-chunk.ts'
import { makeRouter } from './router.tsx'
import { rowsFor, shell_areas } from '../routes.tsx'
import { queryClient } from '../core/queries.ts'
import { markScrolling } from '../lib/mark-scrolling.ts'
import { failed_downloads, retryParts } from '../lib/parts.ts'
import { checkConnection, reconnections } from '../stores/connection-lost.ts'
import { doubts } from '../stores/lost-answers.ts'
import { plannedRestart, watchRestart, lastRestart } from '../stores/planned-restart.ts'
import { watchErrors } from '../stores/error-log.ts'
import { followInterface } from '../stores/interface.ts'
import { dictionaries, loadWords } from '../stores/language.ts'
import { followViewport } from '../stores/viewport.ts'
import { readToken, session } from '../stores/session.ts'
import { sessionCheckFailure } from '../stores/session-check.ts'
import { SessionUnchecked, ShellUiWords } from '../layout/errors/session-unchecked.tsx'
import { followSession } from '../session/leave.ts'
import { loadSession } from '../session/sign-in.ts'
import { resumeTrial } from '../stores/trial.ts'
import { takeTrialToken } from '../stores/trial-token.ts'
import { keepTabs } from '../navigation/tabs.ts'
import { language_tags } from '@parking/contract/core/language.ts'

// First, because other code reads the address: the token that confirms a network change is in its fragment.
takeTrialToken()
addEventListener('hashchange', () => (takeTrialToken(), resumeTrial()))
watchErrors()
followInterface()
followViewport()
markScrolling()
followSession()
document.documentElement.lang = language_tags[dictionaries.get().language]
for (const store of [reconnections, doubts]) store.subscribe(() => void queryClient.invalidateQueries())
reconnections.subscribe(retryParts)
failed_downloads.subscribe(() => void (plannedRestart.get() ?? checkConnection()))
lastRestart.subscribe(() => void (lastRestart.get() && queryClient.invalidateQueries()))

function start(root: Root): void {
  // The stored tabs can be shown once the user's roles are known.
  const stop = session.subscribe(() => {
    if (session.get().roles.length === 0) return
    stop()
    keepTabs(rowsFor(session.get().roles))
  })
  const words = loadWords(shell_areas)
  let drawn = false
  void words.then(() => {
    const showFailure = () => {
      if (!drawn && sessionCheckFailure.get() !== undefined) root.render(<SessionUnchecked />)
    }
    showFailure()
    sessionCheckFailure.subscribe(showFailure)
  })
  if (readToken()) void loadSession()
  const router = makeRouter()
  const ready = router.state.initialized
    ? Promise.resolve()
    : new Promise<void>((resolve) => router.subscribe((state) => state.initialized && resolve()))
  void Promise.all([ready, words]).then(() => {
    drawn = true
    // Rendered in slices instead of one long task (docs/decisions/0010).
    startTransition(() =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>,
      ),
    )
  })
}

/**
 * For a document that loads during a planned restart: no call is made before the device is back, because a
 * session that cannot be checked counts as no session (spec §2).
 */
async function waitForDevice(root: Root): Promise<void> {
  watchRestart()
  const back = new Promise<void>((resolve) =>
    plannedRestart.subscribe(() => plannedRestart.get() === undefined && resolve()),
  )
  const whole = await Promise.all([fetchRestartOverlay(), loadWords(shell_areas)]).then(
    ([{ RestartOverlay }]) => {
      root.render(
        <ShellUiWords>
          <RestartOverlay />
        </ShellUiWords>,
      )
      return true
    },
    () => false,
  )
  await back
  // A browser retries a failed download only in a new document.
  if (whole) start(root)
  else location.reload()
}

const place = document.getElementById('root')
if (place)
  // A task of its own: running the modules and starting in one would block the page for twice as long.
  setTimeout(() => {
    const root = createRoot(place)
    if (plannedRestart.get()) void waitForDevice(root)
    else start(root)
  })
