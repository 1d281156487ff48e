/** Opens the dialog that adds cameras. */
import { useUrlDialog } from '#src/tables/use-url-dialog.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { AddCamera, methods } from './add-camera.tsx'

export function AddButton() {
  const words = useWords('camera')
  const { change } = useUrlState()
  const { value, open, close } = useUrlDialog('add')
  return (
    <>
      <Button variant="primary" onClick={() => open('found')}>
        <PlusIcon />
        {words.add}
      </Button>
      {value !== null && (
        <AddCamera
          method={methods.find((method) => method === value) ?? 'found'}
          onMethod={(method) => change({ add: method }, { keepPage: true, replace: true })}
          onClose={close}
        />
      )}
    </>
  )
}
