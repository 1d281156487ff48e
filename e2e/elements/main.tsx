/** Every element in every state on one page: built only by elements.spec.ts, not part of the product. */
import '@parking/console/theme/palette.css'
import '@parking/console/theme/base.css'
import '@parking/console/theme/touch.css'
import '@parking/console/theme/forced.css'
import '@parking/console/ui/primitives.css'
import '@parking/console/ui/shapes.css'
import './elements.css'
import { createRoot } from 'react-dom/client'
import type { Areas } from '@parking/console/locales/areas.ts'
import { dictionaries, loadWords } from '@parking/console/stores/language.ts'
import { UiWordsProvider } from '@parking/console/ui/ui-words.tsx'
import { Controls } from './controls.tsx'
import { latinWords } from './latin.ts'
import { Lists } from './lists.tsx'
import { States } from './states.tsx'

const ui_words = {
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  copy_failed: 'Not copied',
}
const parts: Readonly<Record<string, typeof Controls>> = {
  controls: Controls,
  lists: Lists,
  states: States,
}

const asked = new URLSearchParams(location.search)
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light'
const Part = parts[asked.get('part') ?? ''] ?? Controls
await loadWords(['shell', 'errors', 'codes', 'forms', 'range'])
const { language, areas } = dictionaries.get()
dictionaries.set({ language, areas: latinWords(areas) as Partial<Areas> })
createRoot(document.querySelector('#root')!).render(
  <UiWordsProvider value={ui_words}>
    <main className="elements">
      <Part />
    </main>
  </UiWordsProvider>,
)
