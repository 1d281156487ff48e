/** The end of a step: nothing is saved by it, so it does not speak of saving. */
import type { ReactNode } from 'react'
import { useForm } from '#src/forms/form-context.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './connect.module.css'

/** `why` it cannot be pressed, as a sentence. */
export function Submit({
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
    <div className={styles.actions}>
      {children}
      <Button
        type="submit"
        variant="primary"
        aria-disabled={state === 'saving' || why !== undefined}
        title={why}
        aria-busy={state === 'saving'}
      >
        {label}
      </Button>
    </div>
  )
}
