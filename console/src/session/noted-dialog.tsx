/** Shows a secret that is shown only once. The dialog closes only after the user confirms having noted it. */
import { useState, type ReactNode } from 'react'
import { useWords } from '../core/words.ts'
import { WhyButton } from '../forms/why-button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'

type Props = {
  title: string
  /** What the secret is for. */
  says: string
  /** The label of the confirmation. */
  noted: string
  /** Why the dialog cannot be closed yet. */
  why: string
  onClose: () => void
  children: ReactNode
}

export function NotedDialog({ title, says, noted, why, onClose, children }: Props) {
  const { done } = useWords('people')
  const [confirmed, setConfirmed] = useState(false)
  return (
    <Dialog
      title={title}
      width="small"
      dismissable={false}
      onClose={() => confirmed && onClose()}
      footer={
        <WhyButton variant="primary" why={confirmed ? undefined : why} onPress={onClose}>
          {done}
        </WhyButton>
      }
    >
      <div className="stack">
        <p className="note">{says}</p>
        {children}
        <label className={`row gap-10 pointer`}>
          <input
            type="checkbox"
            checked={confirmed}
            data-autofocus
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
          {noted}
        </label>
      </div>
    </Dialog>
  )
}
