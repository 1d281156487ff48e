/** Folds and unfolds the helps of all forms that fold them; a screen reader reads them in either case. */
import { useWords } from '../core/words.ts'
import { useStore } from '../lib/store.ts'
import { helpsShown } from '../stores/interface.ts'
import { Button } from '../ui/button/button.tsx'

export function HelpToggle() {
  const words = useWords('forms')
  const shown = useStore(helpsShown)
  return (
    <Button variant="quiet" onClick={() => helpsShown.set(!shown)}>
      {shown ? words.helps_hide : words.helps_show}
    </Button>
  )
}
