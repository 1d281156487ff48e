/**
 * The actions of a step. On a phone they are fixed to the bottom of the window, however long the form is. A
 * step saves nothing, so its button does not say "save".
 */
import type { ReactNode } from 'react'
import { useForm } from '#src/forms/form-context.ts'
import { toast } from '#src/ui/toast.tsx'
import { Button } from '#src/ui/button/button.tsx'
import styles from './connect.module.css'

export const ActionRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.pinned}>
    <div className={`flex wrap to-end gap-8 ${styles.actions}`}>{children}</div>
  </div>
)

/** `why`: the reason why the button is disabled, as a sentence. */
export function SubmitRow({
  label,
  why,
  children,
}: {
  label: string
  why?: string | undefined
  children?: ReactNode
}) {
  const { state } = useForm()
  return (
    <ActionRow>
      {children}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={state === 'saving' || why !== undefined}
        title={why}
        onClick={() => why !== undefined && toast.info(why)}
        aria-busy={state === 'saving'}
      >
        {label}
      </Button>
    </ActionRow>
  )
}
