/** A confirmation as a promise: `if (await confirm({ ... }))`. */
import type { ReactNode } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { Dialog } from './dialog.tsx'
import { useUiWords } from '../ui-words.tsx'
import { Button } from '../button/button.tsx'

export type Question = {
  title: string
  body: ReactNode
  /** Label of the main button: the action itself, not "OK". */
  confirm?: string
  cancel?: string
  danger?: boolean
}

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

/**
 * Asks the user, and resolves to true only if the main button was pressed. A second question replaces the
 * first, which then resolves to false.
 */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(undefined)
        resolve(yes)
      },
    })
  })
}

/** Rendered once, by the layout. */
export function Confirms() {
  const question = useStore(asked)
  const words = useUiWords()
  if (!question) return null
  return (
    <Dialog
      title={question.title}
      role="alertdialog"
      width="small"
      onClose={() => question.answer(false)}
      footer={
        <>
          <Button onClick={() => question.answer(false)} data-autofocus={question.danger || undefined}>
            {question.cancel ?? words.cancel}
          </Button>
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            onClick={() => question.answer(true)}
            data-autofocus={!question.danger || undefined}
          >
            {question.confirm ?? words.ok}
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
