/** Shows the device's business mode (spec §4) and opens the dialog that switches it. */
import { business_mode, wordOf } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { ModeDialog } from './mode-dialog.tsx'
import { Button } from '#src/ui/button/button.tsx'

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

export function ModeButton({ open, onOpen, onClose }: Props) {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  const query = useCall('/api/parking/get_business_mode', {}, { every: 10_000 })
  const mode = query.data?.business_mode
  const word = mode === undefined ? undefined : wordOf(business_mode, mode)
  return (
    <>
      <Button disabled={mode === undefined} onClick={onOpen}>
        {words.is(word ? codes[word] : '–')}
      </Button>
      {open && mode !== undefined && <ModeDialog mode={mode} onClose={onClose} />}
    </>
  )
}
