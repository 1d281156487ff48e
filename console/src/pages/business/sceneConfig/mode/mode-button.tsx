/** Shows the device's business mode (spec §4) and opens the dialog that switches it. */
import { business_mode, wordOf } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { useUrlDialog } from '#src/tables/use-url-dialog.ts'
import { useWords } from '#src/core/words.ts'
import { ModeDialog } from './mode-dialog.tsx'
import { Button } from '#src/ui/button/button.tsx'

export function ModeButton() {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  const { value, open, close } = useUrlDialog('mode')
  const query = useCall('/api/parking/get_business_mode', {}, { every: 10_000 })
  const mode = query.data?.business_mode
  const word = mode === undefined ? undefined : wordOf(business_mode, mode)
  return (
    <>
      <Button disabled={mode === undefined} onClick={() => open('switch')}>
        {words.is(word ? codes[word] : '–')}
      </Button>
      {value !== null && mode !== undefined && <ModeDialog mode={mode} onClose={close} />}
    </>
  )
}
